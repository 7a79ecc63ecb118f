/** What is asked of the sample from file:// and http, in every browser, and what must come of it. */
import { languages, planning, slackWater } from "./sample.ts";

export interface Query {
  readonly query: string;
  readonly what: string;
  /** The page that the best place is on, where the sample leaves no choice. */
  readonly page?: string | RegExp;
}

const one = (query: string, what: string, page?: string | RegExp): Query => ({
  query,
  what,
  ...(page === undefined ? {} : { page }),
});

export const nobody = "ichthyosaur";

export const queries: readonly Query[] = [
  one("harbour", "a common word"),
  one("slack water", "two words"),
  one('"slack water"', "a phrase"),
  one('"the year of the week"', "a longer phrase"),
  one("trawler", "a word that was typed once", planning),
  one("moonset", "a word of a resumed session"),
  one("Kiritimati", "a name"),
  one("weekKey", "an identifier"),
  one("weekkey", "an identifier in lower case"),
  one("yearOfWeek", "an identifier with three parts"),
  one("ofweek", "the end of an identifier"),
  one("drop_spikes", "an identifier with an underscore"),
  one("spikes", "a part of it"),
  one("src/tables/month.ts", "a path"),
  one("month.ts", "the end of a path"),
  one("tables/month", "the middle of a path"),
  one("strings\\da.json", "a Windows path"),
  one("scripts/check-table.ts", "a path with a dash"),
  one("overloaded_error", "an error code", slackWater),
  one("Permission to use Bash has been denied", "an error text"),
  one("潮高", "Chinese", languages),
  one("翻译", "Chinese inside a sentence", languages),
  one("台風", "Japanese", languages),
  one("рыбаки", "Russian", languages),
  one("понедельник", "Russian in an edit", languages),
  one("시각표", "Korean", languages),
  one("만조", "Korean with a bracket before it", languages),
  one("만", "the beginning of a Korean word", languages),
  one("시각표".normalize("NFD"), "Korean in its letters, as a Mac gives file names", languages),
  one("น้ำขึ้น", "Thai, inside a word", languages),
  one("المد", "Arabic", languages),
  one("والجزر", "Arabic with a prefix", languages),
  one("ज्वार", "Hindi", languages),
  one("सारणी", "Hindi that ends with a vowel sign", languages),
  one("thủy triều", "Vietnamese", languages),
  one("thuy trieu", "Vietnamese without its accents", languages),
  one("Übersetzungen", "German"),
  one("Hafenmeister", "German in a prompt"),
  one("laagwater", "a word that only a subagent saw", /^sessions\/3446f27a.*\/agents\/aec286113659c8c0b\//),
  one('"count the readings per month"', "a prompt that only a subagent got", /^sessions\/20c437af.*\/agents\//),
  one("estuaries", "a word inside folded output", slackWater),
  one("curlew", "a word inside an edit", languages),
  one(nobody, "a word that nobody wrote"),
];

export const question = (query: string, more = ""): string => `search/index.html?q=${encodeURIComponent(query)}${more}`;

/** Without signs and accents, and letters taken apart. */
export const flat = (text: string): string =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** What the words of a query are without their signs; of a phrase the whole. */
export function asked(query: string): string[] {
  return (query.startsWith('"') ? [query] : query.split(/\s+/)).map(flat);
}

/** Run in a page: the mark in the element of this id, whether it can be seen, and all that the element says. */
export function landing(id: string): { mark: string; isInSight: boolean; text: string } | undefined {
  const target = document.getElementById(id);
  const mark = target?.querySelector("mark.hl");
  if (!target || !mark) return undefined;
  const box = mark.getBoundingClientRect();
  return {
    mark: mark.textContent ?? "",
    isInSight: box.height > 0 && box.top >= 0 && box.bottom <= innerHeight,
    text: target.textContent ?? "",
  };
}

/** Whether that is what was asked for. */
export function isRight(found: ReturnType<typeof landing>, query: string): boolean {
  if (found === undefined || !found.isInSight) return false;
  const [mark, text, words] = [flat(found.mark), flat(found.text), asked(query)];
  return words.some((word) => text.includes(word) && (mark.includes(word) || word.includes(mark)));
}
