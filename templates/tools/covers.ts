/**
 * Whether every line of `text` stands in `shown`. A piece may begin and end within a line: a string to replace, a
 * preview that was cut.
 */
export function covers(shown: string, text: string, isPiece = false): boolean {
  const bareText = text.trim();
  if (bareText === "" || bareText === shown.trim()) return true;
  const lines = new Set(shown.split("\n").map((line) => line.trim()));
  const wanted = bareText.split("\n");
  return wanted.every((line, index) => {
    const bare = line.trim();
    if (bare === "" || lines.has(bare)) return true;
    return isPiece && (index === 0 || index === wanted.length - 1) && shown.includes(bare);
  });
}
