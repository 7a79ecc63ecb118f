/** What `annals inspect --json` says a session holds, counted the way expected.ts counts. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kind } from "./expected.ts";
import { Page, squeezed } from "./letters.ts";
import { type Json, listAt, objectOf, textAt } from "./logs.ts";
import { resultKey } from "./result-key.ts";

export interface Usage {
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
}

export interface Model {
  readonly sessions: readonly Held[];
  /** The same as they are told, with their steps in order. */
  readonly told: readonly unknown[];
  readonly usage: readonly Usage[];
}

export class Held {
  readonly id: string;
  readonly files: ReadonlySet<string>;
  readonly counts = new Map<string, number>();
  readonly #words: string[] = [];
  #page: Page | undefined;

  constructor(session: Json) {
    this.id = textAt(session, "id");
    const files = new Set([textAt(session, "file")]);
    this.#turns(listAt(session, "turns"));
    for (const agent of listAt(session, "agents")) this.#agent(agent, files);
    this.files = files;
  }

  /** Everything that is said outside of calls, for texts that the model takes apart. */
  get page(): Page {
    this.#page ??= new Page(this.#words.join("\n"));
    return this.#page;
  }

  #agent(agent: unknown, files: Set<string>): void {
    files.add(textAt(agent, "file"));
    this.#turns(listAt(agent, "turns"));
    for (const inner of listAt(agent, "agents")) this.#agent(inner, files);
  }

  #turns(turns: readonly unknown[]): void {
    for (const turn of turns) {
      this.#prompt(objectOf(objectOf(turn)?.prompt) ?? {});
      for (const step of listAt(turn, "steps")) this.#step(objectOf(step) ?? {});
      for (const version of listAt(turn, "otherVersions")) if (Array.isArray(version)) this.#turns(version);
    }
  }

  #prompt(prompt: Json): void {
    for (const block of listAt(prompt, "blocks")) {
      const words = textAt(block, "markdown");
      if (objectOf(block)?.kind === "text") this.#count("prompt", squeezed(words), words);
      else this.#media(block);
    }
    for (const name of ["name", "args", "output", "command", "stdout", "stderr", "from", "text"])
      this.#words.push(textAt(prompt, name));
    this.#words.push(textAt(prompt.plan, "markdown"));
    // The answer to a plan of another file, with what was written after it.
    const plan = objectOf(prompt.plan);
    const answer = plan?.origin === "plan-content" ? textAt(plan.outcome, "text") : "";
    if (answer === "") return;
    this.#count(
      "result",
      resultKey(textAt(plan, "call"), answer.split("\n\n[Request")[0] ?? "", asides(plan?.outcome)),
    );
    this.#words.push(answer);
  }

  #step(step: Json): void {
    const words = textAt(step, "markdown");
    switch (step.kind) {
      case "text":
      case "thinking":
        this.#count(step.kind, words, words);
        break;
      case "event":
        this.#words.push(textAt(step, "text"), textAt(step, "from"));
        if (step.event === "api-error" || step.from === "Client") this.#count("text", textAt(step, "text"));
        if (step.from === "Another result")
          this.#count("result", resultKey(textAt(step, "call"), textAt(step, "text")));
        break;
      case "compaction":
        this.#words.push(textAt(step, "summary"));
        break;
      case "call":
        this.#call(objectOf(step.call) ?? {}, "id");
        break;
      case "plan":
        this.#call(objectOf(step.plan) ?? {}, "call");
        break;
      case "orphan-result":
        this.#count("result", resultKey(textAt(step, "call"), textAt(step, "text")));
        break;
      case "unknown": {
        const id = textAt(step.raw, "tool_use_id");
        if (id !== "") this.#count("result", resultKey(id, textAt(step.raw, "text")));
        break;
      }
      default:
        this.#media(step);
    }
  }

  #call(call: Json, idName: string): void {
    const id = textAt(call, idName);
    const outcome = objectOf(call.outcome);
    this.#count("call", id);
    if (outcome === undefined || outcome.state === "none") return;
    this.#count("result", resultKey(id, textAt(outcome, "text"), asides(outcome)));
    for (const media of listAt(outcome, "media")) this.#media(media);
  }

  #media(block: unknown): void {
    const file = textAt(block, "file");
    if (file !== "") this.#count("image", file.replace(/\.[a-z]+$/, ""));
  }

  #count(kind: Kind, key: string, words = ""): void {
    const name = countName(kind, key);
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    if (words !== "") this.#words.push(words);
  }
}

/** What the client said beside the tool's own words. */
function asides(outcome: unknown): readonly string[] {
  const persisted = objectOf(outcome)?.persisted;
  const reminders = listAt(outcome, "reminders").filter((each) => typeof each === "string");
  return persisted === undefined ? reminders : [...reminders, textAt(persisted, "note")];
}

/** Media files are named by the first digits of their hash. */
export function countName(kind: Kind, key: string): string {
  return `${kind}\n${kind === "image" ? key.slice(0, 24) : key}`;
}

export function inspected(project: string, logs: string): Model {
  const folder = mkdtempSync(join(tmpdir(), "annals-check-"));
  const file = join(folder, "model.json");
  try {
    execFileSync(process.execPath, [join(project, "bin/annals.js"), "inspect", logs, "--json"], {
      stdio: ["ignore", openSync(file, "w"), "inherit"],
    });
    return modelOf(readFileSync(file, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function modelOf(json: string): Model {
  const whole = objectOf(JSON.parse(json));
  const told = listAt(whole, "sessions");
  const sessions = told.map((session) => new Held(objectOf(session) ?? {}));
  return { sessions, told, usage: listAt(whole, "usage") as readonly Usage[] };
}
