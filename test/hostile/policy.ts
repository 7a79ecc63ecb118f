/** What a page may hold: learnt from the sample's pages, which no stranger wrote, with what a few elements need besides. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type Element, readMarkup, sha256 } from "./markup.ts";

export interface Policy {
  /** Attributes by element. */
  readonly elements: Map<string, Set<string>>;
  readonly classes: Set<string>;
  /** Ids and names that are the page's own; those from logs begin with `s-`. */
  readonly ids: Set<string>;
  /** Values of attributes that come from a fixed few. */
  readonly values: Map<string, Set<string>>;
}

/** Attributes whose values come from our code alone. */
const closed = new Set([
  "role",
  "type",
  "rel",
  "tabindex",
  "scope",
  "loading",
  "decoding",
  "http-equiv",
  "charset",
  "lang",
  "popover",
  "spellcheck",
  "autocomplete",
  "preserveAspectRatio",
  "fill",
  "stroke",
  "data-facet",
]);
/** What the sample happens not to hold: elements and attributes that markdown and diffs may print. */
const besides: Readonly<Record<string, readonly string[]>> = {
  a: ["href", "title", "rel", "class"],
  ol: ["start"],
  input: ["type", "disabled", "checked", "aria-label"],
  del: ["data-l"],
  ins: ["data-l"],
  mark: [],
  span: ["class", "title", "data-l", "id"],
  p: ["class", "role"],
  pre: ["class", "tabindex", "role", "aria-label", "data-lang"],
  div: ["class", "tabindex", "role", "aria-label"],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: [],
  q: [],
  br: [],
  em: [],
  i: [],
  b: [],
  strong: [],
  small: ["class", "title"],
  section: ["class", "id", "aria-label"],
  th: ["scope", "class"],
  td: ["class"],
};

/** Classes that only pages in parts have, and edits that failed. */
const besidesClasses = ["moved-li", "unsound"];

/** The sample has nothing to redact. */
const besidesIds = ["cover-redacted"];

export function learn(site: string): Policy {
  const policy: Policy = {
    elements: new Map(),
    classes: new Set(besidesClasses),
    ids: new Set(besidesIds),
    values: new Map(),
  };
  for (const [name, attributes] of Object.entries(besides)) policy.elements.set(name, new Set(attributes));
  for (const file of pagesOf(site)) {
    const { elements, faults } = readMarkup(readFileSync(join(site, file), "utf8"));
    if (faults.length > 0) throw new Error(`The sample itself is not as expected: ${file}: ${faults[0]}`);
    for (const element of elements) note(element, policy);
  }
  const styles = readFileSync(join(site, "assets/annals.css"), "utf8");
  for (const [, name = ""] of styles.matchAll(/\.([a-zA-Z][\w-]*)/g)) policy.classes.add(name);
  return policy;
}

function note({ name, attributes }: Element, policy: Policy): void {
  const known = policy.elements.get(name) ?? new Set();
  policy.elements.set(name, known);
  for (const [key, value] of attributes) {
    known.add(key);
    if (key === "class") for (const one of value.split(" ")) policy.classes.add(one);
    if (key === "id" && !value.startsWith("s-")) policy.ids.add(value);
    if (closed.has(key)) policy.values.set(key, (policy.values.get(key) ?? new Set()).add(value));
  }
}

export function pagesOf(site: string): readonly string[] {
  return filesOf(site).filter((name) => name.endsWith(".html"));
}

export function filesOf(site: string): readonly string[] {
  return readdirSync(site, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => posix.join(entry.parentPath.slice(site.length).replace(/^\/+/, ""), entry.name))
    .sort();
}

const safeId =
  /^(?:s-[\w-]{1,160}|d-(?:\d{4}-\d\d-\d\d|undated)?|p\d+|c-[a-z-]+|m-[\w-]+|(?:part|day|plan-\d+)-\d+(?:-h)?|b\d+-x?\d+)$/;
const style = /^(?:token [a-z-]+|a\d[\dgr]*)$/;

