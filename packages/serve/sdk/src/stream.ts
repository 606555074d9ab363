import { CallTimeoutError, NoAnswerError, TickscopeError, UnexpectedAnswerError } from './errors.js';
import { type EventBlock, EventParser, EventTooLongError } from './event-parser.js';
import type { Schemas, StreamFilter } from './operation-types.js';
import { type Fields, prepare, send, unlessEnded } from './request.js';
import { backoffMs, waitAfter, withRetries } from './retry.js';
import { Scope } from './scope.js';
import { atLeast, type Settings } from './settings.js';

const ID = 'streamSandwiches';
/** Used until the server sends a `retry`. */
const RETRY_MS = 3_000;
const LEAST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 60_000;
/** The server sends something every 15 seconds. */
const IDLE_MS = 45_000;

/** An event of the live feed. Its `id` resumes the stream after it. */
export type FeedEvent =
  | { event: 'sandwich'; id: string; data: Schemas['SandwichEvent'] }
  | { event: 'status'; id: string; data: Schemas['StreamStatus'] }
  | { event: 'gap'; id: string; data: Schemas['StreamGap'] };

const EVENTS: ReadonlySet<string> = new Set<FeedEvent['event']>(['sandwich', 'status', 'gap']);

export type StreamOptions = StreamFilter & {
  /** Starts after this event, instead of with new events only. */
  lastEventId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Deadline for opening each connection. Default: the client's. */
  timeoutMs?: number | undefined;
  /** A connection that is silent for this long is replaced. Default: 45,000. */
  idleMs?: number | undefined;
};

export interface SandwichStream extends AsyncIterable<FeedEvent> {
  /** The id to resume from; it also advances while no events arrive. null: nothing was received yet. */
  readonly lastEventId: string | null;
}

/**
 * The live feed, each event once and in order. A connection that ends or breaks is replaced, continuing after
 * the last event. The first connection fails as any call does; later ones are retried until they succeed, with
 * waits that grow to a minute. Throws `TickscopeError` where the server refuses (4xx, except 429, which says
 * when to retry), and the reason of an aborted signal.
 */
export function openStream(
  settings: Settings,
  { lastEventId = '', signal, timeoutMs, idleMs, ...filter }: StreamOptions = {},
): SandwichStream {
  if (!isId(lastEventId)) throw new TypeError('lastEventId: expected visible ASCII characters');
  const feed: Feed = {
    settings,
    filter,
    signals: [settings.signal, signal],
    timeoutMs: atLeast('timeoutMs', 1, timeoutMs ?? settings.timeoutMs),
    idleMs: atLeast('idleMs', 1, idleMs ?? IDLE_MS),
    lastEventId,
    retryMs: RETRY_MS,
    failures: 0,
    isOpened: false,
  };
  return {
    get lastEventId() {
      return feed.lastEventId || null;
    },
    [Symbol.asyncIterator]: () => events(feed),
  };
}

interface Feed {
  readonly settings: Settings;
  readonly filter: StreamFilter;
  readonly signals: readonly (AbortSignal | null | undefined)[];
  readonly timeoutMs: number;
  readonly idleMs: number;
  lastEventId: string;
  retryMs: number;
  /** Consecutive connections without any event. */
  failures: number;
  /** Whether any connection was opened. */
  isOpened: boolean;
}

async function* events(feed: Feed): AsyncGenerator<FeedEvent, void, undefined> {
  for (;;) {
    const scope = new Scope(...feed.signals);
    let broken: unknown = null;
    try {
      scope.signal.throwIfAborted();
      yield* connection(feed, scope);
    } catch (error) {
      if (!feed.isOpened || !mayPass(error, feed)) throw error;
      broken = error;
    } finally {
      scope.close();
    }
    await pause(feed, broken);
  }
}

/** Whether a later connection may succeed. */
function mayPass(error: unknown, { settings }: Feed): boolean {
  if (error instanceof NoAnswerError || error instanceof CallTimeoutError) return true;
  if (!(error instanceof TickscopeError) || error instanceof UnexpectedAnswerError || error.status === null)
    return false;
  const isTooLong = (error.retryAfterSeconds ?? 0) * 1_000 > settings.maxWaitMs;
  return (error.status === 429 || error.status >= 500) && !isTooLong;
}

async function pause(feed: Feed, broken: unknown): Promise<void> {
  const scope = new Scope(...feed.signals);
  try {
    scope.signal.throwIfAborted();
    const waitMs = waitAfter(broken, backoffMs(feed.retryMs, feed.failures, LONGEST_RETRY_MS));
    feed.failures += 1;
    await feed.settings.sleep(waitMs, scope.signal);
  } finally {
    scope.close();
  }
}

/** The events of one connection, to its end. */
async function* connection(feed: Feed, scope: Scope): AsyncGenerator<FeedEvent, void, undefined> {
  const reader = (await open(feed, scope)).getReader();
  feed.isOpened = true;
  const parser = new EventParser(feed.lastEventId);
  for (;;) {
    // The timer runs only while waiting for the server: the caller may take any time to handle an event.
    scope.arm(feed.idleMs, () => new CallTimeoutError(ID, `nothing came for ${feed.idleMs} ms`));
    const { done, value } = await unlessEnded(ID, scope, () => reader.read());
    scope.disarm();
    if (done) return;
    const blocks = blocksOf(parser, value);
    if (parser.retryMs !== null)
      feed.retryMs = Math.min(Math.max(parser.retryMs, LEAST_RETRY_MS), LONGEST_RETRY_MS);
    for (const block of blocks) {
      const event = eventOf(block);
      feed.failures = 0;
      feed.lastEventId = block.id;
      if (event !== null) yield event;
      scope.signal.throwIfAborted();
    }
  }
}

/** After the first connection, `events` retries, so this call does not. */
async function open(feed: Feed, scope: Scope): Promise<ReadableStream<Uint8Array>> {
  const { settings, timeoutMs, lastEventId } = feed;
  const request = prepare(settings, ID, feed.filter as Fields, {
    Accept: 'text/event-stream',
    ...(lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId }),
  });
  const retries = feed.isOpened ? 0 : settings.retries;
  const policy = { ...settings, retries, isRepeatable: true, signal: scope.signal };
  const { body, headers } = await withRetries(policy, async () => {
    scope.arm(timeoutMs, () => new CallTimeoutError(ID, `no answer within ${timeoutMs} ms`));
    try {
      return await send(settings, request, scope);
    } finally {
      scope.disarm();
    }
  });
  if (body === null || !/^text\/event-stream\b/i.test(headers.get('content-type') ?? ''))
    throw new UnexpectedAnswerError(ID, 200, 'not an event stream', headers.get('x-request-id'));
  return body;
}

function blocksOf(parser: EventParser, piece: Uint8Array): EventBlock[] {
  try {
    return parser.push(piece);
  } catch (error) {
    if (error instanceof EventTooLongError) throw new UnexpectedAnswerError(ID, 200, 'an event is too long');
    throw error;
  }
}

/** Null for a block without an event, and for kinds that a later version may add. */
function eventOf({ event, data, id }: EventBlock): FeedEvent | null {
  // The id will be sent as a header value.
  if (!isId(id)) throw new UnexpectedAnswerError(ID, 200, 'the id of an event is not visible ASCII');
  if (data === null || !EVENTS.has(event)) return null;
  try {
    return { event, id, data: JSON.parse(data) } as FeedEvent;
  } catch {
    throw new UnexpectedAnswerError(ID, 200, `the data of a ${event} event is not JSON`);
  }
}

function isId(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
