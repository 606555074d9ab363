import { type GrpcStatus, grpcStatusOf } from './grpc-status.js';

/** Advice for a server that refuses a subscription, where retrying alone does not help. */
const ADVICE: Partial<Record<GrpcStatus, string>> = {
  unauthenticated:
    'the server does not accept the token: check GEYSER_X_TOKEN (of the fallback: GEYSER_FALLBACK_X_TOKEN)',
  permission_denied:
    'the token may not subscribe: ask the provider for access to Geyser subscriptions, or check GEYSER_X_TOKEN',
  unimplemented:
    'the server at this address has no Geyser subscriptions: check GEYSER_ENDPOINT (it may be the address of JSON-RPC)',
  resource_exhausted:
    'the server has too many subscriptions or requests of this token or address: end other clients, or ask the provider for more',
  invalid_argument:
    'the server does not take this subscription: check GEYSER_MODE (where whole blocks are refused: messages) and GEYSER_COMMITMENT',
};

/**
 * Status codes with which servers refuse `from_slot` (Yellowstone: `internal`). Excludes those of an unreachable
 * server.
 */
const REPLAY_REFUSALS: ReadonlySet<GrpcStatus> = new Set([
  ...(['internal', 'invalid_argument', 'out_of_range', 'failed_precondition'] as const),
  ...(['not_found', 'unimplemented', 'unknown'] as const),
]);

/** Status codes with which servers refuse whole blocks without a filter, or single messages. */
const MODE_REFUSALS: ReadonlySet<GrpcStatus> = new Set([
  ...(['invalid_argument', 'permission_denied', 'failed_precondition'] as const),
]);

/** Whether a subscription may have been refused because of its mode, so that the other one may be accepted. */
export function mayRefuseMode(error: Error): boolean {
  const status = grpcStatusOf(error);
  return status !== null && MODE_REFUSALS.has(status);
}

/** Advice for the operator; null if the error is not a refusal. */
export function refusalAdvice(error: Error): string | null {
  const status = grpcStatusOf(error);
  return status === null ? null : (ADVICE[status] ?? null);
}

/** Whether a subscription with a replay may have been refused because of the replay. */
export function mayRefuseReplay(error: Error): boolean {
  const status = grpcStatusOf(error);
  return status !== null && REPLAY_REFUSALS.has(status);
}