/** Everything wrong with one element. `page` is its path in the site; `has` tells of the site's files. */
export function elementFaults(
  { name, attributes }: Element,
  policy: Policy,
  page: string,
  has: (path: string) => boolean,
): readonly string[] {
  const known = policy.elements.get(name);
  if (known === undefined) return [`element <${name}>`];
  const faults: string[] = [];
  for (const [key, value] of attributes) {
    const wrong = attributeFault(name, key, value, policy, page, has);
    if (!known.has(key)) faults.push(`attribute <${name} ${key}="${value.slice(0, 80)}">`);
    else if (wrong !== undefined) faults.push(`${wrong}: <${name} ${key}="${value.slice(0, 120)}">`);
  }
  if (name === "a" && /^https?:/i.test(attributes.get("href") ?? "") && attributes.get("rel") !== "noreferrer noopener")
    faults.push(`link that tells where it came from: ${attributes.get("href")?.slice(0, 80)}`);
  return faults;
}

function attributeFault(
  element: string,
  key: string,
  value: string,
  policy: Policy,
  page: string,
  has: (path: string) => boolean,
): string | undefined {
  if (/^on|^style$|^srcdoc$|^formaction$|^ping$|^background$|^xlink|^srcset$/i.test(key)) return "forbidden attribute";
  if (key === "class" && !style.test(value))
    for (const one of value.split(" "))
      if (!policy.classes.has(one) && !/^(?:token|a\d[\dgr]*)$/.test(one)) return `class "${one.slice(0, 40)}"`;
  if (key === "id" || key === "for" || key === "popovertarget" || key === "aria-labelledby")
    for (const one of value.split(" ")) if (!policy.ids.has(one) && !safeId.test(one)) return "id";
  if (key === "name" && element === "input" && !/^[\w-]+$/.test(value)) return "name";
  if (closed.has(key) && !policy.values.get(key)?.has(value)) return "value";
  if (key === "href" || key === "src" || key === "action" || key === "data-src")
    return addressFault(element, value, page, has);
  return undefined;
}

/** Judged as a browser would: by `new URL()`. */
function addressFault(
  element: string,
  value: string,
  page: string,
  has: (path: string) => boolean,
): string | undefined {
  const home = "https://site.invalid/root/";
  if (element === "link" && value === "data:,") return undefined;
  let url: URL;
  try {
    url = new URL(value, home + page);
  } catch {
    return "address that is none";
  }
  if (!url.href.startsWith(home)) {
    const isWeb = ["http:", "https:", "mailto:"].includes(url.protocol) && url.hostname !== "site.invalid";
    return element === "a" && isWeb && /^(?:https?|mailto):/i.test(value) ? undefined : "address outside the site";
  }
  const path = decodeURIComponent(url.pathname.slice(new URL(home).pathname.length));
  return has(path) ? undefined : "address of nothing in the site";
}

/** Faults of one page: markup, elements, and inline pieces that its own policy does not name by hash. */
export function pageFaults(
  text: string,
  policy: Policy,
  page: string,
  has: (path: string) => boolean,
): readonly string[] {
  const { elements, inline, faults } = readMarkup(text);
  const found = [...faults];
  const rules =
    elements
      .find(({ attributes }) => attributes.get("http-equiv") === "Content-Security-Policy")
      ?.attributes.get("content") ?? "";
  if (!rules.startsWith("default-src 'none'") || /unsafe-inline|'unsafe-eval'|\*|https?:/.test(rules))
    found.push(`content policy ${rules}`);
  const first = elements.findIndex(({ name }) => name === "meta");
  if (elements[first]?.attributes.get("http-equiv") !== "Content-Security-Policy")
    found.push("content policy does not come first");
  for (const { name, text: code } of inline)
    if (!rules.includes(sha256(code))) found.push(`inline ${name} ${code.slice(0, 80)}`);
  for (const element of elements) {
    found.push(...elementFaults(element, policy, page, has));
    if (found.length > 5) break;
  }
  const ids = elements.flatMap(({ attributes }) => attributes.get("id") ?? []);
  if (new Set(ids).size !== ids.length) found.push(`id twice: ${ids.find((id, index) => ids.indexOf(id) !== index)}`);
  return found;
}

/**
 * Names of files are made of these alone, and none is of a kind that runs. The address of a source file whose path has
 * other signs ends with a hash of it.
 */
