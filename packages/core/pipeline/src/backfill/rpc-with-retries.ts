import { retry } from '@tickscope/store';
import { type JsonRpc, RpcUnavailableError } from '../source/rpc/json-rpc.js';

/** Waits between the tries of one call: a restarted node is back within a minute. */
const RPC_WAITS_MS: readonly number[] = [500, 2_000, 5_000, 10_000, 20_000];
/** A node that asks for a longer wait counts as unreachable. */
const LONGEST_WAIT_MS = 60_000;

/** Retries unanswered calls, no sooner than the node asks for. Throws the last failure when the tries are used up. */
export function rpcWithRetries(rpc: JsonRpc, waitsMs: readonly number[] = RPC_WAITS_MS): JsonRpc {
  const askedMs = (error: unknown) => (error as RpcUnavailableError).retryAfterMs ?? 0;
  const isTransient = (error: unknown) =>
    error instanceof RpcUnavailableError && askedMs(error) <= LONGEST_WAIT_MS;
  return {
    call: (method, params, signal, limits) =>
      retry(() => rpc.call(method, params, signal, limits), { waitsMs, askedMs, signal, isTransient }),
  };
}
