/** The history of a file as plain data: for `annals inspect --json` and for templates of a site of one's own. */
import { agentPath, sessionPath } from "../address/paths.ts";
import type { FileRecord } from "../model/archive.ts";
import type { Place } from "../model/collections.ts";
import type { EditDigest } from "../model/digest.ts";
import type { BlamePrompt, FileEdit, FileHistory } from "../model/file-history.ts";
import type { SessionId } from "../model/session.ts";

/** An edit with the prompt that caused it. `path` is the page it stands on, `file` the file as the project sees it. */
export interface EditRecord
  extends Place,
    Pick<EditDigest, "call" | "tool" | "file" | "outcome" | "added" | "removed" | "hunks" | "error"> {
  /** Counts the edits of the file that went well, from 1. */
  readonly number?: number;
  readonly prompt?: { readonly title: string; readonly number?: number; readonly anchor: string };
  readonly isLeftBehind?: true;
  readonly isCorrection?: true;
}

export interface FileData extends Omit<FileRecord, "edits"> {
  /** Newest first. */
  readonly edits: readonly EditRecord[];
  readonly changedWith: readonly { readonly path: string; readonly times: number }[];
  readonly blame?: {
    readonly prompts: readonly {
      readonly number: number;
      readonly session: SessionId;
      readonly title?: string;
      readonly lines: number;
    }[];
    readonly lines: readonly { readonly text: string; readonly prompt?: number }[];
    readonly replayed: number;
    readonly stop?: { readonly call: string; readonly reason: string };
  };
}

export function fileData({ file, edits, together, blame }: FileHistory): FileData {
  return {
    ...file,
    edits: edits.map(editRecord),
    changedWith: together.map((each) => ({ path: each.file.path, times: each.times })),
    ...(blame === undefined
      ? {}
      : {
          blame: {
            prompts: blame.prompts.map(promptData),
            lines: blame.lines.map(({ text, prompt }) =>
              prompt === undefined ? { text } : { text, prompt: prompt.number },
            ),
            replayed: blame.replayed,
            ...(blame.stop === undefined ? {} : { stop: { call: blame.stop.at.edit.call, reason: blame.stop.reason } }),
          },
        }),
  };
}

const promptData = ({ number, session, turn, lines }: BlamePrompt) => ({
  ...{ number, session: session.id, lines },
  ...(turn === undefined ? {} : { title: turn.title }),
});

function editRecord({ edit, session, turn, number, corrects }: FileEdit): EditRecord {
  const agent = edit.agent === undefined ? undefined : session.agents.find(({ id }) => id === edit.agent);
  const { call, tool, file, outcome, added, removed, hunks, error, anchor, time, isLeftBehind } = edit;
  return {
    session: session.id,
    ...(edit.agent === undefined ? {} : { agent: edit.agent }),
    path: agent === undefined ? sessionPath(session) : agentPath(session, agent),
    anchor,
    ...(time === undefined ? {} : { time }),
    ...{ call, tool, file, outcome, added, removed, hunks },
    ...(error === undefined ? {} : { error }),
    ...(number === undefined ? {} : { number }),
    ...(turn === undefined
      ? {}
      : {
          prompt: {
            title: turn.title,
            anchor: turn.anchor,
            ...(turn.number === undefined ? {} : { number: turn.number }),
          },
        }),
    ...(isLeftBehind ? { isLeftBehind } : {}),
    ...(corrects === undefined ? {} : { isCorrection: true as const }),
  };
}