const safeName = /^(?:\.nojekyll|\.annals\.json|[\w.-]+(?:~[0-9a-f]{12})?(?:\/[\w.-]+(?:~[0-9a-f]{12})?)*)$/;
const kinds =
  /(?:^\.nojekyll|^pagefind\/rows\/\w+\.gz|^\.annals\.json|^feed\.xml|^sessions\.(?:csv|ndjson)|\.(?:html|css|js|txt|md|json|png|jpg|gif|webp|pdf|bin|woff2|wasm|pagefind|pf_\w+))$/;

/** A feed is opened by the browser as XML, where an element of another kind could run. */
const feedTags = /<(?:\?xml |\/?(?:author|category|entry|feed|id|link|name|published|summary|title|updated)[ />])/y;

function feedFaults(text: string): readonly string[] {
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at + 1)) {
    feedTags.lastIndex = at;
    if (!feedTags.test(text)) return [`feed.xml: ${text.slice(at, at + 60)}`];
  }
  return [];
}

/** A cell that begins so is a formula in a spreadsheet. */
const tableFaults = (text: string): readonly string[] =>
  (text.match(/(?:^|,)"[=+@\t\r-][^"]{0,40}/gm) ?? []).map((cell) => `sessions.csv: ${cell}`);

/** Everything wrong with a site. */
export function siteFaults(site: string, policy: Policy): readonly string[] {
  const files = filesOf(site);
  const all = new Set(files);
  const has = (path: string): boolean => all.has(path) || path.startsWith("pagefind/") || path === "assets/search.js";
  const faults: string[] = [];
  for (const file of files) {
    if (!safeName.test(file) || !kinds.test(file) || file.includes(".."))
      faults.push(`file name ${JSON.stringify(file)}`);
    if (file.startsWith("media/") && /\.(?:html|js|svg)$/.test(file)) faults.push(`media that runs: ${file}`);
    if (file === "feed.xml") faults.push(...feedFaults(readFileSync(join(site, file), "utf8")));
    if (file === "sessions.csv") faults.push(...tableFaults(readFileSync(join(site, file), "utf8")));
    if (file.endsWith(".html")) {
      const text = readFileSync(join(site, file), "utf8");
      faults.push(...pageFaults(text, policy, file, has).map((fault) => `${file}: ${fault}`));
    } else if (file.endsWith(".js") && !/^(?:assets|pagefind|search)\//.test(file)) {
      faults.push(
        ...scriptFaults(readFileSync(join(site, file), "utf8"), policy, file, has).map((fault) => `${file}: ${fault}`),
      );
    }
    if (faults.length > 40) break;
  }
  return faults;
}

/** A part is one call with JSON and nothing else; its strings are markup like any other. */
export function scriptFaults(
  code: string,
  policy: Policy,
  page: string,
  has: (path: string) => boolean,
): readonly string[] {
  const call = /^(annalsPart|annalsPlaces)\((.*)\)\n$/s.exec(code);
  if (call === null) return [`not a part: ${code.slice(0, 80)}`];
  let values: unknown[];
  try {
    values = JSON.parse(`[${call[2]}]`);
  } catch {
    return ["a part that is not JSON"];
  }
  if (call[1] === "annalsPlaces") {
    const places = Object.entries(values[0] as Record<string, string>);
    return places
      .filter(([id, place]) => !safeId.test(id) || !/^[\w./:-]+$/.test(place))
      .map(([id, place]) => `place ${id} ${place}`);
  }
  const [name, slots, ...more] = values as [string, readonly string[], ...unknown[]];
  if (!/^[\w/-]+$/.test(name) || !Array.isArray(slots) || more.length > 0) return [`part ${name}`];
  // Parts are put into the page that they belong to, so addresses count from there.
  const home = page.replace(/text\/[^/]+$/, "index.html");
  return slots.flatMap((slot) => {
    const { elements, inline, faults } = readMarkup(slot);
    return [
      ...faults,
      ...inline.map(({ name: kind }) => `inline ${kind}`),
      ...elements.flatMap((element) => elementFaults(element, policy, home, has)),
    ];
  });
}
