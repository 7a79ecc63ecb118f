/** What others say of a session's title and plans needs no second reading, and gives what one would give. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { applyContext, factsInContext, sessionFacts } from "../../src/archive/facts.ts";
import { links } from "../../src/archive/links.ts";
import { findLogs } from "../../src/log/find-logs.ts";
import { groupSessions } from "../../src/log/session-files.ts";
import { fixtures } from "../support/archive.ts";

it("is what a second reading gives", async () => {
  const scenarios = readdirSync(join(fixtures, "sessions")).map((name) => [join(fixtures, "sessions", name)]);
  let titles = 0;
  let plans = 0;
  for (const sources of [...scenarios, scenarios.flat(), [join(fixtures, "sample")]]) {
    const groups = groupSessions(findLogs(sources).files);
    const found = await Promise.all(groups.map((files) => sessionFacts(files, undefined)));
    const linked = links(
      found.flatMap(({ evidence }) => evidence ?? []),
      found.flatMap(({ summaries }) => summaries),
    );
    for (const [index, { id, own }] of found.entries()) {
      const files = groups[index];
      const context = linked.context(id);
      if (files === undefined || own === undefined || context === undefined) continue;
      const applied = applyContext(own, context);
      if (applied === undefined) continue;
      expect(applied).toEqual(factsInContext(files, context));
      if (applied.draft.title !== own.draft.title) titles++;
      if (JSON.stringify(applied.draft.plans) !== JSON.stringify(own.draft.plans)) plans++;
    }
  }
  expect(titles).toBeGreaterThan(0);
  expect(plans).toBeGreaterThan(0);
});
