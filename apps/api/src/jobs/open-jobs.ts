import { type Accounts, createJobs, openAccounts, type Workers } from '@tickscope/accounts';
import type { ApiConfig } from '@tickscope/config';
import type { Logger } from '@tickscope/log';
import type { Database } from '@tickscope/queries';
import { isBasisCurrent } from '@tickscope/queries/job-freshness';
import type { Metrics } from '../metrics.js';
import { VERSION } from '../version.js';
import { jobHandlers } from './job-handlers.js';
import { createJobService, type JobService } from './job-service.js';

const COUNT_EVERY_MS = 15_000;

export interface OpenJobs {
  service: JobService;
  /** Postgres; null where none is configured. */
  accounts: Accounts | null;
  /** Starts running jobs, if this process is configured to. */
  startWorkers(): void;
  /** Stops taking jobs. Running jobs get `graceMs` to finish, then they are returned to the queue. */
  stopWorkers(graceMs: number): Promise<void>;
  /** Closes Postgres. */
  close(): Promise<void>;
}

/** Sets jobs up as configured. Does not wait for Postgres: until it answers, submissions get 503 and workers retry. */
export function openJobs(
  config: ApiConfig,
  { database, metrics, log }: { database: Database; metrics: Metrics; log: Logger },
): OpenJobs {
  if (config.databaseUrl === null)
    return {
      service: createJobService(null, async () => false),
      accounts: null,
      startWorkers() {},
      async stopWorkers() {},
      async close() {},
    };
  const { jobs: settings } = config;
  const accounts = openAccounts(config.databaseUrl, { log, application: `tickscope-api/${VERSION}` });
  const jobs = createJobs(accounts, {
    log,
    runningInAll: settings.atOnceInAll,
    limits: {
      runningPerAccount: settings.atOncePerAccount,
      queuedPerAccount: settings.waitingPerAccount,
    },
    deadlineMs: settings.timeoutMs,
    ...(settings.resultBytesPerAccount === null
      ? {}
      : { resultBytesPerAccount: settings.resultBytesPerAccount }),
  });
  let workers: Workers | null = null;
  const count = setInterval(() => {
    // When Postgres is away, requests and workers say so.
    jobs.counts().then(
      ({ queued }) => metrics.queuedJobs.set(queued),
      () => undefined,
    );
  }, COUNT_EVERY_MS).unref();
  return {
    service: createJobService(jobs, (basis, context) => isBasisCurrent(database, basis, context)),
    accounts,
    startWorkers() {
      if (config.role === 'api') return;
      workers = jobs.work(jobHandlers(database, metrics, settings.outageMs), {
        concurrency: settings.atOnce,
      });
    },
    async stopWorkers(graceMs) {
      await workers?.stop(graceMs);
    },
    async close() {
      clearInterval(count);
      await jobs.close();
      await accounts.close();
    },
  };
}
