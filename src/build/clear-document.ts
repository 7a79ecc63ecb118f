/** The search text of a session through the publish gate: nothing can be taken out of the index once it is made. */
import type { Leak, PublishGate, SourceOf } from "../redact/index.ts";
import { hiddenWords, type SearchDocument, type SearchFields, withWords } from "../search/index.ts";
import { oneSpace } from "../text/one-space.ts";

export function clearDocument(
  document: SearchDocument,
  gate: PublishGate,
  sourceOf: SourceOf,
): { readonly document: SearchDocument; readonly taken: readonly Leak[] } {
  const taken: Leak[] = [];
  const clear = (text: string, page: string): string => {
    // As it will stand in the index: what is found in words of several lines must be found now, when it can be taken out.
    const cleared = gate.clearText(oneSpace(text), (found, secret) => {
      const source = sourceOf(secret);
      taken.push({ file: page, line: 1, ...found, inside: "search text", ...(source !== undefined && { source }) });
    });
    return withoutHiddenNames(cleared, gate.names);
  };
  return { document: withWords(document, clear), taken };
}

/** An index also has the ends of names in code, in small letters: `getAlice` is found by "alice". */
function withoutHiddenNames(text: string, names: readonly string[]): string {
  if (names.length === 0) return text;
  const small = text.toLowerCase();
  const held = names.filter((name) => small.includes(name));
  if (held.length === 0) return text;
  return text.replace(/\S+/g, (word) => {
    const hidden = hiddenWords(word);
    const found = held.filter((name) => hidden.includes(name));
    if (found.length === 0) return word;
    return word.replace(/[\p{L}\p{N}_]+/gu, (part) =>
      found.some((name) => part.toLowerCase().endsWith(name)) ? "[redacted: user name]" : part,
    );
  });
}

/** The same of what the archive says of a session; whoever cleared its text has told what was found. */
export function clearFields(fields: SearchFields, gate: PublishGate): SearchFields {
  const clear = (text: string): string =>
    withoutHiddenNames(
      gate.clearText(text, () => undefined),
      gate.names,
    );
  const { title, project, story } = fields;
  return {
    ...fields,
    title: clear(title),
    project: clear(project),
    ...(story === undefined ? {} : { story: clear(story) }),
  };
}
