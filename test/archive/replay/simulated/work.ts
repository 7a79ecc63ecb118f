/** People and agents who change files of a project: sessions, rewinds, agents, worktrees, hands and commands. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "./client.ts";
import { Clock, Thread, type Told } from "./thread.ts";
import { Chance, changedLines, Disk, type OnDisk } from "./tree.ts";

export const kinds = [
  ...["prompt", "change", "change", "change", "change", "read", "hand", "shell", "rewind", "go back", "agent"],
  ...["agent change", "agent change", "tell agent", "fork", "session", "worktree", "clock", "remove", "compact"],
] as const;

export interface Habits {
  readonly tells: Told | "any";
  readonly hasWindowsEnds: boolean;
  readonly hasSnapshots: boolean;
  readonly setsClocks: boolean;
  readonly callIds: "own" | "per session" | "per thread";
  readonly sidechains: "files" | "inside";
  readonly hasRewinds: boolean;
}

interface Prompted {
  readonly title: string;
  readonly parent: string | null;
  /** Changes of files before it. */
  readonly at: number;
  readonly files: ReadonlyMap<string, Pick<OnDisk, "text" | "known" | "changed">>;
}

interface Session {
  readonly main: Thread;
  readonly agents: { readonly thread: Thread; readonly call: string; readonly task: string }[];
  prompts: Prompted[];
  /** Where a rewind left a branch. */
  left: { readonly parent: string | null; readonly prompts: Prompted[] }[];
}

const project = "/work/tide";
const tree = `${project}/.claude/worktrees/fix`;

export class Work {
  readonly disk = new Disk();
  readonly client: Client;
  readonly #chance: Chance;
  readonly #clock = new Clock();
  readonly #sessions: Session[] = [];
  readonly #habits: Habits;
  #now: Session | undefined;
  #prompts = 0;
  #agents = 0;

  constructor(seed: number, habits: Habits) {
    this.#chance = new Chance(seed);
    this.#habits = habits;
    // Where ids are counted, a call without a result may seem to have that of another log that goes on from there.
    this.client = new Client(this.disk, this.#chance, habits.tells, habits.callIds === "own");
    const before = this.#chance.is(40);
    if (before) this.#hand(`${project}/src/a.ts`);
  }

  do(kind: (typeof kinds)[number]): void {
    this.#now ??= this.#begun(project);
    const session = this.#chance.is(15) ? this.#chance.of(this.#sessions as [Session, ...Session[]]) : this.#now;
    if (session.prompts.length === 0) this.#prompt(session);
    if (kind === "session") this.#begin(project);
    else if (kind === "worktree") this.#worktree();
    else this.#in(session, kind);
  }

  #in(session: Session, kind: (typeof kinds)[number]): void {
    const { main, agents } = session;
    const path = `${main.cwd}/src/${this.#chance.is(75) ? "a" : "b"}.ts`;
    const agent = agents.length === 0 ? undefined : this.#chance.of(agents as [(typeof agents)[0]]);
    if (kind === "prompt") this.#prompt(session);
    else if (kind === "change") this.client.change(main, path);
    else if (kind === "read") this.client.read(main, path);
    else if (kind === "hand") this.#hand(path);
    else if (kind === "shell") this.#shell(main, path);
    else if (kind === "remove") this.#remove(main, path);
    else if (kind === "rewind") this.#rewind(session);
    else if (kind === "go back") this.#goBack(session);
    else if (kind === "agent") this.#agent(session);
    else if (kind === "agent change") this.client.change(agent?.thread ?? main, path);
    else if (kind === "tell agent" && agent !== undefined) this.#tell(session, agent.thread);
    else if (kind === "fork") this.#fork(session);
    else if (kind === "clock")
      this.#habits.setsClocks ? this.#clock.set(-this.#chance.below(600)) : this.#clock.wait(90);
    else if (kind === "compact") this.#compact(main);
  }

