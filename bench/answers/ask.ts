import { setTimeout as sleep } from 'node:timers/promises';
import { normalisedBody, normalisedEvents, normalisedHeaders } from './normalise.js';
import type { Asked } from './requests.js';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Caller {
  origin: string;
  key: string;
  jwt: string;
  /** The id of an event before the first one of the feed. */
  feedStart: string;
}

const POLL_MS = 15;
const JOB_LIMIT_MS = 120_000;
/** A stream has sent all it has when no event came for so long. A busy machine needs some time for the first one. */
const QUIET_MS = { first: 12_000, later: 4_000 };

/** Sends a request, and returns its answer without what differs from one run to the next. */
export async function ask(asked: Asked, caller: Caller): Promise<Answer> {
  const response = await send(asked, caller);
  if (asked.follow === 'stream' && response.status === 200)
    return { ...headOf(response), body: await eventsOf(response) };
  const text = await response.text();
  if (asked.follow === 'job' && response.status === 200) return jobAnswer(text, caller);
  return { ...headOf(response), body: normalisedBody(text) };
}

function send({ method, path, body, credential, follow }: Asked, caller: Caller): Promise<Response> {
  const { origin, feedStart } = caller;
  return fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(credential === 'none' ? {} : { authorization: `Bearer ${caller[credential]}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(follow === 'stream' ? { 'last-event-id': feedStart } : {}),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

function headOf(response: Response): Pick<Answer, 'status' | 'headers'> {
  return { status: response.status, headers: normalisedHeaders(response.headers) };
}

async function jobAnswer(submitted: string, caller: Caller): Promise<Answer> {
  const { jobId } = JSON.parse(submitted) as { jobId: string };
  const status: Asked = {
    ...{ operation: 'getJobStatus', method: 'GET', path: `/api/mev/job-status/${jobId}`, credential: 'key' },
  };
  const deadline = performance.now() + JOB_LIMIT_MS;
  for (;;) {
    const response = await send(status, caller);
    const text = await response.text();
    const { state } = JSON.parse(text) as { state?: string };
    if (state !== 'queued' && state !== 'active') return { ...headOf(response), body: normalisedBody(text) };
    if (performance.now() > deadline) throw new Error(`job ${jobId} does not end`);
    await sleep(POLL_MS);
  }
}

/** The events of a stream, a line each, until nothing more comes. Ids and comments are left out. */
async function eventsOf(response: Response): Promise<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let pending = reader.read();
  for (;;) {
    const quietMs = text.includes('data:') ? QUIET_MS.later : QUIET_MS.first;
    const next = await Promise.race([pending, sleep(quietMs, null)]);
    if (next === null || next.done) break;
    text += next.value;
    pending = reader.read();
  }
  pending.catch(() => {});
  await reader.cancel();
  return text
    .split('\n')
    .filter((line) => line.startsWith('event:') || line.startsWith('data:'))
    .map((line) =>
      line.startsWith('data:') ? `data: ${normalisedEvents(normalisedBody(line.slice(5).trim()))}` : line,
    )
    .join('\n');
}
