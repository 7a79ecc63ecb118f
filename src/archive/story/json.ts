/** A story as data. */
import type { Moment } from "../../model/digest.ts";
import type { Beat, Happening, OpenEnd, PlanVersion, StoryDocument } from "../../model/story.ts";

/** Which of the story's `plans`: a plan may have 60,000 characters, and a beat, its answer and an open end speak of it. */
type PlanRef = Pick<PlanVersion, "number" | "version">;

const refOf = ({ number, version }: PlanVersion): PlanRef => ({ number, version });

/** What happened has its place in it; said twice, it would have its texts twice. */
const momentOf = ({ turn, order, anchor, time, agent, isLeftBehind }: Moment): Moment => ({
  ...{ turn, order, anchor },
  ...(time === undefined ? {} : { time }),
  ...(agent === undefined ? {} : { agent }),
  ...(isLeftBehind === undefined ? {} : { isLeftBehind }),
});

const placed = (each: Happening | OpenEnd): object => ({
  ...each,
  at: momentOf(each.at),
  ...(each.kind === "plan" ? { plan: refOf(each.plan) } : {}),
});

const beatData = ({ same, to, came, ...beat }: Beat): object => ({
  ...beat,
  ...(same === undefined ? {} : { same: same === "origin" ? same : { plan: refOf(same.plan) } }),
  ...(to === undefined ? {} : { to: refOf(to) }),
  came: came.map(placed),
});

/** Its sessions by their ids: `sessions` of the archive has the rest. The text of each plan stands in `plans` alone. */
export const storyData = ({ parts, plans, ends, ...story }: StoryDocument): object => ({
  ...story,
  parts: parts.map(({ session, beats }) => ({
    ...{ session: session.id, role: session.role, title: session.title },
    beats: beats.map(beatData),
  })),
  plans: plans.map(({ before, ...version }) => version),
  ends: ends.map(placed),
});
