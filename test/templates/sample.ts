/** A session with everything in it, and an archive around it: for looking at pages (`npx tsx test/templates/look.ts`). */
import { readFileSync } from "node:fs";
import type { Archive, OpenSession, SessionRecord } from "../../src/model/archive.ts";
import { sentBy } from "../../src/model/sender.ts";
import type { Session } from "../../src/model/session.ts";
import * as make from "./support.ts";

const { call, bash, read, say, think, turn, step, ok, failed, plan, tasks, iso, entryId, sessionId } = make;

const edit = (path: string, before: string, after: string) =>
  call("Edit", { file_path: path, old_string: before, new_string: after }, ok("The file has been updated."), {
    details: {
      filePath: path,
      structuredPatch: [
        {
          oldStart: 9,
          oldLines: 4,
          newStart: 9,
          newLines: 5,
          lines: [
            "   const from = date.toInstant();",
            ...before.split("\n").map((line) => `-${line}`),
            ...after.split("\n").map((line) => `+${line}`),
            "   return { from, to };",
          ],
        },
      ],
    },
  });

const explorer = make.agent(
  "a1",
  [
    turn("Find every place in this repository that reads, stores, compares or parses an event UID.", [
      ...["uid|UID", "eventUid", "legacyUid"].map((pattern) =>
        call("Grep", { pattern }, ok("src/a.ts\nsrc/b.ts"), {
          details: { mode: "files_with_matches", numFiles: 2, filenames: ["src/a.ts", "src/b.ts"] },
        }),
      ),
      read("/home/mara/src/tidemark/src/cache/etag.ts"),
      say(
        "Three consumers, one of them fragile:\n\n1. `src/cache/etag.ts:22` hashes all UIDs. Safe.\n2. `apps/reminders/match.ts:47` **parses the date out of the UID**. Breaks.\n3. `scripts/export-csv.ts:80` prints it. Safe.",
      ),
    ]),
  ],
  {
    type: "Explore",
    description: "Find every consumer of event UIDs",
    calledBy: make.callId("toolu_agent"),
    span: { from: iso("14:28"), to: iso("14:29") },
  },
);
const stray = make.agent("a2", [turn("Look at the docs.", [bash("ls docs", "readme.md"), say("Nothing there.")])], {
  type: "general-purpose",
  description: "Look at the docs",
});
const internal = make.agent("acompact1", [turn("Summarise.", [say("Summary.")])], { internal: true });

const png = new Uint8Array(readFileSync(new URL("./pixel.png", import.meta.url)));
const longOutput = Array.from(
  { length: 4212 },
  (_, index) =>
    `\u001b[32m✓\u001b[39m test/predict/harmonics.test.ts > case ${index} \u001b[33m${index % 7}ms\u001b[39m`,
).join("\n");
const accepted = plan({
  status: "approved",
  contextCleared: true,
  plannedIn: sessionId("s0"),
  origin: "plan-content",
  title: "A civil day is not 24 hours",
  markdown:
    "# A civil day is not 24 hours\n\nThe feed cuts days at `midnight + 24 h`. On 26 October 2025 the Lisbon day had 25 hours, so the low water at 23:24 fell outside every window and vanished.\n\n## Steps\n\n1. `dayWindow()`: end at the start of the next *civil* day, not 24 hours later.\n2. `eventUid()`: derive identity from the instant and the kind of tide.\n3. Keep `TZID` and the `VTIMEZONE` block as they are. Outlook needs both.\n\n## Not doing\n\n- No change to the prediction engine.\n",
});
const rejected = plan({
  status: "rejected",
  feedback: "No downtime for this. Reminders should stop parsing UIDs at all. Keep it in one deploy.",
  title: "Rewrite stored reminders with a migration",
  markdown: "1. Stop the reminder worker.\n2. Rewrite the 9,400 stored UIDs in one transaction.",
});
const approved = plan({
  status: "approved",
  title: "Match reminders by tide, not by UID",
  markdown: "1. `match.ts`: look reminders up by `tide_id`.\n2. Leave the `uid` column in place, unread.",
  implementedIn: sessionId("s2"),
});
const pending = plan({ status: "pending", title: "Drop the column in April", markdown: "Drop `uid`." });
const first = tasks(
  [
    ["1", "Cut days by the calendar", "in_progress"],
    ["2", "Give events an identity that is the instant", "pending"],
    ["3", "Keep VTIMEZONE for Outlook", "pending"],
    ["4", "Tests: four clock-change days, Lisbon", "pending"],
  ],
  ["1", "2", "3", "4"],
);
const second = tasks(
  [
    ["1", "Cut days by the calendar", "completed"],
    ["2", "Give events an identity that is the instant", "completed"],
    ["3", "Keep VTIMEZONE for Outlook", "in_progress"],
    ["4", "Tests: four clock-change days, Lisbon", "pending"],
  ],
  ["1", "2", "3"],
);
const root = "/home/mara/src/tidemark";

