import { Agent as HttpAgent, type RequestOptions, request as sendHttp } from 'node:http';
import { Agent as HttpsAgent, request as sendHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { ClickHouseError, parseError } from '@clickhouse/client';
import type { ClickHouseConfig } from '@tickscope/config';
import type { QueryOptions } from '@tickscope/store';
import { parameterText } from './query-parameters.js';

/** Runs a read and gives its rows, each an array in the order of the SELECT list; 64-bit integers as text. */
export type ReadRows = <Row extends readonly unknown[]>(sql: string, options: QueryOptions) => Promise<Row[]>;

/** Settings of every query. */
export type ReadSettings = Readonly<Record<string, string | number>>;

export interface ClickHouseReader {
  /** As `queryRows` of packages/store. */
  rows: ReadRows;
  close(): void;
}

export interface ReaderOptions {
  /** Shown in ClickHouse's own logs. */
  application: string;
  maxConnections: number;
  settings?: ReadSettings;
}

/** Less than a server keeps an idle connection (embedded: 3 s), so that none breaks as it is used. */
const IDLE_MS = 2_000;
/** What the server gets beyond a query's deadline to say so itself. */
const LATE_MS = 500;
/** An error at the end of an answer, or in place of it, is within so much. */
const ERROR_CHARS = 10_000;

interface Answer {
  status: number;
  text: string;
}

/**
 * Reads ClickHouse over its HTTP interface with nothing in between. The official client does the same with much around it
 * that a read of some rows does not need: 2.0 CPU-ms and 4.0 ms of waiting a query, against 0.6 and 1.6
 * (bench/reports/2026-11-21-trade-context-profile.md); a request of the API is several such reads. It throws what the
 * client throws: `ClickHouseError` for what the server says.
 */
export function openReader(config: ClickHouseConfig, options: ReaderOptions): ClickHouseReader {
  const url = new URL(config.url);
  const isTls = url.protocol === 'https:';
  const send = isTls ? sendHttps : sendHttp;
  const agentOptions = { keepAlive: true, maxSockets: options.maxConnections, timeout: IDLE_MS };
  const agent = isTls ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  const credentials = Buffer.from(`${config.user}:${config.password}`).toString('base64');
  const request: RequestOptions = {
    ...urlToHttpOptions(url),
    agent,
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'user-agent': options.application },
  };
  const settings = pairsOf({
    database: config.database,
    // u64 beyond 2^53 stay exact as text; callers say which columns are safe numbers.
    output_format_json_quote_64bit_integers: 1,
    ...options.settings,
  });

  async function exchange(path: string, body: string, turn: Turn, isRepeated = false): Promise<Answer> {
    try {
      return await answerOf(send, { ...request, path }, body, turn);
    } catch (error) {
      // The server had closed the connection, unused for a while, when the request came. A read may be repeated.
      if (!isRepeated && error instanceof StaleConnection) return exchange(path, body, turn, true);
      throw error instanceof StaleConnection ? error.cause : error;
    }
  }

  return {
    async rows<Row extends readonly unknown[]>(
      sql: string,
      { params, timeoutMs, signal, logComment }: QueryOptions,
    ): Promise<Row[]> {
      const query = pairsOf({
        max_execution_time: Math.ceil(timeoutMs / 1_000),
        ...(logComment === undefined ? {} : { log_comment: logComment }),
      });
      const parameters = Object.entries(params ?? {}).map(
        ([name, value]) => `&param_${name}=${encodeURIComponent(parameterText(value))}`,
      );
      const path = `${url.pathname}?${settings}&${query}${parameters.join('')}`;
      const turn = { endsAt: performance.now() + timeoutMs + LATE_MS, ...(signal ? { signal } : {}) };
      const { status, text } = await exchange(path, `${sql}\nFORMAT JSONCompact`, turn);
      if (status !== 200) throw parseError(text.slice(0, ERROR_CHARS));
      return rowsIn(text) as Row[];
    },
    close: () => agent.destroy(),
  };
}

function pairsOf(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** By the server's settings an error after the first rows may also be a field of the answer, or the end of a whole one. */
function rowsIn(text: string): unknown {
  const { data, exception } = parsed(text);
  if (exception !== undefined) throw parseError(exception);
  return data;
}

function parsed(text: string): { data: unknown; exception?: string } {
  try {
    return JSON.parse(text) as { data: unknown; exception?: string };
  } catch (error) {
    throw toldAtTheEnd(text) ?? error;
  }
}

function toldAtTheEnd(text: string): ClickHouseError | null {
  const told = parseError(text.slice(-ERROR_CHARS));
  return told instanceof ClickHouseError ? told : null;
}

interface Turn {
  /** By `performance.now()`. */
  endsAt: number;
  signal?: AbortSignal;
}

/** A connection that had served before broke without an answer. */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection';
}

const BROKEN = new Set(['ECONNRESET', 'EPIPE']);

function answerOf(
  send: typeof sendHttp,
  options: RequestOptions,
  body: string,
  { endsAt, signal }: Turn,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = send(options);
    /** Why it was broken off here. */
    let reason: Error | null = null;
    const stop = (why: Error) => {
      reason = why;
      req.destroy(why);
    };
    const timer = setTimeout(
      () => stop(new DOMException('no answer in time', 'TimeoutError')),
      Math.max(0, endsAt - performance.now()),
    );
    const leave = () => stop(new DOMException('the caller left', 'AbortError'));
    signal?.addEventListener('abort', leave, { once: true });
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    const fail = (error: NodeJS.ErrnoException) => {
      done();
      const isStale = req.reusedSocket && reason === null && BROKEN.has(error.code ?? '');
      reject(isStale ? new StaleConnection('', { cause: error }) : (reason ?? error));
    };
    req.on('error', fail);
    req.on('response', (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', (error) => {
        done();
        // The server breaks an answer off where its query fails after the first rows, and says why before it does.
        reject(reason ?? toldAtTheEnd(Buffer.concat(chunks).toString('utf8')) ?? error);
      });
      res.on('end', () => {
        done();
        resolve({ status: res.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    if (signal?.aborted === true) leave();
    else req.end(body);
  });
}
