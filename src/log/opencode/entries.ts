/** A session of OpenCode as entries: one for each message, and one for each result of its calls. */
import { createHash } from "node:crypto";
import type { Sender } from "../../model/sender.ts";
import type { At, EntryId } from "../../model/session.ts";
import { clientNotice } from "../bodies.ts";
import type { ContentBlock } from "../entries/content.ts";
import type { Entry, EntryBase, EntryBody } from "../entries/entry.ts";
import { any, type Json, number, object, text, words } from "../fields.ts";
import {
  added,
  blockOf,
  callTime,
  compactionOf,
  eventOf,
  fileOf,
  isAdded,
  problemOf,
  resultOf,
  subtaskOf,
  timeOf,
  tokensOf,
  user,
} from "./parts.ts";
import type { StoredMessage, StoredPart, StoredSession } from "./stored.ts";

const openCode: Sender = { kind: "other", name: "OpenCode" };

export function entriesOf(stored: StoredSession, file: string): readonly Entry[] {
  return new SessionEntries(stored, file).all();
}

class SessionEntries {
  readonly #stored: StoredSession;
  readonly #file: string;
  readonly #entries: Entry[] = [];
  readonly #session: Partial<EntryBase>;
  /** What an agent is told is told by the session that called it, also where that one is gone. */
  readonly #sent: Pick<Extract<EntryBody, { kind: "user" }>, "sent">;
  #line = 0;
  #last: EntryId | undefined;
  #isCompacting = false;

