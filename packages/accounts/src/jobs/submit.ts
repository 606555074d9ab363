import { sqlFile } from '../sql-file.js';
import { canonicalJson, hashOf } from './canonical.js';
import { MAX_REQUEST_BYTES } from './settings.js';
import { admit, type JobsContext, lockAccount } from './steps.js';
import { JobRefusedError, type JobRequest } from './types.js';

const TWIN = sqlFile(import.meta.url, './twin.sql');
const RETIRE_TWIN = sqlFile(import.meta.url, './retire-twin.sql');
const INSERT = sqlFile(import.meta.url, './insert.sql');

export interface Submission {
  readonly jobId: string;
  /** Whether it is an earlier job, of the same request. */
  readonly deduplicated: boolean;
}

/**
 * Submits a job, in one transaction with its place in the queue. Twins (same account, kind and canonical request) take
 * turns at the account's row, and a unique index holds what that promises.
 * @throws JobRefusedError when too many wait; TypeError for a request that is not JSON; AccountsUnavailableError, after
 *   which submitting again is safe: a twin that was stored after all answers
 */
export async function submitJob(
  context: JobsContext,
  { account, kind, request }: JobRequest,
): Promise<Submission> {
  const { accounts, settings } = context;
  if (account === '' || account.length > 255 || account.includes('\0'))
    throw new TypeError('an account has 1 to 255 characters');
  const text = canonicalJson(request);
  if (Buffer.byteLength(text) > MAX_REQUEST_BYTES)
    throw new TypeError(`the request is larger than ${MAX_REQUEST_BYTES} bytes`);
  const identity = [account, kind, hashOf(text)];
  const { lane, queuedPerAccount } = settings.limitsOf(kind);

  return accounts.transaction(async (tx) => {
    await tx.query('INSERT INTO tickscope.accounts (id) VALUES ($1) ON CONFLICT DO NOTHING', [account]);
    await lockAccount(tx, account);
    await tx.query(RETIRE_TWIN, [...identity, settings.freshMs]);
    const [twin] = await tx.query<{ id: string }>(TWIN, identity);
    if (twin !== undefined) return { jobId: twin.id, deduplicated: true };

    const [waiting] = await tx.query<{ jobs: number }>(
      'SELECT count(*)::integer AS jobs FROM tickscope.jobs ' +
        "WHERE account = $1 AND lane = $2 AND finished_at IS NULL AND state = 'queued'",
      [account, lane],
    );
    const queued = waiting?.jobs ?? 0;
    if (queued >= queuedPerAccount) throw new JobRefusedError(queued, settings.refusalWaitSeconds);

    const [inserted] = await tx.query<{ id: string }>(INSERT, [account, kind, lane, text, hashOf(text)]);
    if (inserted === undefined) throw new Error('Postgres returned no id for a job');
    await admit(context, tx, account, { lane, kind });
    return { jobId: inserted.id, deduplicated: false };
  });
}
