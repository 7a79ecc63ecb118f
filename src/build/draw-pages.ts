/** Brings the pages of sessions to their end once everything is known: finishes drafts, draws all others. */
import type { SessionId } from "../model/session.ts";
import { batches } from "./batches.ts";
import type { Drafts } from "./drafts.ts";
import type { Job, Shared } from "./draw.ts";
import type { FinishJob } from "./finish-pages.ts";
import type { Plan } from "./plan.ts";
import type { BuildContext, PlannedSession } from "./planned-sessions.ts";
import { type FinishedSession, finished, type LookedAtSession } from "./session-pages.ts";
import { sharedBy } from "./shared.ts";
import type { SessionWorker } from "./workers/worker.ts";
import type { WorkerPool } from "./workers/worker-pool.ts";

export interface DrawnPages {
  readonly sessions: readonly FinishedSession[];
  /** How many drafts were not right any more. */
  readonly redrawn: number;
}

export async function finishAndDraw(
  build: BuildContext,
  plan: Plan,
  drafts: Drafts,
  workers: WorkerPool,
): Promise<DrawnPages> {
  if (plan.drawn.length + plan.drafts.length === 0) return { sessions: [], redrawn: 0 };
  const drawing = new FinalDrawing(build, plan, workers);
  const wereDrafts = plan.drawn.filter(({ record }) => drafts.of(build.archive.source(record.id).id) !== undefined);
  const taken = new Set(plan.drafts.map(({ record }) => build.archive.source(record.id).id));
  drafts.discardAllBut((id) => taken.has(id));
  const { sessions, stale } = await drawing.finish(plan.drafts);
  for (const { record } of stale) taken.delete(build.archive.source(record.id).id);
  drafts.discardAllBut((id) => taken.has(id));
  const drawn = await drawing.draw([...plan.drawn, ...stale], drafts);
  return { sessions: [...sessions, ...drawn], redrawn: wereDrafts.length + stale.length };
}

class FinalDrawing {
  readonly #build: BuildContext;
  readonly #plan: Plan;
  readonly #workers: WorkerPool;
  readonly #shared: Shared;
  readonly #told = new Set<SessionWorker>();

  constructor(build: BuildContext, plan: Plan, workers: WorkerPool) {
    const { archive, redactor } = build;
    this.#build = build;
    this.#plan = plan;
    this.#workers = workers;
    this.#shared = sharedBy(archive, redactor.isOn ? redactor.state() : undefined);
  }

  async finish(
    drafts: Plan["drafts"],
  ): Promise<{ readonly sessions: readonly FinishedSession[]; readonly stale: readonly PlannedSession[] }> {
    const { options, archive, redactor } = this.#build;
    options.progress.phase("Finishing pages", drafts.length);
    const literals = redactor.lookedFor();
    const late = memoised((known: ReadonlySet<string>) => literals.filter(({ text }) => !known.has(text)));
    let done = 0;
    const looked = await Promise.all(
      inRuns(drafts, draftsAtOnce).map((run) =>
        this.#workers.use(0, async (worker) => {
          await this.#tell(worker);
          const jobs: FinishJob[] = run.map(({ record, draft, digest }) => ({
            session: draft.session,
            source: archive.source(record.id),
            draft: { late: late(draft.lookedFor), digest },
          }));
          const made = await worker.finish(jobs);
          done += run.length;
          options.progress.step(done);
          return made;
        }),
      ),
    );
    const all = looked.flat();
    return {
      sessions: all.flatMap((session) => (session === undefined ? [] : [this.#finished(session)])),
      stale: drafts.filter((_, at) => all[at] === undefined),
    };
  }

  /** Those that are still open first, each by the worker that has it. */
  async draw(sessions: readonly PlannedSession[], drafts: Drafts): Promise<readonly FinishedSession[]> {
    const { options, archive } = this.#build;
    options.progress.phase("Drawing pages", sessions.length);
    let done = 0;
    let bytes = 0;
    const onSession = (id: SessionId): void => {
      bytes += archive.session(id)?.bytes ?? 0;
      options.progress.step(++done, bytes);
    };
    const draw = async (worker: SessionWorker, batch: readonly PlannedSession[]) => {
      await this.#tell(worker);
      return worker.draw(batch.map(this.#job), onSession);
    };
    const rest = new Set(sessions);
    const open = [...drafts.held()].map(([worker, held]) => {
      const batch = [...rest].filter(({ record }) => held.has(archive.source(record.id).id));
      for (const session of batch) rest.delete(session);
      return batch.length === 0 ? [] : this.#workers.useAgain(worker, () => draw(worker, batch));
    });
    const others = batches([...rest], this.#workers.width).map((batch) =>
      this.#workers.use(
        batch.reduce((sum, { record }) => sum + record.bytes, 0),
        (worker) => draw(worker, batch),
      ),
    );
    return (await Promise.all([...open, ...others])).flat().map((session) => this.#finished(session));
  }

  async #tell(worker: SessionWorker): Promise<void> {
    if (!this.#told.has(worker)) await worker.share(this.#shared);
    this.#told.add(worker);
  }

  readonly #job = ({ record: { id }, document, digest }: PlannedSession): Job => ({
    id,
    digest,
    source: this.#build.archive.source(id),
    ...(document === undefined ? {} : { document }),
  });

  #finished(session: LookedAtSession): FinishedSession {
    return finished(session, this.#plan.sessions.get(session.id)?.fingerprint ?? "");
  }
}

const draftsAtOnce = 20;

function inRuns<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

function memoised<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}
