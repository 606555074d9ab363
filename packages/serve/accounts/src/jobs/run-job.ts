import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountsLog } from '../log.js';
import { MAX_RESULT_BYTES } from './settings.js';
import type { JobEnd, StartedRun } from './steps.js';
import { type JobBasis, JobError, type JobHandler } from './types.js';

/** Why a run was aborted. */
export type AbortCause = 'timed_out' | 'lost' | 'cancelled' | 'stopping';

/**
 * The reason of a handler's abort signal; `code` says why the run must end. The handler must not retry: where a retry
 * helps (`lost`, `stopping`), another worker starts the job.
 */
export class JobAbortedError extends Error {
  override readonly name = 'JobAbortedError';
  constructor(readonly code: AbortCause) {
    super(`the job was stopped: ${code}`);
  }
}

/**
 * The outcome to write for a run: its end; nothing, because the run was taken over (`not_ours`); a return to those that wait
 * (`give_back`); or nothing, until its lease lapses (`let_lapse`).
 */
export type RunOutcome = JobEnd | 'not_ours' | 'give_back' | 'let_lapse';

/**
 * Runs a handler to its end, or until the grace time after `controller` aborted it is over. Returns what to
 * write. Never rejects.
 */
export async function runHandler(input: {
  readonly job: StartedRun;
  readonly handler: JobHandler;
  readonly controller: AbortController;
  readonly deadlineMs: number;
  readonly graceMs: number;
  readonly onProgress: (percent: number) => void;
  readonly log: AccountsLog;
}): Promise<RunOutcome> {
  const { job, controller, log, graceMs } = input;
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(new JobAbortedError('timed_out')), input.deadlineMs);
  const over = new AbortController();
  let basis: JobBasis | null = null;
  const settled = (async () =>
    input.handler(JSON.parse(job.request), {
      jobId: job.id,
      account: job.account,
      signal,
      maxAgeMs: job.max_age_ms,
      basedOn: (text, reusedAgeMs = 0) => {
        basis = { text, reusedAgeMs };
      },
      progress: (percent) => {
        if (Number.isFinite(percent)) input.onProgress(Math.min(100, Math.max(0, Math.floor(percent))));
      },
    }))().then(
    (value): Settled => ({ value }),
    (error: unknown): Settled => ({ error }),
  );
  const result = await Promise.race([settled, abandoned(signal, graceMs, over.signal)]);
  clearTimeout(timer);
  over.abort();
  if (result === 'abandoned')
    log.error({ jobId: job.id, kind: job.kind }, 'a job is still running after its abort signal');

  switch (causeOf(signal)) {
    case 'timed_out':
      return fail('timed_out', `The job took longer than ${Math.ceil(input.deadlineMs / 1_000)} s.`);
    case 'lost':
    case 'cancelled':
      return 'not_ours';
    case 'stopping':
      // A handler that is still running must not be started elsewhere while this process lives.
      if (result === 'abandoned') return 'let_lapse';
      return 'value' in result ? endOf(result, basis, job, log) : 'give_back';
    case null:
      return result === 'abandoned' ? 'let_lapse' : endOf(result, basis, job, log);
  }
}

type Settled = { readonly value: unknown } | { readonly error: unknown };

function endOf(result: Settled, basis: JobBasis | null, job: StartedRun, log: AccountsLog): JobEnd {
  if ('error' in result) return failureOf(result.error, job, log);
  let data: string;
  try {
    data = JSON.stringify(result.value ?? null) ?? 'null';
  } catch (error) {
    return failureOf(error, job, log);
  }
  if (Buffer.byteLength(data) > MAX_RESULT_BYTES)
    return fail('failed', `The result is larger than ${MAX_RESULT_BYTES / 1_000_000} MB: ask for less.`);
  return { data, basis };
}

function failureOf(error: unknown, job: StartedRun, log: AccountsLog): JobEnd {
  if (error instanceof JobError) return fail(error.code, error.message);
  const errorId = randomUUID();
  log.error({ err: error, errorId, jobId: job.id, kind: job.kind }, 'a job failed unexpectedly');
  return fail('internal', `Internal error (${errorId}).`);
}

function fail(code: 'failed' | 'timed_out' | 'internal', message: string): JobEnd {
  return { error: { code, message } };
}

export function causeOf(signal: AbortSignal): AbortCause | null {
  return signal.reason instanceof JobAbortedError ? signal.reason.code : null;
}

/** Resolves when the grace time after `signal` fired is over; never, if `over` fires first. */
async function abandoned(signal: AbortSignal, graceMs: number, over: AbortSignal): Promise<'abandoned'> {
  try {
    if (!signal.aborted)
      await new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
        over.addEventListener('abort', () => reject(new Error('over')), { once: true });
      });
    await sleep(graceMs, undefined, { signal: over });
  } catch {
    // The handler ended, so nothing waits for this any more.
  }
  return 'abandoned';
}
