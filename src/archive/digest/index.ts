/** A session reduced to what pages over the whole archive need of it, while it is open for its own page. */
import type { SessionRecord } from "../../model/archive.ts";
import { digestFormat, type SessionDigest } from "../../model/digest.ts";
import type { EditingSession } from "../../model/file-history.ts";
import type { SessionTexts } from "../../model/replay.ts";
import type { Session } from "../../model/session.ts";
import { inProject } from "../replay/session-texts.ts";
import { agentDigests, eventDigests, lastWords } from "./agents.ts";
import { questionDigests, rejectionDigests } from "./decisions.ts";
import { editDigests } from "./edits.ts";
import { runDigests } from "./failures.ts";
import { gitDigests } from "./git.ts";
import { planDigests } from "./plans.ts";
import { summaryBy } from "./summary.ts";
import { snapshotDigests } from "./tasks.ts";
import { turnDigests } from "./turns.ts";
import { walk } from "./walk.ts";

function editingSession({ id, key, title, models, origin, agents }: SessionRecord): EditingSession {
  const named = agents.map((agent) => ({ id: agent.id, key: agent.key }));
  return { id, key, title, models, agents: named, ...(origin === undefined ? {} : { origin }) };
}

/** `session` is as it may be seen: linked, redacted, without what is left out. */
export function sessionDigest(session: Session, record: SessionRecord, texts?: SessionTexts): SessionDigest {
  const walked = walk(session);
  const summary = summaryBy(session);
  const words = lastWords(walked);
  return {
    format: digestFormat,
    session: record.id,
    editing: editingSession(record),
    ...(session.cwd === undefined ? {} : { cwd: session.cwd }),
    ...gitDigests(walked, session),
    turns: turnDigests(walked),
    plans: planDigests(walked),
    snapshots: snapshotDigests(walked),
    edits: editDigests(walked, session.project),
    ...(texts === undefined ? {} : { texts: inProject(texts, session.project) }),
    questions: questionDigests(walked),
    rejections: rejectionDigests(walked, summary),
    ...runDigests(walked, summary),
    agents: agentDigests(session, record, walked),
    events: eventDigests(walked),
    ...(words === undefined ? {} : { lastWords: words }),
  };
}
