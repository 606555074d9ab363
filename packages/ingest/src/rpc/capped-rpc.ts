import { setTimeout as sleep } from 'node:timers/promises';
import { type JsonRpc, RpcUnavailable } from './json-rpc.js';

/** How many calls may go out in all, by whatever is counted. */
export interface RpcCap {
  /** Takes one call: 0 where it may go out now, else in how many milliseconds one may; then none was taken. */
  take(): Promise<number>;
}

/**
 * A node whose calls are counted before they go out. A call waits for its turn as long as `mostWaitMs`; one that would
 * have to wait longer fails at once as `RpcUnavailable`, with the wait.
 */
export function cappedRpc(rpc: JsonRpc, cap: RpcCap, mostWaitMs: number): JsonRpc {
  return {
    async call(method, params, signal, limits) {
      const latest = performance.now() + mostWaitMs;
      for (;;) {
        const waitMs = await cap.take().catch((cause: unknown) => {
          throw new RpcUnavailable(`calls to the node cannot be counted: ${(cause as Error).message}`);
        });
        if (waitMs === 0) return rpc.call(method, params, signal, limits);
        if (performance.now() + waitMs > latest)
          throw new RpcUnavailable('as many calls as allowed have been made to the node', waitMs);
        await sleep(waitMs, undefined, signal === undefined ? {} : { signal });
      }
    },
  };
}
