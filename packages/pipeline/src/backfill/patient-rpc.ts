import { setTimeout as sleep } from 'node:timers/promises';
import { type JsonRpc, RpcUnavailableError } from '../source/rpc/json-rpc.js';

/** Waits between the tries of one call: a restarted node is back within a minute. */
export const PATIENCE_MS: readonly number[] = [500, 2_000, 5_000, 10_000, 20_000];
/** A node that asks for a longer wait counts as unreachable. */
const LONGEST_WAIT_MS = 60_000;

/** Retries unanswered calls, no sooner than the node asks for. Throws the last failure when the tries are used up. */
export function patientRpc(rpc: JsonRpc, waitsMs: readonly number[] = PATIENCE_MS): JsonRpc {
  return {
    async call(method, params, signal, limits) {
      for (let tries = 0; ; tries += 1) {
        try {
          return await rpc.call(method, params, signal, limits);
        } catch (error) {
          signal?.throwIfAborted();
          const waitMs = waitsMs[tries];
          if (!(error instanceof RpcUnavailableError) || waitMs === undefined) throw error;
          const askedMs = error.retryAfterMs ?? 0;
          if (askedMs > LONGEST_WAIT_MS) throw error;
          await sleep(Math.max(waitMs, askedMs), undefined, signal === undefined ? {} : { signal });
        }
      }
    },
  };
}
