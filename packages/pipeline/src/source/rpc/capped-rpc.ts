import { setTimeout as sleep } from 'node:timers/promises';
import { type JsonRpc, RpcUnavailable } from './json-rpc.js';

/** How many calls may go out, by whatever is counted. */
export interface RpcCap {
  /**
   * Takes one call. `waitMs` 0: it may go out now; else one may after so many milliseconds, none was taken, and `limit`
   * says whose limit is reached: that of all callers, or the share of the account that asks.
   */
  take(): Promise<{ readonly waitMs: number; readonly limit: 'all' | 'account' | null }>;
}

/** The account that asks has used up its share of the calls; others may still call. */
export class RpcShareUsed extends RpcUnavailable {}

/**
 * A node whose calls are counted before they go out. A call waits for its turn as long as `mostWaitMs`; one that would
 * have to wait longer fails at once as `RpcUnavailable` or `RpcShareUsed`, with the wait.
 */
export function cappedRpc(rpc: JsonRpc, cap: RpcCap, mostWaitMs: number): JsonRpc {
  return {
    async call(method, params, signal, limits) {
      const latest = performance.now() + mostWaitMs;
      for (;;) {
        const { waitMs, limit } = await cap.take().catch((cause: unknown) => {
          throw new RpcUnavailable(`calls to the node cannot be counted: ${(cause as Error).message}`);
        });
        if (waitMs === 0) return rpc.call(method, params, signal, limits);
        if (performance.now() + waitMs > latest)
          throw limit === 'account'
            ? new RpcShareUsed("the account has used up its share of the day's calls to the node", waitMs)
            : new RpcUnavailable('as many calls as allowed have been made to the node', waitMs);
        await sleep(waitMs, undefined, signal === undefined ? {} : { signal });
      }
    },
  };
}
