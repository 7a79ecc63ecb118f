/** Results in the order of the items, so many at a time. */
import { setImmediate } from "node:timers/promises";

export async function inOrder<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as Item);
      // Lets progress be drawn and signals arrive.
      if (index % 16 === 15) await setImmediate();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(width, items.length)) }, worker));
  return results;
}