export const model: Session = make.session(
  [
    turn(
      { kind: "plan", plan: accepted },
      [
        step({
          kind: "event",
          event: "hook",
          from: "SessionStart hook",
          text: ".claude/hooks/env.sh ran in 0.3 s and set TZ=UTC",
        }),
        think(
          "The plan names four steps. Before touching dayWindow I should see who else assumes 24 hours.\n\nIf `groupByDay` has its own arithmetic, fixing `dayWindow` alone would move the bug rather than remove it.",
        ),
        think(""),
        say(
          "I’ll start by finding every place that assumes a day has 24 hours, then change `dayWindow()` and the event identity.",
        ),
        call(
          "Grep",
          { pattern: "hours:\\s*24|24 \\* 60", output_mode: "content" },
          ok(
            "src/feed/day-window.ts:12:  const to = from.add({ hours: 24 });\nsrc/feed/group.ts:8:const DAY = 24 * 60 * 60 * 1000;",
          ),
        ),
        read(`${root}/src/feed/day-window.ts`),
        read(`${root}/src/feed/ics.ts`),
        bash("git log --oneline -5 -- src/feed", "c41d9e0 feed: stream events\n8ab2f17 feed: VTIMEZONE"),
        step({ kind: "event", event: "hook", from: "PostToolUse hook", text: "format: 2 files" }),
        read(`${root}/src/feed/group.ts`),
        call(
          "TaskCreate",
          { subject: "Cut days by the calendar", description: "…" },
          ok("Task #1 created successfully"),
        ),
        call(
          "TaskCreate",
          { subject: "Give events an identity", description: "…" },
          ok("Task #2 created successfully"),
        ),
        step({ kind: "tasks", snapshot: first }),
        say(
          "`group.ts` keeps its own copy of the arithmetic. I’ll fix the window first, because the tests for it are the smallest.",
        ),
        edit(
          `${root}/src/feed/day-window.ts`,
          "  const to = from.add({ hours: 24 });",
          "  const next = date.add({ days: 1 });\n  const to = next.toZonedDateTime({ timeZone: zone }).toInstant();",
        ),
        call(
          "Write",
          {
            file_path: `${root}/src/feed/uid.ts`,
            content:
              'import type { Tide } from "../model.js";\n\nexport function eventUid(tide: Tide): string {\n  return tide.kind + "-" + tide.at;\n}\n',
          },
          ok("File created successfully"),
          { details: { type: "create", filePath: `${root}/src/feed/uid.ts`, structuredPatch: [] } },
        ),
        call(
          "Bash",
          { command: "pnpm vitest run test/feed", description: "Run the feed tests" },
          failed(
            "Exit code 1\n\u001b[41m FAIL \u001b[49m test/feed/\u001b[1mgroup.test.ts\u001b[22m > Lord Howe > 5 April 2026 has 24½ hours\n\u001b[31mAssertionError: expected 3 to be 4\u001b[39m",
          ),
        ),
        think("groupByDay takes offsetHours as an integer, and Lord Howe’s offset is 10½ hours."),
        say(
          "The window is right, the grouping is not. It takes `offsetHours` as an integer, and Lord Howe’s offset is 10½ hours. The clearest fix is to delete that arithmetic:\n\n```ts\nconst day = tide.at.toZonedDateTimeISO(zone).toPlainDate().toString();\n(groups[day] ??= []).push(tide);\n```\n\n| Day | Zone | Hours |\n|---|---|--:|\n| 26 October 2025 | Lisbon | 25 |\n| 29 March 2026 | Lisbon | 23 |",
        ),
        step({ kind: "tasks", snapshot: second }),
      ],
      {
        time: iso("14:02"),
        durationMs: 700_000,
        usage: [
          make.usage("claude-opus-4-6", { input: 12_000, cacheRead: 380_000, cacheWrite5m: 20_000, output: 9800 }),
        ],
      },
    ),
    turn(
      {
        kind: "said",
        blocks: [
          {
            kind: "text",
            markdown:
              "Good. But what happens to people who already subscribed: do they get every event twice? This is my own calendar with a test feed.",
          },
          { kind: "image", mediaType: "image/png", file: "pixel.png", bytes: png.length, width: 800, height: 460 },
        ],
      },
      [
        call("Skill", { skill: "calendar-clients" }, ok("Launching skill: calendar-clients")),
        call(
          "WebSearch",
          { query: "ICS subscription refresh UID changed duplicate events" },
          ok("Links: []\n\nNothing found."),
        ),
        call(
          "WebFetch",
          { url: "https://rfc-editor.org/rfc/rfc5545", prompt: "What does UID have to guarantee?" },
          ok("The UID must be globally unique and persistent."),
        ),
        call(
          "mcp__sentry__search_issues",
          { query: "feed 304 rate", project: "tidemark-api", limit: 5 },
          ok('[{"id":"TM-1184","title":"ETag mismatch after deploy","count":412}]'),
        ),
        say(
          "People who **subscribe** are safe. People who **imported once** are not.\n\nSo the question is when to switch.",
        ),
        call(
          "AskUserQuestion",
          {
            questions: [
              {
                question: "Events get new identities. From when?",
                header: "Switch",
                multiSelect: false,
                options: [
                  { label: "All at once", description: "Simplest." },
                  { label: "From 1 March on", description: "Earlier events keep their old identity." },
                ],
              },
              {
                question: "Which clients should the tests cover?",
                header: "Clients",
                multiSelect: true,
                options: [{ label: "Apple Calendar" }, { label: "Outlook" }],
              },
            ],
          },
          ok(
            'User has answered your questions: "Events get new identities. From when?"="From 1 March on", "Which clients should the tests cover?"="Outlook, Thunderbird too".',
          ),
          {
            details: {
              answers: {
                "Events get new identities. From when?": "From 1 March on",
                "Which clients should the tests cover?": "Outlook, Thunderbird too",
              },
            },
          },
        ),
        call(
          "Bash",
          { command: "pnpm build --watch" },
          { state: "interrupted", text: "watching 214 files…", at: make.at },
        ),
        call(
          "Edit",
          { file_path: `${root}/src/feed/uid.ts`, old_string: "a", new_string: "b" },
          {
            state: "rejected",
            text: "The user doesn't want to proceed with this tool use.",
            feedback: "Not that file. Do it in ics.ts.",
            at: make.at,
          },
        ),
        call("Read", { file_path: "/etc/shadow" }, failed("Permission to read has been denied.", { reason: "denied" })),
        call("Read", { file_path: `${root}/x.ts` }, failed("Sibling tool call errored", { reason: "sibling-errored" })),
        call("Bash", { command: "sleep 100" }, { state: "none" }),
        step({ kind: "event", event: "interrupted", text: "[Request interrupted by user]" }, "int1", "14:24"),
      ],
      { time: iso("14:15"), durationMs: 542_000 },
    ),
    turn(
      {
        kind: "said",
        queued: "steering",
        blocks: [
          { kind: "text", markdown: "also make sure the VTIMEZONE block is still there. Outlook shows UTC without it" },
        ],
      },
      [say("Noted. `VTIMEZONE` is untouched so far.")],
      { time: iso("14:22") },
    ),
    turn(
      {
        kind: "command",
        name: "/context",
        args: "",
        output: "\u001b[1mContext\u001b[22m  168k of 200k tokens\n  ■■ system and tools   18.2k\n  ■ memory files 4.1k",
      },
      [
        step(
          {
            kind: "compaction",
            summary:
              "- **Goal.** Calendar feeds must survive clock changes.\n- **Open.** A test that `VTIMEZONE` stays.",
            trigger: "auto",
            tokensBefore: 168_000,
            tokensAfter: 11_000,
          },
          "cmp",
          "14:26",
        ),
      ],
      { time: iso("14:25") },
    ),
    turn(
      "Who else depends on these identities? Look at the apps too. Then make a plan before you touch anything outside `src/feed`.",
      [
        call(
          "Task",
          { description: "Find every consumer of event UIDs", prompt: "Find every place…", subagent_type: "Explore" },
          ok("Three consumers, one of them fragile."),
          { id: "toolu_agent", agent: "a1" },
        ),
        say("One consumer is fragile: the reminder app reads the date out of the UID. I’ll plan for that."),
        step({ kind: "plan", plan: rejected }),
        step({
          kind: "event",
          event: "api-error",
          from: "API error 529, overloaded",
          text: "Retried 3 times, 41 s lost",
          level: "error",
        }),
        step({ kind: "plan", plan: approved }),
        step({ kind: "plan", plan: pending }),
        step({ kind: "unknown", type: "hologram", raw: { type: "hologram", beams: [1, 2, 3] } }),
        step({
          kind: "event",
          event: "diagnostic",
          text: 'Entry type "hologram" is not known; shown as is. s1.jsonl:212',
          level: "warning",
        }),
        step({ kind: "event", event: "model-change", text: "opus-4.6 to sonnet-4.5" }),
        step({ kind: "thinking", markdown: "", redacted: true }),
      ],
      { time: iso("14:27"), durationMs: 631_000 },
    ),
    turn(
      "Run the whole suite, verbosely, in both zones. If it is green, stop there: we re-issue 2025 in a separate session.",
      [
        bash("TZ=Europe/Lisbon pnpm vitest run --reporter verbose", longOutput),
        say("Green in both zones: 4,177 tests, 3 skipped as before. I’ll stop here."),
        step({ kind: "event", event: "hook", from: "Stop hook", text: "2 commands, no errors" }),
      ],
      {
        time: iso("14:42"),
        otherVersions: [
          [
            turn(
              "Write a script that re-issues last year’s feeds with the new identities.",
              [say("I’ll add `scripts/reissue.ts`."), bash("mkdir -p scripts"), bash("ls")],
              { time: iso("14:40") },
            ),
          ],
        ],
      },
    ),
    turn({ kind: "shell", command: "git status --short", stdout: " M src/feed/ics.ts\n", stderr: "" }, [], {
      time: iso("14:46"),
    }),
    turn(
      {
        kind: "machine",
        ...sentBy("task-notification"),
        text: "Background command “pnpm dev” finished with exit code 0.",
      },
      [say("The server has stopped.")],
      { time: iso("14:48") },
    ),
    turn(
      "Thanks. One paragraph for the changelog, for harbour masters, not for us.",
      [
        say(
          "> **Calendar feeds.** On the days when the clocks change, a tide could be missing from your calendar or shown twice. Both are fixed before the change on 29 March.",
        ),
      ],
      { time: iso("14:49"), durationMs: 14_000 },
    ),
  ],
  {
    title: "Make calendar feeds survive the clock change",
    role: "implementation",
    models: ["claude-opus-4-6", "claude-haiku-4-5", "claude-sonnet-4-5"],
    gitBranches: ["fix/ics-dst"],
    plans: [accepted, rejected, approved, pending],
    tasks: [first, second],
    agents: [explorer, stray, internal],
    origin: {
      session: sessionId("s0"),
      prompt:
        "A harbour master in Póvoa de Varzim wrote in: on 26 October the second low water is missing from the calendar feed her boat owners subscribe to. I suspect the clock change.\n\nFind out why, and tell me how you would fix it before we hit 29 March. Don’t write code yet.",
    },
    continues: { session: sessionId("s0"), entry: entryId("x") },
    files: [
      ["src/feed/ics.ts", 3, 4],
      ["src/feed/uid.ts", 15, 0],
      ["src/feed/day-window.ts", 3, 2],
      ["src/feed/group.ts", 6, 19],
      ["apps/reminders/match.ts", 9, 31],
      ["apps/reminders/match.test.ts", 44, 0],
      ["docs/reminders.md", 6, 2],
    ].map(([path, added, removed]) => ({
      path: `${root}/${path}`,
      added: Number(added),
      removed: Number(removed),
      calls: [],
      turns: [],
    })),
    usage: [
      make.usage("claude-opus-4-6", { input: 60_000, cacheRead: 1_200_000, cacheWrite5m: 90_000, output: 41_000 }),
      make.usage("qwen3:8b", { input: 1000, output: 100 }),
    ],
  },
);

