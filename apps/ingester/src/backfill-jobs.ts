import {
  type AccountsLog,
  createJobs,
  type JobContext,
  JobError,
  openAccounts,
  rpcCallCap,
} from '@tickscope/accounts';
import type { Block } from '@tickscope/chain';
import type { IngesterConfig } from '@tickscope/config';
import {
  BackfillError,
  type BackfillReport,
  type BackfillRequest,
  backfill,
  cappedRpc,
  type JsonRpc,
} from '@tickscope/pipeline';
import { BlockWriter, type ReadWrite, retry } from '@tickscope/store';

const KIND = 'backfill-transaction';
/** 201 blocks take some 40 s at the default rate of the node; the rest is for outages. */
const DEADLINE_MS = 15 * 60_000;
/** How long a call may wait while callers of the API use up the calls per second. */
const MOST_WAIT_MS = 60_000;
/** Waits for ClickHouse outages. A retry does not fetch stored blocks again. */
const RETRY_MS = [2_000, 10_000, 30_000];

export interface BackfillJobs {
  /** Stops taking jobs. The running one is returned to the queue, for a later start to continue. */
  stop(): Promise<void>;
}

/**
 * Runs the backfills that callers of the API submit, one at a time. They run in the ingester because it has
 * write access, detects sandwiches in what it stores, and has the node. Null: no Postgres is configured to take
 * jobs from.
 */
export function startBackfillJobs(
  config: IngesterConfig,
  deps: {
    store: ReadWrite;
    /** The ingester's own client: all of its users share one rate limit. Null: no node is configured. */
    rpc: JsonRpc | null;
    onStored(block: Block): void;
    log: AccountsLog;
  },
): BackfillJobs | null {
  if (config.DATABASE_URL === '') return null;
  const accounts = openAccounts(config.DATABASE_URL, {
    log: deps.log,
    application: 'tickscope-ingester',
    poolSize: 4,
  });
  const cap = rpcCallCap(accounts, {
    perSecond: config.RPC_MAX_PER_SECOND,
    perDay: config.RPC_MAX_PER_DAY,
    accountSharePercent: config.RPC_ACCOUNT_SHARE_PERCENT,
  });
  const rpcOf = (account: string): JsonRpc | null =>
    deps.rpc === null ? null : cappedRpc(deps.rpc, cap.of(account), MOST_WAIT_MS);
  const writer = new BlockWriter(deps.store);
  const jobs = createJobs(accounts, {
    log: deps.log,
    runningInAll: config.JOBS_AT_ONCE_IN_ALL,
    deadlineMsByKind: { [KIND]: DEADLINE_MS },
  });

  const handle = async (
    request: unknown,
    { account, signal, progress }: JobContext,
  ): Promise<BackfillReport> => {
    const { store, onStored, log } = deps;
    const context = { store, writer, rpc: rpcOf(account), onStored, signal, progress };
    return retry(() => backfill(request as BackfillRequest, context).catch(asJobError), {
      waitsMs: RETRY_MS,
      signal,
      isTransient: (error) => !(error instanceof JobError),
      onFailure: (error) => log.warn({ err: error }, 'a backfill was interrupted; trying again'),
    });
  };
  const workers = jobs.work({ [KIND]: handle }, { concurrency: 1 });
  return {
    async stop() {
      await workers.stop();
      await accounts.close();
    },
  };
}

/** Rethrows what a caller may know as the job's error, which ends it. */
function asJobError(error: unknown): never {
  throw error instanceof BackfillError ? new JobError(error.message, { cause: error }) : error;
}
