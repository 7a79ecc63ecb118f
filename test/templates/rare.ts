/** A session of what the sample has not: it is rare, or long. */
import { sentBy } from "../../src/model/sender.ts";
import type { Session, StepBody } from "../../src/model/session.ts";
import * as make from "./support.ts";

const { agent, bash, call, callId, ok, say, step, turn } = make;

const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

const withdrawn = (text: string) => ({ ...say(text), withdrawn: true as const });
const workers = ["w1", "w2"].map((id) =>
  agent(id, [turn(`Look at ${id}.`, [bash("ls"), say(`Seen ${id}.`)])], { calledBy: callId("toolu_flow") }),
);
const tireless = agent(
  "t1",
  [turn("Do it all.", [...Array.from({ length: 301 }, () => bash("ls")), say("All done.")])],
  {
    calledBy: callId("toolu_task"),
  },
);
const nested = agent("n1", [turn("Deeper.", [say("Found.")])], { description: "Nobody called it" });
const caller = agent("c1", [turn("Go on.", [bash("ls"), say("Gone.")])], { agents: [nested] });

export const rare: Session = make.session(
  [
    turn({ kind: "none" }, [say("In the middle.")]),
    turn({ kind: "scheduled", task: "t1", cron: "0 9 * * 1", text: "Look at the tides." }, [
      withdrawn("Not so."),
      say("So."),
      step({ kind: "orphan-result", call: callId("toolu_gone"), text: "late words" } as StepBody),
      bash("make", "done", { id: "toolu_hooked" }),
      step({ kind: "event", event: "hook", from: "PostToolUse hook", text: "formatted", call: callId("toolu_hooked") }),
      step({
        kind: "event",
        event: "notice",
        ...sentBy("task-notification"),
        text: '{"task_id":"bx12","description":"Watch","task_type":"local_bash"}',
      }),
      call("Workflow", { name: "survey" }, ok("started"), { id: "toolu_flow" }),
      call("Task", { description: "All of it", prompt: "Do it all." }, ok("All done."), { id: "toolu_task" }),
      call("Write", { file_path: "a.txt", content: many(400, (index) => `line ${index}`) }, ok("File created"), {
        details: { type: "create", filePath: "a.txt", structuredPatch: [] },
      }),
    ]),
    turn(
      many(4000, (index) => `A very long prompt, line ${index}.`),
      [],
    ),
  ],
  {
    id: make.sessionId("rare"),
    agents: [...workers, tireless, caller],
    clientCost: { usd: 12, models: [{ model: "claude-opus-4-6", input: 10, output: 999 }] },
  },
);

/** Turns with more work than a page can keep. */
export const busy: Session = make.session(
  Array.from({ length: 20 }, (_, index) =>
    turn(`Prompt ${index}.`, [
      ...Array.from({ length: 20 }, () => bash("echo", "x ".repeat(400))),
      call("Bash", { command: "false" }, make.failed("Exit code 1")),
    ]),
  ),
  { id: make.sessionId("busy") },
);

/** So many prompts that a page keeps the first words of most, and lists them without details. */
export const long: Session = make.session(
  Array.from({ length: 400 }, (_, index) => turn(`Prompt ${index}.`, [say(`Answer ${index}. ${"More. ".repeat(40)}`)])),
  { id: make.sessionId("long") },
);
