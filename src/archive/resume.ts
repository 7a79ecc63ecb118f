/** How a person goes on with a session, in the program that it was held with. */
import { providerFor } from "../log/providers.ts";
import type { Session } from "../model/session.ts";

/** The words of the command, to be run in the session's working folder; `undefined` where the agent has none. */
export function resumeCommand({ agent, id }: Pick<Session, "agent" | "id">): readonly string[] | undefined {
  // A session whose id another agent has too is called otherwise in the archive only.
  return providerFor(agent)?.resume?.(id.replace(new RegExp(`-${agent}$`), ""));
}
