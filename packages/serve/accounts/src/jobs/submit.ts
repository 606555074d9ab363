import { sqlFile } from '../sql-file.js';
import { canonicalJson, hashOf } from './canonical.js';
import { MAX_REQUEST_BYTES } from './settings.js';
import { admit, type JobsContext, lockAccount } from './steps.js';
import { JobRefusedError, type JobRequest, type JobState } from './types.js';

const DUPLICATE = sqlFile(import.meta.url, './duplicate.sql');
const RETIRE_DUPLICATE = sqlFile(import.meta.url, './retire-duplicate.sql');
const TIGHTEN_DUPLICATE = sqlFile(import.meta.url, './tighten-duplicate.sql');
const INSERT = sqlFile(import.meta.url, './insert.sql');

export interface Submission {
  readonly jobId: string;
  /** Whether an earlier job of the same request was returned. */
  readonly deduplicated: boolean;
  readonly state: JobState;
  /** The age of its data, in whole seconds; 0 while it waits. */
  readonly ageSeconds: number;
}

interface Duplicate {
  id: string;
  state: JobState;
  basis: string | null;
  age_ms: number;
}

/**
 * Stores a job, or returns the job that already answers the same request of
 * the account: one that waits or runs, or a completed one whose data is young enough and still current.
 * Submissions of an account are serialized on its row, and a unique index enforces that there are no
 * duplicates.
 * @throws JobRefusedError when too many wait; TypeError for an unknown kind and a request that is not JSON;
 * AccountsUnavailableError, after which submitting again is safe: if the job was stored after all, it is
 * returned
 */
export async function submitJob(context: JobsContext, job: JobRequest): Promise<Submission> {
  const { accounts, settings } = context;
  const { account, kind, request } = job;
  // No worker would ever start it.
  if (!settings.kinds.has(kind)) throw new TypeError(`there are no jobs of kind "${kind}"`);
  if (account === '' || account.length > 255 || account.includes('\0'))
    throw new TypeError('an account has 1 to 255 characters');
  const text = canonicalJson(request);
  if (Buffer.byteLength(text) > MAX_REQUEST_BYTES)
    throw new TypeError(`the request is larger than ${MAX_REQUEST_BYTES} bytes`);
  const identity = [account, kind, hashOf(text)];
  const maxAgeMs = Math.min(settings.freshMs, Math.max(0, job.maxAgeMs ?? settings.freshMs));
  const { lane, queuedPerAccount } = settings.limitsOf(kind);
  const outdated = await outdatedDuplicate(context, identity, maxAgeMs, job.isCurrent);

  return accounts.transaction(async (tx) => {
    await tx.query('INSERT INTO tickscope.accounts (id) VALUES ($1) ON CONFLICT DO NOTHING', [account]);
    await lockAccount(tx, account);
    await tx.query(RETIRE_DUPLICATE, [...identity, maxAgeMs, settings.freshMs, outdated]);
    const [duplicate] = await tx.query<Duplicate>(DUPLICATE, identity);
    if (duplicate !== undefined) {
      if (duplicate.state === 'queued') await tx.query(TIGHTEN_DUPLICATE, [duplicate.id, maxAgeMs]);
      return {
        jobId: duplicate.id,
        deduplicated: true,
        state: duplicate.state,
        ageSeconds: Math.floor(duplicate.age_ms / 1_000),
      };
    }

    const [waiting] = await tx.query<{ jobs: number }>(
      'SELECT count(*)::integer AS jobs FROM tickscope.jobs ' +
        "WHERE account = $1 AND lane = $2 AND finished_at IS NULL AND state = 'queued'",
      [account, lane],
    );
    const queued = waiting?.jobs ?? 0;
    if (queued >= queuedPerAccount) throw new JobRefusedError(queued, settings.refusalWaitSeconds);

    const [inserted] = await tx.query<{ id: string }>(INSERT, [
      account,
      kind,
      lane,
      text,
      hashOf(text),
      maxAgeMs,
    ]);
    if (inserted === undefined) throw new Error('Postgres returned no id for a job');
    await admit(context, tx, account, { lane, kind });
    return { jobId: inserted.id, deduplicated: false, state: 'queued', ageSeconds: 0 };
  });
}

/** Returns the id of the completed duplicate if its result would not be the same now; else null. */
async function outdatedDuplicate(
  { accounts }: JobsContext,
  identity: readonly unknown[],
  maxAgeMs: number,
  isCurrent: JobRequest['isCurrent'],
): Promise<string | null> {
  if (isCurrent === undefined) return null;
  const [duplicate] = await accounts.query<Duplicate>(DUPLICATE, identity);
  if (duplicate === undefined || duplicate.state !== 'completed') return null;
  if (duplicate.age_ms >= maxAgeMs || duplicate.basis === null) return null;
  return (await isCurrent(duplicate.basis)) ? null : duplicate.id;
}
