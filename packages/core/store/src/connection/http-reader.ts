import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { parseError } from '@clickhouse/client';
import { formatParam } from './format-param.js';

export interface HttpReaderOptions {
  /** `http://host:port`, without credentials. */
  url: string;
  user: string;
  password: string;
  database: string;
  maxConnections: number;
  /** Deadline of each request, also where the query's own is later. Absent: only the query's. */
  requestTimeoutMs?: number | undefined;
  /** Shown in ClickHouse's own logs. */
  application: string;
}

export interface HttpQuery {
  /** Values of the SQL's `{name:Type}` placeholders. */
  params: Readonly<Record<string, unknown>>;
  settings: Readonly<Record<string, string>>;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Sends read queries over kept connections, and returns whole answers (docs/adr/0020). */
export interface HttpReader {
  /** Returns the answer in the format JSONCompact. Errors are those of the client library. */
  json(sql: string, query: HttpQuery): Promise<unknown>;
  close(): void;
}

/** Extra time after the deadline in which the server can report the timeout itself. */
const LATE_MS = 500;
/** The server closes idle connections after 3 s. */
const IDLE_MS = 2_000;
/** Settings of all queries. 64-bit integers beyond 2^53 stay exact as text. */
const SETTINGS = {
  default_format: 'JSONCompact',
  output_format_json_quote_64bit_integers: '1',
  output_format_write_statistics: '0',
};
/** Text that the server appends to an answer that it could not finish. */
const EXCEPTION = /Code: \d+\. DB::Exception: /;
/** A connection that the server closed before it read the request. */
const CLOSED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

export function httpReader(options: HttpReaderOptions): HttpReader {
  const { requestTimeoutMs = Number.POSITIVE_INFINITY } = options;
  const { protocol, hostname, port, pathname } = new URL(options.url);
  const agentOptions = { keepAlive: true, maxSockets: options.maxConnections, timeout: IDLE_MS };
  const isTls = protocol === 'https:';
  const agent = isTls ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  const start = isTls ? httpsRequest : httpRequest;
  const target = {
    agent,
    // An IPv6 address has brackets in a URL only.
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${options.user}:${options.password}`).toString('base64')}`,
      'User-Agent': options.application,
    },
  };
  const common = `${pathname}?${new URLSearchParams({ database: options.database, ...SETTINGS })}`;

  return {
    async json(sql, { params, settings, timeoutMs, signal }) {
      signal?.throwIfAborted();
      let path = common;
      for (const [name, value] of Object.entries(settings)) path += `&${name}=${encodeURIComponent(value)}`;
      for (const [name, value] of Object.entries(params))
        path += `&param_${name}=${encodeURIComponent(formatParam(value))}`;
      const text = await exchange((answered) => start({ ...target, path }, answered), sql, {
        deadline: performance.now() + Math.min(timeoutMs + LATE_MS, requestTimeoutMs),
        signal,
      });
      return parsed(text);
    },
    close: () => agent.destroy(),
  };
}

type Start = (answered: (res: IncomingMessage) => void) => ClientRequest;

/** Sends a query and resolves with the text of its answer. Reads may be repeated, so a closed connection is replaced. */
async function exchange(
  start: Start,
  sql: string,
  { deadline, signal }: { deadline: number; signal: AbortSignal | undefined },
): Promise<string> {
  for (;;) {
    const { text, isClosed } = await attempt(start, sql, deadline, signal);
    if (!isClosed) return text;
  }
}

function attempt(
  start: Start,
  sql: string,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<{ text: string; isClosed: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const received = () => Buffer.concat(chunks).toString('utf8');
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const fail = (error: Error) => {
      end();
      // The server ends an answer that it cannot finish by closing the connection, after it said why.
      const text = chunks.length === 0 ? '' : received();
      reject(EXCEPTION.test(text) ? parseError(text) : error);
    };
    const req = start((res) => {
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.once('error', fail);
      res.once('end', () => {
        end();
        if (res.statusCode === 200) resolve({ text: received(), isClosed: false });
        else reject(parseError(received() || `HTTP ${res.statusCode}`));
      });
    });
    const stop = (name: string, message: string) => req.destroy(Object.assign(new Error(message), { name }));
    const abort = () => stop('AbortError', 'The caller aborted a request.');
    const timer = setTimeout(
      () => stop('TimeoutError', 'Timeout error: no answer in time.'),
      Math.max(0, deadline - performance.now()),
    );
    signal?.addEventListener('abort', abort, { once: true });
    req.once('error', (error: NodeJS.ErrnoException) => {
      if (!req.reusedSocket || chunks.length > 0 || !CLOSED.has(error.code ?? '')) fail(error);
      else {
        end();
        resolve({ text: '', isClosed: true });
      }
    });
    req.end(sql);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (EXCEPTION.test(text)) throw parseError(text);
    throw new Error('the answer of ClickHouse is not JSON', { cause });
  }
}
