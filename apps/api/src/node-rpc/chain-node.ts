import { type Accounts, rpcCallCap } from '@tickscope/accounts';
import type { RpcConfig } from '@tickscope/config';
import {
  cappedRpc,
  createJsonRpc,
  type JsonRpc,
  RpcError,
  RpcShareUsedError,
  RpcUnavailableError,
} from '@tickscope/pipeline/rpc';
import { ApiError } from '../errors.js';
import { callerOf, type RequestContext } from '../request-context.js';
import { localCap } from './local-cap.js';

/**
 * The request that a call to the node belongs to. It includes the caller, because each account has a share of
 * the calls.
 */
export type NodeContext = Pick<RequestContext, 'id' | 'signal' | 'caller'>;

/** A node of the chain, for data older than the stored data. */
export interface ChainNode {
  /**
   * Runs some calls within one deadline. Throws `ApiError` `unavailable` where the node gives no usable answer,
   * with the wait that the node or the cap asks for, and `too_many_requests` where the account has used up its
   * share of the day's calls.
   */
  ask<T>(work: (rpc: JsonRpc, signal: AbortSignal) => Promise<T>, context: NodeContext): Promise<T>;
}

/** Answers to these calls are small: 1,000 signatures are some 300 KB. */
const MOST_BYTES = 16 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;
/** The cap paces the calls; the client must not pace them as well. */
const UNSPACED = 1_000;

/** @param accounts counts calls over all processes; null: this process counts its own */
export function openChainNode(config: RpcConfig, accounts: Accounts | null): ChainNode {
  const { url, timeoutMs } = config;
  const cap = accounts === null ? localCap(config) : rpcCallCap(accounts, config);
  const uncapped = createJsonRpc({ url, timeoutMs, maxBytes: MOST_BYTES, maxPerSecond: UNSPACED });
  return {
    async ask(work, context) {
      const { signal } = context;
      const rpc = cappedRpc(uncapped, cap.of(callerOf(context).account), timeoutMs);
      const deadline = AbortSignal.timeout(timeoutMs);
      try {
        return await work(rpc, AbortSignal.any([signal, deadline]));
      } catch (error) {
        if (error instanceof ApiError) throw error;
        if (error instanceof RpcShareUsedError) throw shareUsed(error);
        if (deadline.aborted || signal.aborted) throw unavailable('in time', error);
        if (error instanceof RpcUnavailableError || error instanceof RpcError) throw unavailable('', error);
        throw error;
      }
    },
  };
}

function shareUsed(cause: RpcShareUsedError): ApiError {
  return new ApiError('too_many_requests', {
    details:
      "Your account has used up its share of the day's calls to the node that is asked for what is older than the stored data.",
    retryAfterSeconds: Math.ceil((cause.retryAfterMs ?? 0) / 1_000),
    cause,
  });
}

function unavailable(how: '' | 'in time', cause: unknown): ApiError {
  const waitMs = cause instanceof RpcUnavailableError ? (cause.retryAfterMs ?? 0) : 0;
  return new ApiError('unavailable', {
    details: `The node that is asked for what is older than the stored data did not answer${how === '' ? '' : ` ${how}`}.`,
    retryAfterSeconds: Math.max(RETRY_AFTER_SECONDS, Math.ceil(waitMs / 1_000)),
    internal: `JSON-RPC: ${cause instanceof Error ? cause.message : String(cause)}`,
    cause,
  });
}