export const open: OpenSession = make.opened(model, { "pixel.png": png });

const simple = (
  id: string,
  title: string,
  prompt: string,
  from: string,
  more: Partial<SessionRecord> = {},
  shape: readonly string[] = ["Read", "Bash", "Read"],
): SessionRecord => {
  const steps = shape.flatMap((name, index) => [
    ...(index % 4 === 0 ? [say("Looking.")] : []),
    name === "Edit"
      ? edit(`${root}/a.ts`, "a", "b")
      : name === "fail"
        ? call("Bash", { command: "x" }, failed("Exit code 1"))
        : call(name, { command: "ls", file_path: "a.ts", pattern: "x", url: "https://x.test", prompt: "x" }),
  ]);
  const made = make.session([turn(prompt, steps), turn("Go on.", steps.slice(0, 5))], {
    id: sessionId(id),
    title,
    span: { from: iso(from), to: iso(from) },
    usage: [make.usage("claude-opus-4-6", { input: 9000, cacheRead: 500_000, output: 9000 })],
  });
  return make.record(made, { firstPrompt: prompt, ...more });
};

const bars = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      ["Read", "Grep", "Bash", "Edit", "Read", "WebFetch", "Read", "fail"][(index * 7 + (index >> 2)) % 8] ?? "Read",
  );
