export { type Accounts, type AccountsOptions, openAccounts, type Transaction } from './accounts.js';
export { createJobs, type Jobs } from './jobs/jobs.js';
export { JOB_KINDS } from './jobs/kinds.js';
export { type AbortCause, JobAborted } from './jobs/run-job.js';
export { type JobsOptions, MAX_REQUEST_BYTES, MAX_RESULT_BYTES } from './jobs/settings.js';
export type { Submission } from './jobs/submit.js';
export {
  type JobContext,
  type JobErrorCode,
  JobFailure,
  type JobHandler,
  JobRefusedError,
  type JobRequest,
  type JobState,
  type JobStatus,
  type LaneLimits,
} from './jobs/types.js';
export type { Workers, WorkOptions } from './jobs/workers.js';
export type { AccountsLog } from './log.js';
export {
  type AccountsMigrationReport,
  type MigrateAccountsOptions,
  migrateAccounts,
  pendingAccountsMigrations,
} from './migrate.js';
export { AccountsUnavailableError, isUnavailable } from './unavailable.js';
