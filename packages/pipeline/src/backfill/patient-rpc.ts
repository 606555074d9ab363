import { setTimeout as sleep } from 'node:timers/promises';
import { type JsonRpc, RpcUnavailable } from '../source/rpc/json-rpc.js';

/** Between the tries of one call: a node that is restarted is back within a minute. */
export const PATIENCE_MS: readonly number[] = [500, 2_000, 5_000, 10_000, 20_000];
/** A node that asks for more than this is as good as away. */
const LONGEST_WAIT_MS = 60_000;

/** Calls again where there was no answer to use, and no sooner than the node asked for. Then the last failure is thrown. */
export function patientRpc(rpc: JsonRpc, waitsMs: readonly number[] = PATIENCE_MS): JsonRpc {
  return {
    async call(method, params, signal, limits) {
      for (let tries = 0; ; tries += 1) {
        try {
          return await rpc.call(method, params, signal, limits);
        } catch (error) {
          signal?.throwIfAborted();
          const waitMs = waitsMs[tries];
          if (!(error instanceof RpcUnavailable) || waitMs === undefined) throw error;
          const askedMs = error.retryAfterMs ?? 0;
          if (askedMs > LONGEST_WAIT_MS) throw error;
          await sleep(Math.max(waitMs, askedMs), undefined, signal === undefined ? {} : { signal });
        }
      }
    },
  };
}