const chain = {
  id: "c1",
  key: "c1",
  title: "Calendar feeds and the clock change",
  links: [
    { session: sessionId("s0"), joinedBy: "start" },
    { session: sessionId("s1"), joinedBy: "transcript-path", after: sessionId("s0") },
    { session: sessionId("s2"), joinedBy: "slug", after: sessionId("s1") },
  ],
} as const;

export const main: SessionRecord = make.record(model, {
  chain: "c1",
  firstPrompt: "Implement the plan: a civil day is not 24 hours.",
  diagnostics: 1,
});
const listed: SessionRecord[] = [
  simple(
    "s5",
    "Publish the clock-change post-mortem",
    "Turn the notes from Tuesday’s session into a post for harbour masters. No jargon, one picture of a 25-hour day, and say plainly that it was our mistake.",
    "2026-02-20T16:40:00Z",
    { project: "site" },
    bars(24),
  ),
  simple(
    "s4",
    "Answer If-None-Match so clients stop downloading",
    "97% of feed requests get a full body back although nothing changed. Look at how we build the ETag and tell me why it never matches after a deploy.",
    "2026-02-20T09:12:00Z",
    {},
    bars(70),
  ),
  simple(
    "s2",
    "Re-issue feeds for 2025 with stable UIDs",
    "Now the year 2025. Re-issue the feeds harbour by harbour.",
    "2026-02-19T11:05:00Z",
    { chain: "c1", role: "follow-up" },
    bars(40),
  ),
  main,
  simple(
    "s0",
    "Calendar feeds and the clock change",
    "A harbour master in Póvoa de Varzim wrote in: on 26 October the second low water is missing from the calendar feed.",
    "2026-02-17T13:21:00Z",
    { chain: "c1", role: "planning" },
    bars(33),
  ),
  simple("s3", "Tidy the README and the badges", "/init", "2026-02-16T11:02:00Z", {}, bars(8)),
  ...Array.from({ length: 90 }, (_, index) =>
    simple(
      `old${index}`,
      `Older work ${index}`,
      "Do what we did last week, once more.",
      new Date(Date.parse("2026-02-10T09:00:00Z") - index * 3.3 * 86_400_000).toISOString(),
      { project: ["tidemark", "buoy", "site"][index % 3] ?? "buoy" },
      bars(5 + ((index * 13) % 60)),
    ),
  ),
];

export const sampleArchive: Archive = make.archive(listed, {
  chains: [chain],
  projects: [
    {
      id: "tidemark",
      name: "tidemark",
      path: root,
      sessions: listed.filter((each) => each.project === "tidemark").map((each) => each.id),
    },
    {
      id: "buoy",
      name: "buoy",
      path: "/home/mara/src/buoy",
      sessions: listed.filter((each) => each.project === "buoy").map((each) => each.id),
    },
    {
      id: "site",
      name: "harbour-site",
      path: "/home/mara/src/harbour-site",
      sessions: listed.filter((each) => each.project === "site").map((each) => each.id),
    },
  ],
  diagnostics: [
    {
      code: "unknown-entry",
      level: "warning",
      at: { file: "projects/tidemark/s1.jsonl", line: 212 },
      message: 'Entry type "hologram" is not known; shown as is.',
    },
  ],
});
