import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseError } from '@clickhouse/client';
import type { StoreOptions } from './open-store.js';

/** A database of one server. */
export type Endpoint = Pick<StoreOptions, 'url' | 'user' | 'password' | 'database' | 'application'>;

/** Without a byte for this long, a stream is given up. The first row of a large table takes a while. */
const IDLE_MS = 600_000;
/** A server that refuses rows closes the connection; its reason may arrive after that. */
const REASON_MS = 1_000;

const SELECT_SETTINGS = { enable_http_compression: '1', max_execution_time: '0' };
const INSERT_SETTINGS = {
  async_insert: '0',
  // An insert has each key once, so nothing need be replaced in it.
  optimize_on_insert: '0',
  max_execution_time: '0',
  max_insert_threads: '1',
  // Bounds the memory of an insert; each such block becomes a part.
  min_insert_block_size_rows: '262144',
  min_insert_block_size_bytes: '67108864',
};

/**
 * Sends the rows of a SELECT to another server, compressed as they come, without holding more than a few chunks of them.
 * Not one statement: where it fails, some of the rows may be stored.
 *
 * @param select ends without a format
 * @param insert `INSERT INTO … (…)`
 * @returns bytes sent
 */
export async function pipeRows(
  from: Endpoint,
  select: string,
  to: Endpoint,
  insert: string,
  signal?: AbortSignal,
): Promise<number> {
  signal?.throwIfAborted();
  const asked = start(from, {}, SELECT_SETTINGS, { 'Accept-Encoding': 'lz4' }, signal);
  const answer = answerOf(asked);
  asked.end(`${select} FORMAT Native`);
  const rows = await answer;
  if (rows.statusCode !== 200) throw await refusal(rows);
  const chunks = rows[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await chunks.next();
  // Without rows there is no byte.
  if (first.done === true) return 0;

  const encoding = rows.headers['content-encoding'];
  const headers = encoding === undefined ? {} : { 'Content-Encoding': encoding };
  const sent = start(to, { query: `${insert} FORMAT Native` }, INSERT_SETTINGS, headers, signal);
  const acknowledged = answerOf(sent);
  // Its failure is that of the pipeline.
  acknowledged.catch(() => {});
  let bytes = 0;
  try {
    await pipeline(async function* () {
      let chunk: IteratorResult<Buffer> = first;
      while (chunk.done !== true) {
        bytes += chunk.value.length;
        yield chunk.value;
        chunk = await chunks.next();
      }
    }, sent);
  } catch (error) {
    asked.destroy();
    signal?.throwIfAborted();
    const reason = await Promise.race([acknowledged.catch(() => null), sleep(REASON_MS, null)]);
    throw reason === null || reason.statusCode === 200 ? error : await refusal(reason);
  }
  const result = await acknowledged;
  if (result.statusCode !== 200) throw await refusal(result);
  for await (const _ of result);
  return bytes;
}

function start(
  { url, user, password, database, application }: Endpoint,
  query: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): ClientRequest {
  const target = new URL(url);
  target.search = `${new URLSearchParams({ database, ...query, ...settings })}`;
  const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, {
    method: 'POST',
    timeout: IDLE_MS,
    ...(signal === undefined ? {} : { signal }),
    headers: {
      Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      'User-Agent': application,
      ...headers,
    },
  });
  request.once('timeout', () =>
    request.destroy(
      Object.assign(new Error('Timeout error: no row moved for ten minutes.'), { name: 'TimeoutError' }),
    ),
  );
  return request;
}

function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
  });
}

/** Reads the server's refusal. It may be compressed as the rows would be, which leaves most of a short text readable. */
async function refusal(answer: IncomingMessage): Promise<Error> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('latin1');
  const readable = text.slice(Math.max(0, text.indexOf('Code: '))).replaceAll(/[^\x20-\x7e\n]+/g, ' ');
  return parseError(readable || `HTTP ${answer.statusCode}`);
}
