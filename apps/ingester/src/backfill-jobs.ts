import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AccountsLog,
  createJobs,
  type JobContext,
  JobFailure,
  openAccounts,
  rpcCallCap,
} from '@tickscope/accounts';
import type { Block } from '@tickscope/chain';
import type { IngesterConfig } from '@tickscope/config';
import {
  BackfillFailure,
  type BackfillReport,
  type BackfillRequest,
  backfill,
  cappedRpc,
  type JsonRpc,
} from '@tickscope/pipeline';
import { BlockWriter, type ClickHouseClient } from '@tickscope/store';

const KIND = 'backfill-transaction';
/** 201 blocks at the default pace of the node take some 40 s, and an outage is waited out. */
const DEADLINE_MS = 15 * 60_000;
/** A call waits its turn for so long, while callers of the API use up the second's. */
const MOST_WAIT_MS = 60_000;
/** ClickHouse may be away for a moment; what is stored already is not fetched again. */
const RETRY_MS = [2_000, 10_000, 30_000];

export interface BackfillJobs {
  /** Starts no more; the one that runs is given back, for another start to go on with. */
  stop(): Promise<void>;
}

/**
 * Does the backfills that callers of the API ask for, one at a time, here: the ingester is who may write, finds the
 * sandwiches of what it stores, and has the node. Null: there is no Postgres to take them from.
 */
export function startBackfillJobs(
  config: IngesterConfig,
  deps: {
    client: ClickHouseClient;
    /** The ingester's own: whoever asks the node shares its pace. Null: there is no node. */
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
  const writer = new BlockWriter(deps.client);
  const jobs = createJobs(accounts, {
    log: deps.log,
    runningInAll: config.JOBS_AT_ONCE_IN_ALL,
    deadlineMsByKind: { [KIND]: DEADLINE_MS },
  });

  const handle = async (
    request: unknown,
    { account, signal, progress }: JobContext,
  ): Promise<BackfillReport> => {
    const rpc = rpcOf(account);
    for (let tries = 0; ; tries += 1) {
      try {
        return await backfill(request as BackfillRequest, {
          client: deps.client,
          writer,
          rpc,
          onStored: deps.onStored,
          signal,
          progress,
        });
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof BackfillFailure) throw new JobFailure(error.message, { cause: error });
        const waitMs = RETRY_MS[tries];
        if (waitMs === undefined) throw error;
        deps.log.warn({ err: error }, 'a backfill was interrupted; trying again');
        await sleep(waitMs, undefined, { signal });
      }
    }
  };
  const workers = jobs.work({ [KIND]: handle }, { concurrency: 1 });
  return {
    async stop() {
      await workers.stop();
      await accounts.close();
    },
  };
}
