/** Usage by day of the archive's own zone. */

import { addUsage, type Spent } from "../conversation/usage.ts";
import type { DayUsage } from "../model/archive.ts";
import { append } from "../system/append.ts";
import { clock, quarterMs } from "../text/clock.ts";

export function days(spent: readonly Spent[], timeZone: string): readonly DayUsage[] {
  const { keyOf } = clock(timeZone);
  const byDay = new Map<string, Spent["usage"][]>();
  for (const { quarter, usage } of spent) {
    if (quarter === undefined) continue;
    append(byDay, keyOf(quarter * quarterMs), usage);
  }
  return [...byDay].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, list]) => ({ date, models: addUsage(list) }));
}
