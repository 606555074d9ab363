import type { AccountsLog } from '../log.js';
import { isUnavailable } from '../unavailable.js';
import { pause } from './listener.js';
import type { Notices } from './notices.js';
import { causeOf, JobAbortedError, runHandler } from './run-job.js';
import {
  admitAll,
  CANCELLED_CHANNEL,
  deleteOld,
  finishRun,
  giveBack,
  type JobsContext,
  renewLeases,
  STARTABLE_CHANNEL,
  type StartedRun,
  startNext,
  takeOver,
} from './steps.js';
import type { JobHandler } from './types.js';

/** How often a worker polls for jobs, where no notification reaches it. */
const POLL_MS = 500;
const ADMIT_EVERY_MS = 10_000;
const DELETE_EVERY_MS = 60_000;
/** If a result cannot be stored for this long it is discarded, and the job runs again. */
const STORE_WITHIN_MS = 300_000;

export interface WorkOptions {
  /** Limit of running jobs in this process. */
  readonly concurrency?: number;
}

export interface Workers {
  /**
   * Stops taking jobs. Running jobs get `graceMs` to end, then they are aborted and the unfinished ones are
   * returned to the queue. Resolves when all of that is done; never rejects.
   */
  stop(graceMs?: number): Promise<void>;
}

interface Running {
  readonly job: StartedRun;
  readonly controller: AbortController;
  readonly done: Promise<void>;
  progress: number;
  /** By performance.now(), before the request that renewed it. */
  renewedAt: number;
}

/**
 * Starts jobs of these kinds in this process until it is stopped. States of a worker:
 *
 * - **starting**: while fewer jobs run than `concurrency`, it queries Postgres for the next one, every half
 *   second and whenever Postgres notifies it;
 * - **stopping**, by `stop`: no job is started; running ones have `graceMs` to end, then they are aborted and
 *   returned to the queue;
 * - **ended**: no lease is renewed any more.
 *
 * States of a run: **running**, while its lease is renewed; **aborted**, when the deadline passed, the job was
 * cancelled, the lease was lost, or the worker stops; **storing**, when its result is written, which succeeds
 * only with the lease. A run whose lease lapsed is taken over by another worker.
 */
