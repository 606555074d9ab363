import { setTimeout as sleep } from 'node:timers/promises';
import { parseExactJson } from '@tickscope/chain';

export interface JsonRpcOptions {
  /** May contain an API key, so it is never logged or shown. */
  url: string;
  timeoutMs?: number;
  /** Longer responses are aborted while being received. */
  maxBytes?: number;
  /** Maximum calls started per second. */
  maxPerSecond?: number;
}

export interface JsonRpc {
  /**
   * Returns the `result` of a call; integers beyond 2^53 are text (`parseExactJson`).
   * @throws RpcError if the node answers with an error; RpcUnavailableError if there is no usable answer
   */
  call(
    method: string,
    params: readonly unknown[],
    signal?: AbortSignal,
    /** Limits for this call, where lower than the client's. */
    limits?: { timeoutMs?: number; maxBytes?: number },
  ): Promise<unknown>;
}

/**
 * The node refused the call. `code` is the number of the JSON-RPC protocol, not a text as in other errors. The same
 * call is refused again, unless the number says that the node is behind or busy.
 */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export type RpcUnavailableCode =
  /** The connection failed, or the caller aborted the call. */
  | 'unreachable'
  /** No complete answer before the deadline. */
  | 'timeout'
  /** An HTTP status other than 200, such as 429. */
  | 'http_status'
  /** The answer is not what the method returns, or too long. */
  | 'bad_answer'
  /** The call was not made: the count of calls cannot be kept. */
  | 'not_counted'
  /** The call was not made: the limit of all callers is reached. */
  | 'call_limit'
  /** The call was not made: the account's share is used up. */
  | 'share_used';

/** There is no usable answer of the node. A retry may help, after `retryAfterMs` where that is given. */
export class RpcUnavailableError extends Error {
  override readonly name: string = 'RpcUnavailableError';
  constructor(
    readonly code: RpcUnavailableCode,
    message: string,
    /** The wait that the node or the limit asks for; null if it asks for none. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** The largest blocks of mainnet are some 30 MB of JSON. */
const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;
const DEFAULT_MAX_PER_SECOND = 5;
const MAX_SHOWN = 200;
const MAX_RETRY_AFTER_MS = 300_000;

/** A JSON-RPC 2.0 client over HTTP. Starts calls one after the other at the agreed rate, each with a deadline. */
export function createJsonRpc(options: JsonRpcOptions): JsonRpc {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  const spacingMs = 1_000 / (options.maxPerSecond ?? DEFAULT_MAX_PER_SECOND);
  let nextAt = 0;
  let id = 0;

  async function turn(signal: AbortSignal | undefined): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, nextAt);
    nextAt = at + spacingMs;
    if (at > now) await sleep(at - now, undefined, signal === undefined ? {} : { signal });
  }

  return {
    async call(method, params, signal, limits = {}) {
      await turn(signal);
      id += 1;
      // Copied, because other calls start while this one waits.
      const callId = id;
      const deadline = AbortSignal.timeout(Math.min(timeoutMs, limits.timeoutMs ?? timeoutMs));
      const text = await post(options.url, JSON.stringify({ jsonrpc: '2.0', id: callId, method, params }), {
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
        maxBytes: Math.min(maxBytes, limits.maxBytes ?? maxBytes),
      });
      return resultOf(text, callId);
    },
  };
}

async function post(
  url: string,
  body: string,
  { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal,
      redirect: 'error',
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new RpcUnavailableError(
        'http_status',
        `the node answered HTTP ${response.status}`,
        retryAfterMs(response),
      );
    }
    return await boundedText(response, maxBytes);
  } catch (error) {
    if (error instanceof RpcUnavailableError) throw error;
    throw new RpcUnavailableError(isTimeout(error) ? 'timeout' : 'unreachable', shown(reasonOf(error)));
  }
}

async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new RpcUnavailableError('bad_answer', `the node's answer is longer than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function resultOf(text: string, id: number): unknown {
  let answer: unknown;
  try {
    answer = parseExactJson(text);
  } catch {
    throw new RpcUnavailableError('bad_answer', 'the node answered what is not JSON');
  }
  if (typeof answer !== 'object' || answer === null)
    throw new RpcUnavailableError('bad_answer', 'the node answered no object');
  const { id: answered, error, result } = answer as { id?: unknown; error?: unknown; result?: unknown };
  if (typeof error === 'object' && error !== null) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    throw new RpcError(typeof code === 'number' ? code : 0, shown(String(message)));
  }
  if (answered !== id || result === undefined)
    throw new RpcUnavailableError('bad_answer', 'the node answered another call, or nothing');
  return result;
}

function retryAfterMs(response: Response): number | null {
  const text = response.headers.get('retry-after');
  if (text === null || !/^\d{1,6}$/.test(text)) return null;
  return Math.min(Number(text) * 1_000, MAX_RETRY_AFTER_MS);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** `fetch` puts the actual reason into the error's cause. Neither contains the URL, which may hold a key. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isTimeout(error)) return 'the node did not answer in time';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message === '' ? ((cause as NodeJS.ErrnoException).code ?? error.message) : cause.message;
}

function shown(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a node says is not to move a terminal's cursor.
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ').slice(0, MAX_SHOWN);
}
