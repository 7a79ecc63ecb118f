/** Things outside that the session is tied to. Log example: {"type":"pr-link","prNumber":7,"prUrl":"…","prRepository":"a/b"} */
import { sentBy } from "../../model/sender.ts";
import { number, object, words } from "../fields.ts";
import { defineEntry } from "./entry.ts";

export const prLink = defineEntry("pr-link", (raw) => {
  const url = words(raw, "prUrl");
  const repository = words(raw, "prRepository");
  const pull = number(raw, "prNumber");
  return {
    kind: "event",
    event: "notice",
    ...sentBy("pull-request"),
    text: [repository === undefined ? undefined : `${repository}#${pull ?? "?"}`, url].filter(Boolean).join(" "),
  };
});

export const frameLink = defineEntry("frame-link", (raw) => ({
  kind: "event",
  event: "notice",
  ...sentBy("shared-page"),
  text: [words(raw, "title"), words(raw, "path"), words(raw, "frameUrl")].filter(Boolean).join(" "),
}));

const noWorktree = "Says that the session is in no worktree; one that it is in is shown.";

export const worktreeState = defineEntry(
  "worktree-state",
  (raw) => {
    const state = object(raw, "worktreeSession");
    const name = words(state, "worktreeName");
    if (state === undefined || name === undefined) return { kind: "folded", reason: noWorktree };
    const branch = words(state, "worktreeBranch");
    const path = words(state, "worktreePath");
    return {
      kind: "event",
      event: "notice",
      ...sentBy("worktree"),
      text: [name, branch === undefined ? undefined : `on ${branch}`, path === undefined ? undefined : `in ${path}`]
        .filter(Boolean)
        .join(" "),
    };
  },
  noWorktree,
);

/** The session was sent to the background and went on there: nothing else ties the two together. */
export const continuedIn = defineEntry("continued-in", (raw) => {
  const session = words(raw, "continuedInSessionId");
  return session === undefined ? undefined : { kind: "continued", session };
});

export const relocated = defineEntry("relocated", (raw) => {
  const folder = words(raw, "relocatedCwd");
  return folder === undefined ? undefined : { kind: "relocated", folder };
});

export const forkContextRef = defineEntry(
  "fork-context-ref",
  (raw) => {
    const session = words(raw, "parentSessionId");
    const entry = words(raw, "parentLastUuid");
    if (session === undefined) return undefined;
    return { kind: "fork", session, ...(entry !== undefined ? { entry: entry as never } : {}) };
  },
  "Says where an agent's or a session's context came from; it is linked to it.",
);
