/** What a user answered. Several labels come joined with ", ", own words mixed in, and older logs have only a sentence. */

/** Which labels an answer names; what is left is the user's own words. */
export function chosenOf(
  answer: string,
  labels: readonly string[],
  isMulti: boolean,
): { readonly chosen: readonly string[]; readonly other?: string } {
  if (answer.trim() === "") return { chosen: [] };
  if (labels.includes(answer)) return { chosen: [answer] };
  if (!isMulti) return { chosen: [], other: answer };
  // Labels may hold commas themselves, so the longest that fits is taken off the front.
  const byLength = [...labels].sort((one, two) => two.length - one.length);
  const chosen: string[] = [];
  const others: string[] = [];
  let left = answer;
  while (left !== "") {
    const label = byLength.find((each) => left === each || left.startsWith(`${each}, `));
    const comma = left.indexOf(", ");
    const part = label ?? (comma === -1 ? left : left.slice(0, comma));
    (label === undefined ? others : chosen).push(part);
    left = left.slice(part.length + 2);
  }
  return { chosen, ...(others.length === 0 ? {} : { other: others.join(", ") }) };
}

/** The answer in a result such as `User has answered your questions: "Q"="A", "R"="B". You can now …`. */
export function answerIn(
  text: string,
  question: string,
  questions: readonly string[],
  labels: readonly string[],
): string | undefined {
  const opening = `"${question}"="`;
  const found = text.indexOf(opening);
  if (found === -1) {
    // With one question, some logs hold nothing but the label.
    return questions.length === 1 && labels.includes(text.trim()) ? text.trim() : undefined;
  }
  const from = found + opening.length;
  // Answers are not escaped: a quote ends one only before the next question, a note, or the closing sentence.
  const ends = [
    ...questions.map((next) => text.indexOf(`", "${next}"="`, from)),
    text.indexOf('" selected preview:', from),
    text.indexOf('" user notes:', from),
    text.indexOf('". You can now', from),
  ].filter((end) => end !== -1);
  const end =
    ends.reduce<number | undefined>((first, each) => Math.min(first ?? each, each), undefined) ?? text.lastIndexOf('"');
  return end < from ? undefined : text.slice(from, end);
}
