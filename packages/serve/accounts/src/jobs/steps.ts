import type { Accounts, Transaction } from '../accounts.js';
import { sqlFile } from '../sql-file.js';
import type { JobsSettings } from './settings.js';
import type { JobBasis, JobErrorCode } from './types.js';

const sql = (name: string) => sqlFile(import.meta.url, `./${name}.sql`);
const ADMIT = sql('admit');
const NEXT = sql('next');
const START = sql('start');
const RENEW = sql('renew');
const FINISH = sql('finish');
const GIVE_BACK = sql('give-back');
const LAPSED = sql('lapsed');
const GIVE_UP = sql('give-up');
const DELETE_OLD = sql('delete-old');
const TRIM_RESULTS = sql('trim-results');

/** Payload: the kind of a startable job. */
export const STARTABLE_CHANNEL = 'tickscope_job_startable';
/** Payload: the job's id. */
export const CANCELLED_CHANNEL = 'tickscope_job_cancelled';
/** A job's state changed. Payload: its id. */
export const CHANGED_CHANNEL = 'tickscope_job_changed';

/** Held while a start is decided, so that the limit over all accounts holds. */
const START_LOCK = '7163245810335562';

/** The dependencies of every step. */
export interface JobsContext {
  readonly accounts: Accounts;
  readonly settings: JobsSettings;
}

/** One run of a job. Its number is the fencing token with which its worker may write. */
export interface JobRun {
  readonly id: string;
  readonly account: string;
  readonly kind: string;
  readonly lane: string;
  readonly run: number;
}

export interface StartedRun extends JobRun {
  readonly request: string;
  /** Maximum age of data that the job may reuse. */
  readonly max_age_ms: number;
}

export type JobEnd =
  | { readonly data: string; readonly basis?: JobBasis | null }
  | { readonly error: { readonly code: JobErrorCode; readonly message: string } };

/**
 * Locks the account's row. Submitting, ending, giving back and cancelling a job lock the account's row, then the job's:
 * one order for all, so that no two changes deadlock.
 */
export async function lockAccount(tx: Transaction, account: string): Promise<void> {
  await tx.query('SELECT 1 FROM tickscope.accounts WHERE id = $1 FOR NO KEY UPDATE', [account]);
}

export async function notifyChanged(tx: Transaction, jobId: string): Promise<void> {
  await tx.query('SELECT pg_notify($1, $2)', [CHANGED_CHANNEL, jobId]);
}

/** Makes as many of an account's waiting jobs startable as it may run. Requires the account's lock. */
export async function admit(
  { settings }: JobsContext,
  tx: Transaction,
  account: string,
  job: { readonly lane: string; readonly kind: string },
): Promise<void> {
  const { runningPerAccount } = settings.limitsOf(job.kind);
  const admitted = await tx.query<{ kind: string }>(ADMIT, [account, job.lane, runningPerAccount]);
  for (const { kind } of admitted) await tx.query('SELECT pg_notify($1, $2)', [STARTABLE_CHANNEL, kind]);
}

/**
 * Starts the next job: accounts with a startable job of these kinds take turns. Null when there is no such job,
 * or when the limit over all accounts is reached.
 */
export async function startNext(
  { accounts, settings }: JobsContext,
  kinds: readonly string[],
): Promise<StartedRun | null> {
  // Checked outside a transaction first: an idle worker does this twice a second.
  if ((await accounts.query(NEXT, [kinds])).length === 0) return null;
  return accounts.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [START_LOCK]);
    const [active] = await tx.query<{ jobs: number }>(
      "SELECT count(*)::integer AS jobs FROM tickscope.jobs WHERE state = 'active'",
    );
    if (active === undefined || active.jobs >= settings.runningInAll) return null;
    // Chosen under the lock: each of several concurrent calls sees what the previous one started.
    const [next] = await tx.query<{ id: string }>(NEXT, [kinds]);
    if (next === undefined) return null;
    // The job may have been cancelled since it was chosen: the caller tries again.
    const [started] = await tx.query<StartedRun>(START, [next.id, settings.leaseMs]);
    if (started === undefined) return null;
    await notifyChanged(tx, started.id);
    return started;
  });
}

/** Renews the leases of these runs; returns the ids of those that still belong to the caller. */
export async function renewLeases(
  { accounts, settings }: JobsContext,
  runs: readonly (JobRun & { readonly progress: number })[],
): Promise<Set<string>> {
  const rows = await accounts.query<{ id: string }>(RENEW, [
    runs.map(({ id }) => id),
    runs.map(({ run }) => run),
    runs.map(({ progress }) => progress),
    settings.leaseMs,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Writes the end of a run; false when the job was taken over, cancelled or deleted since: then nothing is written. */
export function finishRun(context: JobsContext, job: JobRun, end: JobEnd): Promise<boolean> {
  const error = 'error' in end ? end.error : null;
  const basis = 'data' in end ? (end.basis ?? null) : null;
  return endRun(context, job, FINISH, [
    job.id,
    job.run,
    'data' in end ? end.data : null,
    error?.code ?? null,
    // Postgres's text has no U+0000.
    error?.message.replaceAll('\0', '') ?? null,
    basis?.text ?? null,
    basis?.reusedAgeMs ?? 0,
  ]);
}

/** Lets a job that its worker cannot finish wait again. */
export function giveBack(context: JobsContext, job: JobRun): Promise<boolean> {
  return endRun(context, job, GIVE_BACK, [job.id, job.run, false]);
}

async function endRun(
  context: JobsContext,
  job: JobRun,
  statement: string,
  values: readonly unknown[],
): Promise<boolean> {
  const { accounts, settings } = context;
  return accounts.transaction(async (tx) => {
    await lockAccount(tx, job.account);
    if ((await tx.query(statement, values)).length === 0) return false;
    await notifyChanged(tx, job.id);
    if (settings.resultBytesPerAccount !== null)
      await tx.query(TRIM_RESULTS, [job.account, settings.resultBytesPerAccount]);
    await admit(context, tx, job.account, job);
    return true;
  });
}

/**
 * Lets jobs of lost workers wait again, or fails them when that happened too often. Returns how many there were.
 */
export async function takeOver(context: JobsContext): Promise<number> {
  const { accounts, settings } = context;
  const lapsed = await accounts.query<JobRun & { losses: number }>(LAPSED, [settings.restartGraceMs]);
  let count = 0;
  for (const job of lapsed) {
    const isHopeless = job.losses + 1 >= settings.maxLosses;
    const isOurs = isHopeless
      ? await endRun(context, job, GIVE_UP, [
          job.id,
          job.run,
          `The job was interrupted ${job.losses + 1} times.`,
        ])
      : await endRun(context, job, GIVE_BACK, [job.id, job.run, true]);
    if (isOurs) count += 1;
  }
  return count;
}

/** Admits jobs that wait although there is room: after a change of the limits. */
export async function admitAll(context: JobsContext): Promise<void> {
  const { accounts } = context;
  const waiting = await accounts.query<{ account: string; lane: string; kind: string }>(
    'SELECT account, lane, min(kind) AS kind FROM tickscope.jobs ' +
      "WHERE state = 'queued' AND NOT is_admitted GROUP BY account, lane LIMIT 100",
  );
  for (const job of waiting)
    await accounts.transaction(async (tx) => {
      await lockAccount(tx, job.account);
      await admit(context, tx, job.account, job);
    });
}

export async function deleteOld({ accounts, settings }: JobsContext): Promise<void> {
  await accounts.query(DELETE_OLD, [settings.keepMs]);
}
