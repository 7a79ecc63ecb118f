/**
 * What reading costs for each megabyte, of one folder of logs against another, in CPU seconds, in turn.
 *   tsx test/bench/reading.ts FOLDER OTHER [ROUNDS]
 */
import { resolve } from "node:path";
import { readSession } from "../../src/archive/read-session.ts";
import { findLogs } from "../../src/log/find-logs.ts";
import { groupSessions } from "../../src/log/session-files.ts";
import { median } from "./report.ts";

const seconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const [one = "", other = "", rounds = "3"] = process.argv.slice(2);
const folders = [one, other].map((folder) => groupSessions(findLogs([resolve(folder)]).files));
const costs: number[][] = [[], []];
for (let round = 0; round < Number(rounds); round++) {
  for (const [at, sessions] of folders.entries()) {
    const before = seconds();
    let bytes = 0;
    for (const files of sessions) bytes += readSession(files).bytes;
    costs[at]?.push((1000 * (seconds() - before)) / (bytes / 1e6));
  }
}
const [first = Number.NaN, second = Number.NaN] = costs.map((each) => median(each) ?? Number.NaN);
console.log(
  `${one}: ${first.toFixed(2)} ms/MB\n${other}: ${second.toFixed(2)} ms/MB\nratio ${(second / first).toFixed(2)}`,
);