  constructor(stored: StoredSession, file: string) {
    const { info } = stored;
    this.#stored = stored;
    this.#file = file;
    this.#session = {
      sessionId: words(info, "id"),
      cwd: words(info, "directory"),
      version: words(info, "version"),
    };
    const isAgent = words(info, "parentID") !== undefined;
    this.#sent = isAgent ? { sent: { sender: { kind: "coordinator" }, opensTurn: true } } : {};
  }

  all(): readonly Entry[] {
    const { info, messages } = this.#stored;
    const root = `session-${words(info, "id") ?? ""}` as EntryId;
    this.#put({ id: root }, { kind: "folded", reason: "The session's own row: title, folder and sums." });
    this.#last = root;
    const title = words(info, "title");
    if (title !== undefined && !placeholder.test(title)) this.#put({}, { kind: "title", source: "ai-title", title });
    const forkedFrom = words(info, "forkedFrom");
    if (forkedFrom !== undefined) this.#put({}, { kind: "fork", session: forkedFrom, by: "forked-from" });
    const revert = object(info, "revert");
    const reverted = words(revert, "messageID");
    let beforeRevert: EntryId | undefined;
    for (const message of messages) {
      const id = nameOf(message);
      if (reverted === undefined || words(message.info, "id") !== reverted) {
        this.#message(message, id);
        continue;
      }
      const { before, from } = cutAt(message, words(revert, "partID"));
      if (before !== undefined) this.#message(before, id);
      beforeRevert = this.#last;
      // Versions begin with a prompt; amid a turn there is none.
      if (before !== undefined || text(from.info, "role") !== "user")
        this.#last = this.#say(`${id}-from-here`, beforeRevert, "What follows was taken back.");
      this.#message(from, before === undefined ? id : (`${id}-taken-back` as EntryId));
    }
    if (beforeRevert !== undefined) this.#revert(beforeRevert);
    return this.#entries;
  }

  /** What was taken back stays stored until the next prompt: it is another version of what comes now, which is nothing yet. */
  #revert(parentId: EntryId): void {
    const id = `${this.#session.sessionId}-revert`;
    const leaf = this.#say(id, parentId, "What came after this place was taken back.");
    this.#put({}, { kind: "leaf", leaf });
  }

  /** Words of our own that open a turn. */
  #say(name: string, parentId: EntryId | undefined, said: string): EntryId {
    const id = name as EntryId;
    const sent = { sender: openCode, opensTurn: true };
    this.#put({ id, parentId }, { ...user([{ kind: "text", text: said }]), sent });
    return id;
  }

  #put(base: Partial<EntryBase>, body: EntryBody): void {
    const at: At = { file: this.#file, line: ++this.#line };
    this.#entries.push({ at, isSidechain: false, isMeta: false, ...this.#session, ...base, ...body });
  }

  #message({ info, parts }: StoredMessage, id: EntryId): void {
    const base: Partial<EntryBase> = {
      id,
      parentId: this.#last,
      time: timeOf(any(object(info, "time"), "created")),
      ...(text(info, "mode") === "plan" || text(info, "agent") === "plan" ? { permissionMode: "plan" } : {}),
    };
    switch (text(info, "role")) {
      case "user":
        this.#user(base, parts);
        break;
      case "assistant":
        this.#assistant(base, info, parts);
        break;
      default:
        this.#other(base, text(info, "role") ?? "without role", parts);
    }
    this.#last = base.id;
  }

  #user(base: Partial<EntryBase>, parts: readonly StoredPart[]): void {
    const said: ContentBlock[] = [];
    const later: EntryBody[] = [];
    for (const { raw } of parts) {
      const type = text(raw, "type") ?? "";
      if (type === "text") {
        if (isAdded(raw)) later.push(added(raw));
        else said.push({ kind: "text", text: text(raw, "text") ?? "" });
      } else if (type === "compaction") {
        this.#isCompacting = true;
        later.push(compactionOf(raw));
      } else if (type === "subtask") later.push(subtaskOf(raw));
      else if (type === "file") said.push(fileOf(raw));
      // Its name stands in the text, as "@explore".
      else if (type !== "agent") said.push({ kind: "unknown", type, raw });
    }
    if (said.length > 0) this.#put(base, { ...user(said), isVerbatim: true, ...this.#sent });
    for (const [at, body] of later.entries()) this.#put(said.length > 0 || at > 0 ? beside(base, at) : base, body);
    if (said.length === 0 && later.length === 0)
      this.#put(base, { kind: "folded", reason: "A message without parts." });
  }

  #assistant(base: Partial<EntryBase>, info: Json, parts: readonly StoredPart[]): void {
    const cwd = words(object(info, "path"), "cwd") ?? this.#session.cwd;
    const isSummary = any(info, "summary") === true;
    const blocks = parts.flatMap(({ raw }) => blockOf(raw, cwd) ?? []);
    const summary = blocks.flatMap((block) => (block.kind === "text" ? [block.text] : [])).join("\n");
    this.#put(
      { ...base, ...(cwd === undefined ? {} : { cwd }) },
      {
        kind: "assistant",
        blocks: isSummary ? blocks.filter(({ kind }) => kind !== "text") : blocks,
        isApiError: false,
        model: words(info, "modelID") ?? words(object(info, "model"), "modelID"),
        provider: words(info, "providerID") ?? words(object(info, "model"), "providerID"),
        tokens: tokensOf(object(info, "tokens"), number(info, "cost")),
      },
    );
    parts.forEach(({ raw }, at) => {
      const result = resultOf(raw);
      if (result !== undefined) this.#put({ ...beside(base, at, "result"), ...callTime(raw, "end") }, result);
      const event = eventOf(raw);
      if (event !== undefined) this.#put(beside(base, at, "event"), event);
    });
    if (isSummary && summary.trim() !== "") {
      if (!this.#isCompacting) this.#put(beside(base, 0, "compaction"), { kind: "compaction" });
      this.#isCompacting = false;
      this.#put(beside(base, 0, "summary"), { ...user([{ kind: "text", text: summary }]), isCompactSummary: true });
    }
    const problem = problemOf(any(info, "error"));
    if (problem !== undefined) this.#put(beside(base, 0, "problem"), problem);
    if (text(info, "finish") === "length")
      this.#put(beside(base, 0, "cut"), clientNotice("The answer was cut: it is as long as the model may write."));
  }

  /** Rows of 2.x that are no message. */
  #other(base: Partial<EntryBase>, role: string, parts: readonly StoredPart[]): void {
    const raw = parts[0]?.raw ?? {};
    switch (role) {
      case "shell": {
        const exitCode = number(raw, "exit") ?? number(object(raw, "metadata"), "exit");
        const command = text(raw, "command") ?? "";
        const ran = { kind: "shell", command, stdout: text(raw, "output") ?? "", stderr: "" } as const;
        this.#put(base, { ...user([]), ran: exitCode === undefined ? ran : { ...ran, exitCode } });
        break;
      }
      case "model-switched":
      case "agent-switched":
      case "idle":
        this.#put(base, { kind: "folded", reason: "Which model or agent is at work, and when it rests." });
        break;
      default:
        this.#put(base, { kind: "unknown", what: "entry", type: role, raw });
    }
  }
}

const placeholder = /^(?:New|Child) session - \d{4}-/;

/** A fork copies messages under new ids: what they have in common is the time, the role, and what is said or called. */
function nameOf({ info, parts }: StoredMessage): EntryId {
  const created = any(object(info, "time"), "created");
  if (created === undefined) return String(info.id) as EntryId;
  const said = parts.map(({ raw }) => text(raw, "callID") ?? text(raw, "text")?.slice(0, 200) ?? "");
  const print = createHash("sha1").update(JSON.stringify(said)).digest("hex").slice(0, 8);
  return `${text(info, "role")}-${created}-${print}` as EntryId;
}

/** A revert may begin within a message; what was spent for the whole of it is counted with what stays. */
function cutAt(message: StoredMessage, partId: string | undefined) {
  const at = partId === undefined ? -1 : message.parts.findIndex(({ raw }) => words(raw, "id") === partId);
  if (at <= 0) return { from: message };
  const { error, tokens, ...info } = message.info;
  return {
    before: { ...message, info: { ...info, tokens }, parts: message.parts.slice(0, at) },
    from: { ...message, info: { ...info, error }, parts: message.parts.slice(at) },
  };
}

const beside = (base: Partial<EntryBase>, at: number, what = "part"): Partial<EntryBase> => ({
  ...base,
  id: `${base.id}-${what}${at === 0 ? "" : `-${at}`}` as EntryId,
  parentId: base.id,
});
