// Which stretch of a code has which colour: as while building, with the grammars of this file alone.
import "./prism.js";
import "./grammars.js";
import { colorable, coloring, tokenized } from "../../../src/text/code-colors.ts";

const { Prism } = window;
const grammars = new Map();

function grammarOf(language) {
  if (!grammars.has(language)) {
    const grammar = Object.hasOwn(Prism.languages, language) ? Prism.languages[language] : undefined;
    grammars.set(language, grammar && coloring(grammar, language));
  }
  return grammars.get(language);
}

/** The code in pieces, each as a function that gives its segments; none where the code stays plain. */
export function piecesOf(code, language) {
  const grammar = grammarOf(language);
  const pieces = grammar && colorable(code, language);
  return (pieces ?? []).map((piece) => () => tokenized(Prism, piece, grammar, language));
}
