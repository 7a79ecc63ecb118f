/** A store, the logs that are kept in it, and what is read of both. */
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readArchive } from "../../src/archive/index.ts";
import { keep } from "../../src/store/keep.ts";

export const sessionId = (number: number): string => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;

let lines = 0;

/** A prompt, as a line of a log, with words that no other line has. */
export function promptLine(session: string, words = `words ${++lines}`, time = lines): string {
  return `${JSON.stringify({
    type: "user",
    uuid: `u-${words.replace(/\W+/g, "-")}`,
    parentUuid: null,
    timestamp: new Date(Date.UTC(2026, 0, 1) + time * 60_000).toISOString(),
    cwd: "/home/ines/tides",
    sessionId: session,
    version: "2.1.200",
    message: { role: "user", content: words },
  })}\n`;
}

export class Machine {
  readonly home: string;
  readonly name: string;

  constructor(name: string, home = mkdtempSync(join(tmpdir(), "annals-machine-"))) {
    this.name = name;
    this.home = home;
    mkdirSync(this.projects, { recursive: true });
  }

  get projects(): string {
    return join(this.home, "projects");
  }

  log(session: string): string {
    return join(this.projects, "-home-ines-tides", `${session}.jsonl`);
  }

  write(session: string, text: string): void {
    this.put(this.log(session), text);
  }

  append(session: string, text: string): void {
    appendFileSync(this.log(session), text);
  }

  text(session: string): string {
    return readFileSync(this.log(session), "utf8");
  }

  put(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  keep(store: string) {
    const source = { path: this.projects, machine: this.name, isOwn: true };
    return keep({ folder: store, sources: [source], waitMs: 1000 });
  }

  archive(store: string) {
    return readArchive({
      sources: [this.projects],
      title: "",
      timeZone: "UTC",
      store: { folder: store, isOwn: true },
    });
  }
}

/** What was typed in each session of the archive, in order. */
export async function promptsOf(machine: Machine, store: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const archive = await machine.archive(store);
  return Object.fromEntries(
    archive.sessions.map(({ id }) => [
      id,
      archive
        .whole(id)
        .session.turns.flatMap((turn) =>
          [...(turn.otherVersions ?? []).flat(), turn].flatMap(({ prompt }) =>
            prompt.kind === "said"
              ? prompt.blocks.flatMap((block) => (block.kind === "text" ? [block.markdown] : []))
              : [],
          ),
        ),
    ]),
  );
}

export const scratchFolder = (): string => mkdtempSync(join(tmpdir(), "annals-store-"));
