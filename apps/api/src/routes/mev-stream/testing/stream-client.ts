import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** A block of an event stream, parsed as in the HTML standard. */
export interface Message {
  /** The last event id after this block. */
  id: string;
  event: string;
  data: unknown;
}

export interface StreamClient {
  status: number;
  headers: IncomingMessage['headers'];
  /** The messages dispatched so far. */
  readonly messages: readonly Message[];
  /** The `sandwich` events. */
  readonly sandwiches: readonly SandwichMessage[];
  readonly comments: readonly string[];
  readonly lastEventId: string;
  readonly retryMs: number | null;
  /** Waits until the condition holds, checking again whenever something arrives. Fails on a timeout. */
  until(holds: (client: StreamClient) => boolean, what?: string): Promise<void>;
  /** The first `count` sandwiches. */
  first(count: number): Promise<readonly SandwichMessage[]>;
  /** How it ended: `ended` by the server in the regular way, or `broken`. */
  readonly ended: Promise<'ended' | 'broken'>;
  /** Stops reading from the connection. */
  pause(): void;
  resume(): void;
  close(): void;
}

export interface SandwichMessage {
  id: string;
  sandwich: { id: string; revision: number; retracted: boolean } & Record<string, unknown>;
}

const TIMEOUT_MS = 60_000;

/** Opens a stream; resolves with the headers. */
export function openStream(url: string, lastEventId?: string): Promise<StreamClient> {
  return new Promise((resolve, reject) => {
    const req: ClientRequest = request(url, {
      agent: false,
      headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
    });
    req.on('error', reject);
    req.on('response', (res) => resolve(clientOf(req, res)));
    req.end();
  });
}

function clientOf(req: ClientRequest, res: IncomingMessage): StreamClient {
  const messages: Message[] = [];
  const comments: string[] = [];
  const watchers = new Set<() => void>();
  let [pending, idBuffer, lastEventId, event, data] = ['', '', '', '', [] as string[]];
  let retryMs: number | null = null;

  const line = (text: string): void => {
    if (text === '') {
      // An id takes effect when its block has ended.
      lastEventId = idBuffer;
      if (data.length > 0)
        messages.push({ id: lastEventId, event: event || 'message', data: JSON.parse(data.join('\n')) });
      event = '';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    const field = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === '') comments.push(value);
    else if (field === 'id') idBuffer = value;
    else if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'retry') retryMs = Number(value);
    else throw new Error(`not a field of an event stream: ${text}`);
  };
  res.setEncoding('utf8');
  res.on('data', (chunk: string) => {
    const lines = (pending + chunk).split('\n');
    pending = lines.pop()!;
    for (const text of lines) line(text);
    for (const look of watchers) look();
  });
  const ended = new Promise<'ended' | 'broken'>((resolve) => {
    res.on('end', () => resolve('ended'));
    res.on('error', () => resolve('broken'));
    res.on('close', () => resolve(res.complete ? 'ended' : 'broken'));
  });
  // The request is aborted on purpose.
  req.on('error', () => {});

  const client: StreamClient = {
    status: res.statusCode ?? 0,
    headers: res.headers,
    messages,
    comments,
    get sandwiches() {
      return messages
        .filter((message) => message.event === 'sandwich')
        .map((message) => ({ id: message.id, sandwich: message.data as SandwichMessage['sandwich'] }));
    },
    get lastEventId() {
      return lastEventId;
    },
    get retryMs() {
      return retryMs;
    },
    until(holds, what = 'what is waited for') {
      return new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer);
          watchers.delete(look);
        };
        const look = () => {
          if (!holds(client)) return;
          stop();
          resolve();
        };
        const timer = setTimeout(() => {
          stop();
          reject(
            new Error(
              `${what} did not come; there is: ${JSON.stringify(messages.slice(-5)).slice(0, 1_000)}`,
            ),
          );
        }, TIMEOUT_MS);
        watchers.add(look);
        look();
      });
    },
    async first(count) {
      await client.until(({ sandwiches }) => sandwiches.length >= count, `sandwich ${count}`);
      return client.sandwiches.slice(0, count);
    },
    ended,
    pause: () => res.pause(),
    resume: () => res.resume(),
    close: () => req.destroy(),
  };
  return client;
}
