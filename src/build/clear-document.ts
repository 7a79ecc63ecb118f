/** The search text of a session through the publish gate: nothing can be taken out of the index once it is made. */
import type { Leak, PublishGate, SourceOf } from "../redact/index.ts";
import { type SearchDocument, type SearchFields, withWords } from "../search/index.ts";

export function clearDocument(
  document: SearchDocument,
  gate: PublishGate,
  sourceOf: SourceOf,
): { readonly document: SearchDocument; readonly taken: readonly Leak[] } {
  const taken: Leak[] = [];
  const clear = (text: string, page: string): string =>
    gate.clearText(text, (found, secret) => {
      const source = sourceOf(secret);
      taken.push({ file: page, line: 1, ...found, inside: "search text", ...(source !== undefined && { source }) });
    });
  return { document: withWords(document, clear), taken };
}

/** The same of what the archive says of a session; whoever cleared its text has told what was found. */
export function clearFields(fields: SearchFields, gate: PublishGate): SearchFields {
  const clear = (text: string): string => gate.clearText(text, () => undefined);
  const { title, project, story } = fields;
  return {
    ...fields,
    title: clear(title),
    project: clear(project),
    ...(story === undefined ? {} : { story: clear(story) }),
  };
}
