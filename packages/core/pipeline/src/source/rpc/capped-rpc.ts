import { setTimeout as sleep } from 'node:timers/promises';
import { type JsonRpc, RpcUnavailableError } from './json-rpc.js';

/** Counts calls against a limit. */
export interface RpcCap {
  /**
   * Takes one call from the budget. With `waitMs` 0 the call may go out now. Otherwise none was taken: retry after
   * `waitMs`; `limit` says which limit was reached, that of all callers or the calling account's share.
   */
  take(): Promise<{ readonly waitMs: number; readonly limit: 'all' | 'account' | null }>;
}

/**
 * The calling account has used up its share of the calls; other accounts may still call. The call was not made. A retry
 * helps after `retryAfterMs`.
 */
export class RpcShareUsedError extends RpcUnavailableError {
  override readonly name = 'RpcShareUsedError';
  constructor(retryAfterMs: number) {
    super('share_used', "the account has used up its share of the day's calls to the node", retryAfterMs);
  }
}

/**
 * Counts the calls to a node before they go out. A call waits for its turn up to `mostWaitMs`. If it would have to wait
 * longer, it fails immediately as `RpcUnavailableError` or `RpcShareUsedError`, with the wait.
 */
export function cappedRpc(rpc: JsonRpc, cap: RpcCap, mostWaitMs: number): JsonRpc {
  return {
    async call(method, params, signal, limits) {
      const latest = performance.now() + mostWaitMs;
      for (;;) {
        const { waitMs, limit } = await cap.take().catch((cause: unknown) => {
          throw new RpcUnavailableError(
            'not_counted',
            `calls to the node cannot be counted: ${(cause as Error).message}`,
          );
        });
        if (waitMs === 0) return rpc.call(method, params, signal, limits);
        if (performance.now() + waitMs > latest)
          throw limit === 'account'
            ? new RpcShareUsedError(waitMs)
            : new RpcUnavailableError(
                'call_limit',
                'as many calls as allowed have been made to the node',
                waitMs,
              );
        await sleep(waitMs, undefined, signal === undefined ? {} : { signal });
      }
    },
  };
}
