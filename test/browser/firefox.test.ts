/** Search in Firefox from a folder, with nothing switched off: the same queries, and each lands where it should. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Firefox, firefoxPath, launchFirefox } from "../support/firefox.ts";
import { fileAddress } from "../support/site.ts";
import { isRight, landing, nobody, queries, question } from "./queries.ts";

let firefox: Firefox;
const root = fileAddress("").replace(/\/?$/, "/");

interface Found {
  readonly status: string;
  readonly links: readonly string[];
}

/** Once there is an answer, with excerpts where there are hits. */
const answer = `(() => {
  const first = document.querySelector(".hit");
  const status = document.querySelector("#res")?.textContent ?? "";
  if (first === null ? !/^0 sessions/.test(status) : first.getAttribute("aria-busy") !== null) return null;
  return { status, links: [...document.querySelectorAll(".hit:first-child li a")].map((link) => link.href) };
})()`;

async function search(query: string): Promise<Found> {
  await firefox.goto(`${root}${question(query)}`);
  return expect
    .poll(() => firefox.evaluate<Found | null>(answer))
    .not.toBeNull()
    .then(() => firefox.evaluate(answer));
}

describe.skipIf(firefoxPath === undefined)("Firefox from file://", () => {
  beforeAll(async () => {
    firefox = await launchFirefox(firefoxPath as string);
  });
  afterAll(() => firefox?.close());

  test("keeps files apart, as people's Firefox does", async () => {
    await firefox.goto(`${root}search/index.html`);
    expect(await firefox.evaluate('fetch("../index.html").then(() => "read", () => "refused")')).toBe("refused");
  });

  test.each(queries)("$query: $what", async ({ query, page }) => {
    const { status, links } = await search(query);
    if (query === nobody) return expect(status).toMatch(/^0 sessions/);
    const [link = ""] = links;
    if (page !== undefined) expect(link.slice(root.length)).toMatch(page);
    await firefox.goto(link);
    const id = decodeURIComponent(new URL(link).hash.slice(1));
    const found = () => firefox.evaluate<ReturnType<typeof landing>>(`(${landing})(${JSON.stringify(id)})`);
    return expect.poll(async () => isRight((await found()) ?? undefined, query)).toBe(true);
  });
});
