/** The session that most lines of a log name: its id where the file's name is none, and whose agent it is. */
import { lines } from "./lines.ts";

export function usualSession(path: string): string | undefined {
  const counts = new Map<string, number>();
  try {
    for (const line of lines(path)) {
      const id = "text" in line ? /"sessionId"\s*:\s*"([^"\\]{1,200})"/.exec(line.text)?.[1] : undefined;
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  } catch {
    return undefined;
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
