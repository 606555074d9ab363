import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Outcome of one hostile act: the statuses of all answers that it got. */
export interface Outcome {
  statuses: number[];
  /** The start of an answer that is a 5xx and should not be, for the report. */
  failure: string | null;
  /** How many requests were sent; left out: one. */
  requests?: number;
}

export interface Target {
  host: string;
  port: number;
}

/** The address of this machine that most hostile requests come from: the good client's own. */
export const SHARED = '127.0.0.1';
const OTHERS = 12;
const PATIENCE_MS = 30_000;
let turn = 0;

/** Another address of this machine, in turns; elsewhere than on Linux there is one. */
export function otherAddress(): string {
  turn = (turn + 1) % OTHERS;
  return process.platform === 'linux' ? `127.0.0.${turn + 2}` : SHARED;
}

export async function open({ host, port }: Target, from: string): Promise<Socket | null> {
  const socket = connect({ host, port, localAddress: from });
  socket.on('error', () => {});
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.once('close', () => resolve(null));
  });
}

export interface Sending {
  from?: string;
  /** Sent one after the other, with this pause between them. */
  pauseMs?: number;
  /** The connection is broken off after so long, without waiting for an answer. */
  leaveAfterMs?: number;
  /** Nothing is read of what the server answers. */
  deaf?: boolean;
}

/** Sends bytes as they are, and collects the statuses of what comes back until the connection ends. */
export async function send(
  target: Target,
  parts: readonly (string | Buffer)[],
  { from = SHARED, pauseMs = 0, leaveAfterMs, deaf = false }: Sending = {},
): Promise<Outcome> {
  const socket = await open(target, from);
  if (socket === null) return { statuses: [], failure: null };
  const chunks: Buffer[] = [];
  if (deaf) socket.pause();
  else socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const timer = setTimeout(() => socket.destroy(), leaveAfterMs ?? PATIENCE_MS);
  for (const part of parts) {
    if (socket.destroyed) break;
    socket.write(part);
    if (pauseMs > 0) await sleep(pauseMs);
  }
  await closed;
  clearTimeout(timer);
  return outcomeOf(Buffer.concat(chunks).toString('latin1'));
}

/** Texts that a 503 may have: a backfill without a node, and that there is more load than the databases or the process take. */
export const EXPECTED_503 = /no node of the chain|The database is busy|more requests than it can answer/;

function outcomeOf(text: string): Outcome {
  const heads = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)];
  const statuses = heads.map(([, status]) => Number(status)).filter((status) => status !== 100);
  const answers = heads.map(({ index }, at) => text.slice(index, heads[at + 1]?.index));
  const failed = answers.find((answer) => answer.startsWith('HTTP/1.1 5') && !EXPECTED_503.test(answer));
  return { statuses, failure: failed?.slice(0, 1_500) ?? null };
}

export interface Http {
  method?: string;
  path: string;
  key?: string | undefined;
  headers?: readonly string[];
  body?: string | Buffer;
  length?: number;
  /** Whether another request follows on the connection. */
  isKeptAlive?: boolean;
}

/** A request as bytes, well-formed but for what is asked for. */
export function bytesOf({
  method,
  path,
  key,
  headers = [],
  body,
  length,
  isKeptAlive = false,
}: Http): Buffer {
  const bytes = body === undefined ? null : Buffer.isBuffer(body) ? body : Buffer.from(body);
  const lines = [
    `${method ?? (bytes === null ? 'GET' : 'POST')} ${path} HTTP/1.1`,
    'Host: localhost',
    ...(isKeptAlive ? [] : ['Connection: close']),
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
    ...(bytes === null || headers.some((line) => /^content-type/i.test(line))
      ? []
      : ['Content-Type: application/json']),
    ...(bytes === null && length === undefined ? [] : [`Content-Length: ${length ?? bytes?.length ?? 0}`]),
    ...headers,
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), ...(bytes === null ? [] : [bytes])]);
}