export function startWorkers(
  context: JobsContext,
  notices: Notices,
  handlers: Readonly<Record<string, JobHandler>>,
  log: AccountsLog,
  options: WorkOptions = {},
): Workers {
  const { settings } = context;
  const concurrency = options.concurrency ?? 2;
  const kinds = Object.keys(handlers);
  // Not keyed by id: a job may be started here again while its earlier run, which lost its lease, still ends.
  const running = new Set<Running>();
  const stopping = new AbortController();
  /** Renewals go on while a stop waits for running jobs. */
  const ended = new AbortController();
  let wake = new AbortController();
  let isDown = false;

  function wakeUp(): void {
    wake.abort();
  }

  /** Tries a database operation once; null when the database is away, which is logged once. */
  async function attempt<T>(what: string, work: () => Promise<T>): Promise<T | null> {
    try {
      const result = await work();
      if (isDown) log.info({}, 'Postgres answers again');
      isDown = false;
      return result;
    } catch (error) {
      if (!isUnavailable(error)) log.error({ err: error }, `jobs: ${what} failed`);
      else if (!isDown) log.warn({ err: error }, `Postgres is away: ${what} waits`);
      isDown ||= isUnavailable(error);
      return null;
    }
  }

  async function startLoop(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Replaced before the query, so that a notification that arrives meanwhile ends the next wait early.
      wake = new AbortController();
      while (running.size < concurrency && !stopping.signal.aborted) {
        const renewedAt = performance.now();
        const job = await attempt('starting a job', () => startNext(context, kinds));
        if (job === null) break;
        run(job, renewedAt);
      }
      await pause(POLL_MS, wake.signal);
    }
  }

  function run(job: StartedRun, renewedAt: number): void {
    const controller = new AbortController();
    const entry: Running = {
      job,
      controller,
      progress: 0,
      renewedAt,
      done: Promise.resolve()
        .then(() =>
          runAndStore(job, controller, (percent) => {
            entry.progress = percent;
          }),
        )
        .catch((error) => log.error({ err: error, jobId: job.id }, 'jobs: a run ended unexpectedly'))
        .finally(() => {
          running.delete(entry);
          wakeUp();
        }),
    };
    running.add(entry);
  }

  async function runAndStore(
    job: StartedRun,
    controller: AbortController,
    onProgress: (percent: number) => void,
  ): Promise<void> {
    const handler = handlers[job.kind];
    if (handler === undefined) return;
    const outcome = await runHandler({
      job,
      handler,
      controller,
      deadlineMs: settings.deadlineMsOf(job.kind),
      graceMs: settings.handlerGraceMs,
      onProgress,
      log,
    });
    if (outcome === 'not_ours' || outcome === 'let_lapse') return;
    const write = () => (outcome === 'give_back' ? giveBack(context, job) : finishRun(context, job, outcome));
    const deadline = performance.now() + STORE_WITHIN_MS;
    // The lease is renewed meanwhile. If it is lost, the fencing token keeps the result from being written.
    for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, 2_000)) {
      const isStored = await attempt('storing a result', write);
      if (isStored === false && causeOf(controller.signal) !== 'cancelled')
        log.warn({ jobId: job.id, run: job.run }, 'a result came after the job had been taken over');
      if (isStored !== null || performance.now() > deadline || ended.signal.aborted) return;
      await pause(waitMs, ended.signal);
    }
  }

  async function renewLoop(): Promise<void> {
    while (!ended.signal.aborted) {
      await pause(settings.renewMs, ended.signal);
      const mine = [...running].filter(({ controller }) => causeOf(controller.signal) !== 'lost');
      if (mine.length === 0 || ended.signal.aborted) continue;
      const askedAt = performance.now();
      const kept = await attempt('renewing leases', () =>
        renewLeases(
          context,
          mine.map(({ job, progress }) => ({ ...job, progress })),
        ),
      );
      if (kept === null) continue;
      for (const entry of mine) {
        if (kept.has(entry.job.id)) entry.renewedAt = askedAt;
        // It may have ended between the list and the answer.
        else if (running.has(entry)) entry.controller.abort(new JobAbortedError('lost'));
      }
    }
  }

  /**
   * Aborts runs that could not be renewed before another worker may start them. In a loop of its own, because a
   * renewal may hang.
   */
  async function guardLoop(): Promise<void> {
    while (!ended.signal.aborted) {
      await pause(Math.min(250, settings.renewMs), ended.signal);
      for (const { renewedAt, controller } of running)
        if (performance.now() - renewedAt > settings.giveUpMs && !controller.signal.aborted)
          controller.abort(new JobAbortedError('lost'));
    }
  }

  async function sweepLoop(): Promise<void> {
    let [admittedAt, deletedAt] = [performance.now(), Number.NEGATIVE_INFINITY];
    while (!stopping.signal.aborted) {
      await pause(settings.sweepMs, stopping.signal);
      if (stopping.signal.aborted) return;
      const count = await attempt('taking over jobs', () => takeOver(context));
      if (count !== null && count > 0) log.warn({ jobs: count }, 'jobs of lost workers wait again');
      if (performance.now() - admittedAt > ADMIT_EVERY_MS) {
        admittedAt = performance.now();
        await attempt('admitting jobs', () => admitAll(context));
      }
      if (performance.now() - deletedAt > Math.min(DELETE_EVERY_MS, settings.keepMs)) {
        deletedAt = performance.now();
        await attempt('deleting old jobs', () => deleteOld(context));
      }
    }
  }

  const unsubscribe = notices.subscribe((channel, payload) => {
    if (channel === STARTABLE_CHANNEL) wakeUp();
    else if (channel === CANCELLED_CHANNEL)
      for (const { job, controller } of running)
        if (job.id === payload) controller.abort(new JobAbortedError('cancelled'));
  });
  const starting = startLoop();
  const background = [renewLoop(), guardLoop(), sweepLoop()];
  let stop: Promise<void> | null = null;

  async function stopInOrder(graceMs: number): Promise<void> {
    stopping.abort();
    wakeUp();
    await starting;
    const all = Promise.allSettled([...running].map(({ done }) => done));
    await within(graceMs, all);
    for (const { controller } of running) controller.abort(new JobAbortedError('stopping'));
    // Time to end and to write that. The leases of jobs that are left then lapse.
    await within(settings.handlerGraceMs + 5_000, all);
    ended.abort();
    await all;
    await Promise.all(background);
    await unsubscribe();
  }

  return {
    stop(graceMs = 0) {
      stop ??= stopInOrder(graceMs);
      return stop;
    },
  };
}

async function within(waitMs: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, pause(waitMs, timer.signal)]);
  timer.abort();
}
