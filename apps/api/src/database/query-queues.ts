import { availableParallelism } from 'node:os';
import { QueryQueue } from './query-queue.js';

/** ClickHouse rarely has fewer cores: it runs on this machine, or on one of its own. */
const CORES = availableParallelism();
const HALF_OF_THE_CORES = Math.min(16, Math.max(1, CORES >> 1));
/**
 * How many queries of this process run in ClickHouse at once; the others wait here. Queries are bound by CPU
 * time: more than the cores can run only slow each other down, and this process too where it shares the cores.
 * The limit is somewhat above the number of cores, because a query whose answer is being read still holds its
 * place. In each queue accounts take turns. Queries over hours of the chain and queries of jobs have queues of their own: a few of them take all
 * CPU time there is, and all other queries would wait for them. A query over hours that cannot start soon is
 * refused before the usual timeout of a client, 30 s. Queries of jobs may wait long, because no client waits
 * for them. While no other query runs, these two take all cores.
 */
const QUERIES_AT_ONCE = { atOnce: Math.min(32, 2 * CORES), mostWaiting: 1_000 };
const RANGE_QUERIES_AT_ONCE = {
  atOnce: HALF_OF_THE_CORES,
  mostWaiting: 200,
  mostWaitMs: 15_000,
};
const JOB_QUERIES_AT_ONCE = { atOnce: HALF_OF_THE_CORES, mostWaiting: 10_000 };
/** While no other query runs. */
const ALONE_AT_ONCE = Math.min(32, CORES);
/** Enough connections for every running query and for the readiness check. */
export const DATABASE_CONNECTIONS = QUERIES_AT_ONCE.atOnce + 2 * ALONE_AT_ONCE + 2;

export interface QueryQueues {
  short: QueryQueue;
  /** Queue of questions over hours of the chain. */
  ranges: QueryQueue;
  jobs: QueryQueue;
  /** Whether more than one query runs. */
  isShared(): boolean;
}

/** The queues of a process (docs/performance.md, "Who takes the cores"). */
export function openQueryQueues(): QueryQueues {
  const runningIn = (queues: readonly QueryQueue[]): number =>
    queues.reduce((sum, { running }) => sum + running, 0);
  const short = new QueryQueue(QUERIES_AT_ONCE);
  const ranges: QueryQueue = new QueryQueue({
    ...RANGE_QUERIES_AT_ONCE,
    whenIdle: { atOnce: ALONE_AT_ONCE, isIdle: () => runningIn([short, jobs]) === 0 },
  });
  const jobs: QueryQueue = new QueryQueue({
    ...JOB_QUERIES_AT_ONCE,
    whenIdle: { atOnce: ALONE_AT_ONCE, isIdle: () => runningIn([short, ranges]) === 0 },
  });
  return { short, ranges, jobs, isShared: () => runningIn([short, ranges, jobs]) > 1 };
}
