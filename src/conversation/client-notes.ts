/** What the client noted of the session as a whole: labels, moves, its own account. Of repeated lines the last counts. */
import type { Entry } from "../log/entries/entry.ts";
import type { ClientNotes, SessionId } from "../model/session.ts";

export function clientNotes(entries: readonly Entry[]): ClientNotes {
  const labels: { -readonly [Label in "tag" | "agent" | "color"]?: string } = {};
  const efforts = new Set<string>();
  let relocated: ClientNotes["relocated"];
  let continuedIn: SessionId | undefined;
  let clientCost: ClientNotes["clientCost"];
  let folder: string | undefined;
  for (const entry of entries) {
    if (entry.cwd !== undefined) folder = entry.cwd;
    switch (entry.kind) {
      case "assistant":
        if (entry.effort !== undefined) efforts.add(entry.effort);
        break;
      case "label":
        if (entry.text === undefined) delete labels[entry.label];
        else labels[entry.label] = entry.text;
        break;
      case "relocated":
        relocated = moved(relocated, folder, entry.folder);
        break;
      case "continued":
        if (entry.session !== entry.sessionId) continuedIn = entry.session as SessionId;
        break;
      case "client-cost":
        clientCost = entry.cost;
        break;
    }
  }
  return {
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...(efforts.size === 0 ? {} : { efforts: [...efforts] }),
    ...(relocated === undefined ? {} : { relocated }),
    ...(continuedIn === undefined ? {} : { continuedIn }),
    ...(clientCost === undefined ? {} : { clientCost }),
  };
}

/** The line is written again later, when lines name the new folder already. */
function moved(before: ClientNotes["relocated"], from: string | undefined, to: string): ClientNotes["relocated"] {
  if (before?.to === to) return before;
  const left = from === to ? before?.from : (from ?? before?.from);
  return { to, ...(left === undefined ? {} : { from: left }) };
}
