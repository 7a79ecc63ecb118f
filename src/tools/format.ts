/** Numbers as a row shows them. */

// `toLocaleString` makes a formatter anew each time, which cost a tenth of a build.
const figures = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

export function figure(value: number): string {
  // Small whole numbers, which most are, look the same in any format.
  return value > 0 && value < 1000 && Number.isInteger(value) ? String(value) : figures.format(value);
}

/** "1 file", "1,204 files", "3 matches". */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${figure(amount)} ${amount === 1 ? noun : plural}`;
}

/** "0.6 s", "42 s", "9 min 2 s", "2 h 5 min". */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1).replace(/\.0$/, "")} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return joined(Math.floor(whole / 60), "min", whole % 60, "s");
  const minutes = Math.round(whole / 60);
  return joined(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

function joined(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${figure(large)} ${largeUnit}` : `${figure(large)} ${largeUnit} ${small} ${smallUnit}`;
}

/** "812 B", "214 kB", "1.3 MB". */
export function bytes(amount: number): string {
  if (amount < 1000) return `${figure(amount)} B`;
  if (amount < 999_500) return `${figure(Math.round(amount / 1000))} kB`;
  return `${figure(Math.round(amount / 100_000) / 10)} MB`;
}

/** "lines 1–34", "line 5". */
export function lineRange(first: number, amount: number): string {
  return amount > 1 ? `lines ${figure(first)}–${figure(first + amount - 1)}` : `line ${figure(first)}`;
}

/** The first line that says something, for a row. */
export function firstLine(text: string, longest = 120): string {
  const line = text.trim().split("\n", 1)[0]?.trim() ?? "";
  return line.length <= longest ? line : `${line.slice(0, longest).replace(/[\ud800-\udbff]$/, "")}…`;
}
