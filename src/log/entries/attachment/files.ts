/** Files that came with a prompt or changed outside. Log example: {"type":"attachment","attachment":{"type":"edited_text_file","filename":"/a.ts","snippet":"…"}} */
import { type NamelessSender, sentBy } from "../../../model/sender.ts";
import { list, number, object, words } from "../../fields.ts";
import { defineEntry } from "../entry.ts";

export const editedTextFile = defineEntry("edited_text_file", (raw) => {
  const facts = object(raw, "attachment");
  return notice("changed-file", [words(facts, "filename"), words(facts, "snippet")]);
});

/** An `@file` mention: the file as it was. */
export const file = defineEntry("file", (raw) => {
  const facts = object(raw, "attachment");
  const content = object(facts, "content");
  return notice("mentioned-file", [
    words(facts, "displayPath") ?? words(facts, "filename"),
    words(object(content, "file"), "content") ?? words(content, "content"),
  ]);
});

/** An `@folder` mention: what was in it. */
export const directory = defineEntry("directory", (raw) => {
  const facts = object(raw, "attachment");
  return notice("mentioned-folder", [words(facts, "displayPath") ?? words(facts, "path"), words(facts, "content")]);
});

/** An `@file` mention of what the model had before it already. */
export const alreadyReadFile = defineEntry("already_read_file", (raw) => {
  const facts = object(raw, "attachment");
  return notice("mentioned-file-again", [words(facts, "displayPath") ?? words(facts, "filename")]);
});

export const selectedLinesInIde = defineEntry("selected_lines_in_ide", (raw) => {
  const facts = object(raw, "attachment");
  const lines = [number(facts, "lineStart"), number(facts, "lineEnd")].filter((line) => line !== undefined);
  const place = [words(facts, "displayPath") ?? words(facts, "filename"), lines.join("–")].filter(Boolean).join(":");
  return notice("editor-selection", [place, words(facts, "content")]);
});

/** The plan as its file has it, sent to the model again after a compaction. */
export const planFileReference = defineEntry("plan_file_reference", (raw) => {
  const facts = object(raw, "attachment");
  return notice("plan-file", [words(facts, "planFilePath"), words(facts, "planContent")]);
});

export const openedFileInIde = defineEntry("opened_file_in_ide", (raw) =>
  notice("editor-file", [words(object(raw, "attachment"), "filename")]),
);

/** What the editor's language server found. */
export const diagnostics = defineEntry("diagnostics", (raw) => {
  const files = list(object(raw, "attachment"), "files") ?? [];
  const lines = files.flatMap((item) => [
    words(item, "uri") ?? "",
    ...(list(item, "diagnostics") ?? []).map((found) =>
      ["  ", words(found, "severity"), words(found, "message"), words(found, "code")].filter(Boolean).join(" "),
    ),
  ]);
  return notice("editor-diagnostics", lines);
});

function notice(by: NamelessSender, parts: readonly (string | undefined)[]) {
  return { kind: "event" as const, event: "notice" as const, ...sentBy(by), text: parts.filter(Boolean).join("\n") };
}
