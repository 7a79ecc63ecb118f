/** Small logs, what a site is made of, and the command as a process that can be watched and killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type LogArchive, readArchive } from "../../../src/archive/index.ts";
import { agentPage, sessionPage } from "../../../templates/pages/session-pages.ts";
import { Log, type Raw } from "../../hostile/log.ts";

export type { Raw };
export { Log };

export const newScratch = (): string => mkdtempSync(join(tmpdir(), "annals-faults-"));
export const id = (index: number): string => `aaaaaaaa-0000-4000-8000-${String(index).padStart(12, "0")}`;

/** A log without a fault: a question, a command, an edit, an answer. */
export function goodLog(session: string, words = "Which tide?"): string {
  const log = new Log(session, { cwd: `/home/ines/${session.slice(-4)}`, version: "2.1.50", gitBranch: "main" });
  log.prompt(words);
  log.said([{ type: "thinking", thinking: "The *moon*." }]);
  log.call("Bash", { command: "ls", description: "List" }, "a.ts\nb.ts", { stdout: "a.ts\nb.ts", stderr: "" });
  log.call("Edit", { file_path: "/home/ines/a.ts", old_string: "low", new_string: "high" }, "done");
  log.said([{ type: "text", text: `Spring tide, **${words}**` }]);
  return String(log);
}

export function put(path: string, content: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** Everything that a build draws of a source, in this process. */
export async function drawn(source: string): Promise<{ archive: LogArchive; pages: readonly string[] }> {
  const archive = await readArchive({ sources: [source], title: "Test", timeZone: "UTC" });
  const pages: string[] = [];
  for (const record of archive.sessions) {
    const open = await archive.open(record.id);
    const options = { archive: archive, version: "0", record, open };
    pages.push(String(sessionPage(options).html));
    for (const agent of record.agents) pages.push(String(agentPage({ ...options, agent })?.html ?? ""));
  }
  return { archive, pages };
}

/** Path and content of every file: two sites are the same when these are. */
export function contents(site: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (!existsSync(site)) return found;
  for (const entry of readdirSync(site, { recursive: true, withFileTypes: true, encoding: "utf8" })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile())
      found.set(path.slice(site.length + 1), createHash("sha256").update(readFileSync(path)).digest("hex"));
    else if (!entry.isDirectory()) found.set(path.slice(site.length + 1), "not a file");
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** All text of a site, unpacked: pages, scripts, and the index out of its compression. */
export function allText(site: string): string {
  const parts: string[] = [];
  for (const name of contents(site).keys()) {
    const bytes = readFileSync(join(site, name));
    parts.push(name, unzipped(bytes) ?? bytes.toString("utf8"));
    for (const [, packed = ""] of bytes.toString("latin1").matchAll(/"([A-Za-z0-9+/]{40,}={0,2})"/g)) {
      const inner = Buffer.from(packed, "base64");
      parts.push(unzipped(inner) ?? inner.toString("utf8"));
    }
  }
  return parts.join("\n");
}

function unzipped(bytes: Uint8Array): string | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return undefined;
  try {
    return gunzipSync(bytes).toString("utf8");
  } catch {
    return undefined;
  }
}

/** The part of a page that no other session changes. */
export const mainOf = (page: string): string => /<main[\s\S]*<\/main>/.exec(page)?.[0] ?? "";

export interface Running {
  readonly child: ChildProcess;
  readonly stderr: () => string;
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** The command as its own process, to be killed or raced. */
export function start(
  scratch: string,
  args: readonly string[],
  node: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Running {
  const home = join(scratch, "home");
  mkdirSync(home, { recursive: true });
  const child = spawn(process.execPath, [...node, join(process.cwd(), "bin/annals.js"), ...args], {
    cwd: scratch,
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env.PATH ?? "", TZ: "UTC", HOME: home, CLAUDE_CONFIG_DIR: join(home, "none"), ...env },
  });
  let stderr = "";
  child.stderr?.on("data", (data) => {
    stderr += data;
  });
  return {
    child,
    stderr: () => stderr,
    ended: new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? signal))),
  };
}
