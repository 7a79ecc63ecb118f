/**
 * A session that follows one of another agent. Nothing but its first prompt can tell: it names the other's log or id, its
 * first turn reads that log, or it names a plan that the other has written. Time alone is no evidence.
 */
import type { JoinedBy, SessionId } from "../../model/session.ts";
import type { Evidence } from "./evidence.ts";

/** What a session's first turn names that others may have. */
export interface Named {
  /** Ids of sessions. */
  readonly ids: readonly string[];
  /** Logs, as `logName` has them. */
  readonly logs: readonly string[];
  /** Documents, as the prompt has them. */
  readonly documents: readonly string[];
}

export interface Followed {
  readonly to: SessionId;
  readonly by: Extract<JoinedBy, "transcript-path" | "named-session" | "plan-file">;
}

const ids = /\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|ses_[A-Za-z0-9]{8,})\b/gi;
// Bounded: a long word is tried from each of its letters.
const logs = /[^\s"'`<>()[\]]{1,300}\.jsonl?(?:\.zst)?\b/gi;
const documents = /[^\s"'`<>()[\]]{1,300}\.md\b/gi;
/** A prompt may be a pasted log: what comes after this names nothing on purpose. */
const longest = 20_000;

/** `prompt` is what the person said first, `given` what calls of that turn were given. */
export function namedIn(prompt: string, given: readonly string[]): Named | undefined {
  const said = prompt.slice(0, longest);
  const named = {
    ids: found(said, ids).map((id) => id.toLowerCase()),
    logs: [said, ...given]
      .flatMap((text) => (text.includes(".json") ? found(text.slice(0, longest), logs) : []))
      .map(logName),
    documents: found(said, documents).map((path) => path.replace(/^[@~]?(?:\.?\/)*/, "")),
  };
  const all = { ids: unique(named.ids), logs: unique(named.logs), documents: unique(named.documents) };
  return all.ids.length + all.logs.length + all.documents.length === 0 ? undefined : all;
}

const found = (text: string, what: RegExp): readonly string[] => text.match(what) ?? [];
const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** `…/sessions/2026/05/23/rollout-<time>-<id>.jsonl` by its name; `<id>/events.jsonl` is a name that all have. */
export function logName(path: string): string {
  const parts = path
    .replace(/\.zst$/i, "")
    .toLowerCase()
    .split(/[\\/]/);
  return parts.slice(parts.at(-1) === "events.jsonl" ? -2 : -1).join("/");
}

/** Plans are kept in a folder of that name, or are called so. */
export const isPlanDocument = (path: string): boolean =>
  /\.md$/i.test(path) && (/[\\/]plans[\\/][^\\/]+$/i.test(path) || /plan[^\\/]*$/i.test(path));

/** `sessions` come earliest first. Asked for one after the other: only those before it are known then. */
export class AcrossAgents {
  readonly #byName = new Map<string, Evidence[]>();
  readonly #plans = new Map<string, Evidence>();
  readonly #projectOf: (session: SessionId) => string;

  constructor(projectOf: (session: SessionId) => string) {
    this.#projectOf = projectOf;
  }

  /** The session of another agent that this one follows; nothing where it names several. */
  followedBy(evidence: Evidence): Followed | undefined {
    const { names } = evidence;
    if (names === undefined) return undefined;
    return (
      this.#only(evidence, names.logs, "transcript-path") ??
      this.#only(evidence, names.ids, "named-session") ??
      this.#planned(evidence, names.documents)
    );
  }

  add(evidence: Evidence): void {
    for (const name of new Set([evidence.session, evidence.loggedId ?? evidence.session, evidence.log ?? ""])) {
      const key = name.toLowerCase();
      if (key !== "") this.#byName.set(key, [...(this.#byName.get(key) ?? []), evidence]);
    }
    // The last one that wrote it counts, whoever that was.
    for (const path of evidence.planFiles ?? []) this.#plans.set(path, evidence);
  }

  #only(evidence: Evidence, names: readonly string[], by: Followed["by"]): Followed | undefined {
    const others = names.flatMap((name) => this.#byName.get(name) ?? []);
    const found = new Set(others.filter(({ agent }) => agent !== evidence.agent).map(({ session }) => session));
    const [to] = found;
    return to === undefined || found.size > 1 ? undefined : { to, by };
  }

  #planned(evidence: Evidence, named: readonly string[]): Followed | undefined {
    if (named.length === 0) return undefined;
    const project = this.#projectOf(evidence.session);
    const writers = new Set<SessionId>();
    for (const [path, writer] of this.#plans) {
      const isNamed = named.some((name) => name !== "" && `/${path.replaceAll("\\", "/")}`.endsWith(`/${name}`));
      if (isNamed && writer.agent !== evidence.agent && this.#projectOf(writer.session) === project)
        writers.add(writer.session);
    }
    const [to] = writers;
    return to === undefined || writers.size > 1 ? undefined : { to, by: "plan-file" };
  }
}