  #begin(cwd: string): void {
    this.#now = this.#begun(cwd);
  }

  #begun(cwd: string): Session {
    const number = this.#sessions.length;
    const id = `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
    const main = new Thread({ session: id, cwd }, this.#clock, this.#ids(`${number}`));
    const session: Session = { main, agents: [], prompts: [], left: [] };
    this.#sessions.push(session);
    this.#prompt(session);
    return session;
  }

  #ids(thread: string): (count: number) => string {
    const { callIds } = this.#habits;
    if (callIds === "per thread") return (count) => `call_${count}`;
    return (count) => (callIds === "own" ? `toolu_${thread}_${count}` : `toolu_${thread.replace(/^\d+/, "")}_${count}`);
  }

  #worktree(): void {
    if (this.#sessions.length === 0) this.#begin(project);
    if (![...this.disk.files.keys()].some((path) => path.startsWith(tree))) this.disk.copy(project, tree);
    this.#begin(tree);
  }

  #prompt(session: Session, parent = session.main.parent): void {
    const title = `Prompt ${++this.#prompts}`;
    const { main } = session;
    session.prompts.push({ title, parent, at: this.disk.count, files: this.#files(main.cwd) });
    main.parent = parent;
    main.cause = title;
    const uuid = main.prompt(title);
    if (this.#habits.hasSnapshots) {
      const trackedFileBackups = Object.fromEntries([...main.seen.keys()].map((path) => [path, { version: 1 }]));
      main.beside({
        type: "file-history-snapshot",
        messageId: uuid,
        snapshot: { messageId: uuid, trackedFileBackups },
      });
    }
    if (this.#chance.is(30)) this.#tellChanges(main);
  }

  #files(cwd: string): Prompted["files"] {
    const found = new Map<string, Pick<OnDisk, "text" | "known" | "changed">>();
    for (const [path, { text, known, changed }] of this.disk.files)
      if (path.startsWith(`${cwd}/src/`)) found.set(path, { text, known, changed });
    return found;
  }

  /** The client tells what changed since, and takes it as seen. */
  #tellChanges(main: Thread): void {
    for (const [path, changed] of main.seen) {
      const file = this.disk.at(path);
      if (file.changed === changed || file.text === undefined) continue;
      main.entry("attachment", { attachment: { type: "edited_text_file", filename: path, snippet: "     1→…" } });
      main.seen.set(path, file.changed);
    }
  }

  #hand(path: string): void {
    const file = this.disk.at(path, this.#habits.hasWindowsEnds);
    const line = (): string => this.disk.line();
    const text = file.text ?? `${line()}\n${line()}\n${line()}\n`;
    this.disk.write(path, changedLines(text, this.#chance, line), "somebody");
  }

  #shell(thread: Thread, path: string): void {
    const { text } = this.disk.at(path);
    if (text === undefined) return;
    this.disk.write(
      path,
      changedLines(text, this.#chance, () => this.disk.line()),
      "a command",
    );
    const isNamed = this.#chance.is(60);
    thread.call(
      "Bash",
      { command: isNamed ? `sed -i 's/1/2/' src/${path.slice(-4)}` : "npm run format" },
      { text: "" },
    );
    // Since 2.1 the client knows what sed did.
    if (isNamed && this.#chance.is(30)) thread.seen.set(path, this.disk.at(path).changed);
  }

  #remove(thread: Thread, path: string): void {
    if (this.disk.at(path).text === undefined || this.#chance.is(50)) return;
    this.disk.remove(path);
    thread.call("Bash", { command: `rm ${path}` }, { text: "" });
  }

  #rewind(session: Session): void {
    if (!this.#habits.hasRewinds || session.prompts.length < 2) return;
    const { main } = session;
    const at = 1 + this.#chance.below(session.prompts.length - 1);
    const to = session.prompts[at] as Prompted;
    session.left.push({ parent: main.parent, prompts: session.prompts });
    session.prompts = session.prompts.slice(0, at);
    session.agents.length = 0;
    if (this.#chance.is(60))
      for (const path of this.#files(main.cwd).keys())
        if ((this.disk.at(path).editedIn.get(main.session) ?? 0) > to.at) this.disk.putBack(path, to.files.get(path));
    this.#prompt(session, to.parent);
  }

  /** To a branch that was left behind; its files stay as they are. */
  #goBack(session: Session): void {
    const to = session.left.pop();
    if (to === undefined) return;
    session.left.push({ parent: session.main.parent, prompts: session.prompts });
    session.prompts = [...to.prompts];
    session.agents.length = 0;
    this.#prompt(session, to.parent);
  }

  #agent(session: Session): void {
    const { main, agents } = session;
    const agent = `a${++this.#agents}`;
    const task = `Task ${agent}`;
    const isInside = this.#habits.sidechains === "inside";
    const thread = new Thread(
      {
        session: main.session,
        cwd: main.cwd,
        agent,
        ...(isInside ? { lines: main.lines as object[] as never[] } : {}),
      },
      this.#clock,
      this.#ids(`${main.session.slice(0, 8)}${agent}`),
    );
    thread.cause = main.cause;
    const details = { status: "async_launched", agentId: agent, description: task, prompt: task };
    const input = { description: task, prompt: task, subagent_type: "general-purpose", run_in_background: true };
    const call = main.call("Agent", input, { text: `agentId: ${agent}`, details });
    thread.prompt(task);
    agents.push({ thread, call, task });
    this.#threads.push({ thread, call });
  }

  readonly #threads: { readonly thread: Thread; readonly call: string }[] = [];

  #tell({ main }: Session, thread: Thread): void {
    const message = `Go on ${++this.#agents}`;
    main.call("SendMessage", { to: thread.agent, message }, { text: "sent", details: { success: true } });
    thread.cause = main.cause;
    thread.prompt(message);
  }

  /** A session that begins with what another one said. */
  #fork(session: Session): void {
    const number = this.#sessions.length;
    const id = `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
    const copied = session.main.lines.filter(({ isSidechain }) => isSidechain === false);
    const lines = copied.map((line) => ({ ...line, sessionId: id }));
    const main = new Thread({ session: id, cwd: session.main.cwd, lines }, this.#clock, this.#ids(`${number}`));
    main.parent = session.main.parent;
    main.seen = new Map(session.main.seen);
    this.client.copied(session.main, main);
    const forked: Session = { main, agents: [], prompts: [], left: [] };
    this.#sessions.push(forked);
    this.#now = forked;
    this.#prompt(forked);
  }

  /** The client reads again what it has read, and says nothing of it. */
  #compact(main: Thread): void {
    const above = main.parent;
    main.parent = null;
    main.entry("system", { subtype: "compact_boundary", content: "Conversation compacted", logicalParentUuid: above });
    main.entry("user", {
      ...{ isCompactSummary: true, isVisibleInTranscriptOnly: true },
      message: { role: "user", content: "This session is being continued from a previous conversation." },
    });
    for (const path of main.seen.keys()) main.seen.set(path, this.disk.at(path).changed);
  }

  /** Writes the logs; gives the folder of all projects. */
  save(root: string): string {
    const put = (path: string, text: string): void => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    };
    const folderOf = (cwd: string): string => join(root, cwd.replaceAll(/[^A-Za-z0-9]/g, "-"));
    for (const { main } of this.#sessions) put(join(folderOf(main.cwd), `${main.session}.jsonl`), main.text());
    if (this.#habits.sidechains === "inside") return root;
    for (const { thread, call } of this.#threads) {
      const folder = join(folderOf(thread.cwd), thread.session, "subagents");
      put(join(folder, `agent-${thread.agent}.jsonl`), thread.text());
      put(join(folder, `agent-${thread.agent}.meta.json`), JSON.stringify({ agentType: "general", toolUseId: call }));
    }
    return root;
  }
}
