import { sqlFile } from '../sql-file.js';
import { admit, CANCELLED_CHANNEL, type JobsContext, lockAccount, notifyChanged } from './steps.js';
import type { JobErrorCode, JobState, JobStatus } from './types.js';

const STATUS = sqlFile(import.meta.url, './status.sql');
const CANCEL = sqlFile(import.meta.url, './cancel.sql');
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface StatusRow {
  id: string;
  kind: string;
  state: JobState;
  progress: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  data: string | null;
  error_code: JobErrorCode | null;
  error_message: string | null;
}

/** Returns a job of this account; null alike for an unknown or expired job and for another account's. */
export async function jobStatus(
  { accounts, settings }: JobsContext,
  account: string,
  jobId: string,
): Promise<JobStatus | null> {
  if (!UUID.test(jobId) || account.includes('\0')) return null;
  const [row] = await accounts.query<StatusRow>(STATUS, [jobId, account, settings.keepMs]);
  if (row === undefined) return null;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    progress: row.progress,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    ...(row.data === null ? {} : { dataJson: row.data }),
    ...(row.error_code === null ? {} : { error: { code: row.error_code, message: row.error_message ?? '' } }),
  };
}

/** Fails a waiting or running job as `cancelled`; false when this account has no such job. */
export async function cancelJob(context: JobsContext, account: string, jobId: string): Promise<boolean> {
  if (!UUID.test(jobId) || account.includes('\0')) return false;
  return context.accounts.transaction(async (tx) => {
    await lockAccount(tx, account);
    const [job] = await tx.query<{ id: string; kind: string; lane: string }>(CANCEL, [jobId, account]);
    if (job === undefined) return false;
    await tx.query('SELECT pg_notify($1, $2)', [CANCELLED_CHANNEL, job.id]);
    await notifyChanged(tx, job.id);
    await admit(context, tx, account, job);
    return true;
  });
}
