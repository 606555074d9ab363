import { exactJson } from './exact-json.js';
import { RPC_CODES, RpcError } from './rpc-error.js';
import type { RpcMethod } from './rpc-method.js';

/** Calls in one request. */
const MOST_CALLS = 100;

/**
 * Answers a request body: one call, or a batch (JSON-RPC 2.0). Null if there is no response, because notifications have
 * none. Never throws for client input.
 */
export async function answerBody(
  body: string,
  methods: ReadonlyMap<string, RpcMethod>,
  onFailure: (cause: unknown) => void,
): Promise<string | null> {
  let request: unknown;
  try {
    request = JSON.parse(body);
  } catch {
    return failure(null, new RpcError(RPC_CODES.parseError, 'Parse error'));
  }
  if (!Array.isArray(request)) return answerCall(request, methods, onFailure);
  if (request.length === 0 || request.length > MOST_CALLS)
    return failure(null, new RpcError(RPC_CODES.invalidRequest, 'Invalid request'));
  const answers: string[] = [];
  for (const call of request) {
    const answer = await answerCall(call, methods, onFailure);
    if (answer !== null) answers.push(answer);
  }
  return answers.length === 0 ? null : `[${answers.join(',')}]`;
}

type CallId = string | number | null;

async function answerCall(
  call: unknown,
  methods: ReadonlyMap<string, RpcMethod>,
  onFailure: (cause: unknown) => void,
): Promise<string | null> {
  if (typeof call !== 'object' || call === null || Array.isArray(call))
    return failure(null, new RpcError(RPC_CODES.invalidRequest, 'Invalid request'));
  const { jsonrpc, id, method, params } = call as Record<'jsonrpc' | 'id' | 'method' | 'params', unknown>;
  const isNotification = id === undefined;
  const knownId: CallId = typeof id === 'string' || typeof id === 'number' ? id : null;
  try {
    if (
      jsonrpc !== '2.0' ||
      typeof method !== 'string' ||
      !(isNotification || id === null || knownId !== null)
    )
      throw new RpcError(RPC_CODES.invalidRequest, 'Invalid request');
    const handler = methods.get(method);
    if (handler === undefined) throw new RpcError(RPC_CODES.methodNotFound, 'Method not found');
    if (params !== undefined && params !== null && !Array.isArray(params))
      throw new RpcError(RPC_CODES.invalidParams, 'Invalid params: invalid type: map, expected a sequence');
    const result = await handler((params ?? []) as unknown[]);
    return isNotification
      ? null
      : `{"jsonrpc":"2.0","result":${exactJson(result)},"id":${JSON.stringify(knownId)}}`;
  } catch (error) {
    if (!(error instanceof RpcError)) onFailure(error);
    const known = error instanceof RpcError ? error : new RpcError(RPC_CODES.internal, 'Internal error');
    return isNotification && known.code !== RPC_CODES.invalidRequest ? null : failure(knownId, known);
  }
}

function failure(id: CallId, { code, message, data }: RpcError): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    error: { code, message, ...(data !== undefined && { data }) },
    id,
  });
}
