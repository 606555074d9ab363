import type { Accounts } from '../accounts.js';
import { type AccountsLog, SILENT } from '../log.js';
import { createJobChanges, type JobChanges } from './changes.js';
import { createNotices } from './notices.js';
import { type JobsOptions, jobsSettings } from './settings.js';
import { cancelJob, jobStatus } from './status.js';
import type { JobsContext } from './steps.js';
import { type Submission, submitJob } from './submit.js';
import type { JobHandler, JobRequest, JobStatus } from './types.js';
import { startWorkers, type Workers, type WorkOptions } from './workers.js';

/** Work that takes longer than a request may. One process submits a job, any process may run it. */
export interface Jobs {
  /** @throws JobRefusedError, AccountsUnavailableError, TypeError */
  submit(job: JobRequest): Promise<Submission>;
  /** @throws AccountsUnavailableError */
  status(account: string, jobId: string): Promise<JobStatus | null>;
  /** Waits for changes of jobs' states. */
  readonly changes: JobChanges;
  /** @throws AccountsUnavailableError */
  cancel(account: string, jobId: string): Promise<boolean>;
  /** Starts running jobs of these kinds in this process. */
  work(handlers: Readonly<Record<string, JobHandler>>, options?: WorkOptions): Workers;
  /** The numbers of waiting and running jobs, over all processes. */
  counts(): Promise<{ readonly queued: number; readonly active: number }>;
  /** Ends what waits for changes need. Workers are stopped on their own. */
  close(): Promise<void>;
}

export function createJobs(
  accounts: Accounts,
  options: JobsOptions & { readonly log?: AccountsLog } = {},
): Jobs {
  const context: JobsContext = { accounts, settings: jobsSettings(options) };
  const log = options.log ?? SILENT;
  const notices = createNotices(accounts, log);
  const changes = createJobChanges(accounts, notices);
  return {
    submit: (job) => submitJob(context, job),
    status: (account, jobId) => jobStatus(context, account, jobId),
    changes,
    cancel: (account, jobId) => cancelJob(context, account, jobId),
    work: (handlers, workOptions) => startWorkers(context, notices, handlers, log, workOptions),
    async counts() {
      const [row] = await accounts.query<{ queued: number; active: number }>(
        "SELECT count(*) FILTER (WHERE state = 'queued')::integer AS queued, " +
          "count(*) FILTER (WHERE state = 'active')::integer AS active " +
          'FROM tickscope.jobs WHERE finished_at IS NULL',
      );
      return row ?? { queued: 0, active: 0 };
    },
    close: () => changes.close(),
  };
}
