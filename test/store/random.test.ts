import { expect, inject, it } from "vitest";
import { randomRounds } from "./random.ts";

/** `ANNALS_ROUNDS=200 npx vitest run test/store/random.test.ts` for the long form. */
const rounds = Number(process.env.ANNALS_ROUNDS ?? 12);

it(`every line ever kept is in the store, the archive and the site exactly once, after ${rounds} rounds`, async () => {
  const seed = Number(process.env.ANNALS_SEED ?? 19);
  const { wrong, lines, killed, sites } = await randomRounds({
    rounds,
    seed,
    command: inject("command"),
    siteEvery: rounds > 50 ? 1 : 6,
    onRound: (round, all) => rounds > 50 && round % 20 === 0 && console.log(`round ${round}: ${all} lines`),
  });
  if (rounds > 50) console.log(`${rounds} rounds: ${lines} lines, ${sites} sites, ${killed} killed`);
  expect(wrong).toEqual([]);
  expect(lines).toBeGreaterThan(rounds);
});
