import { DEX_PROGRAMS } from '@tickscope/dex';
import type { Request } from 'express';
import { accountOf } from '../../account.js';
import { ApiError } from '../../errors.js';
import { parseResumeToken, type ResumeToken } from '../../mev/stream/feed-cursor.js';
import type { FeedFilter } from '../../mev/stream/filter.js';
import { Listener } from '../../mev/stream/listener.js';
import { startOf } from '../../mev/stream/resume.js';
import type { Operation } from '../../operation.js';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Proxies that gather answers would gather for ever.
  'X-Accel-Buffering': 'no',
};

/** `GET /mev/stream`: sandwiches as they are found, revised and retracted. */
export const streamSandwiches: Operation = {
  id: 'streamSandwiches',
  async respond({ queryParameters, liveFeed, context }, req, res): Promise<void> {
    const filter = filterOf(queryParameters);
    const token = resumeTokenOf(req);
    if (req.method === 'HEAD') {
      res.writeHead(200, HEADERS).end();
      return;
    }
    const leave = liveFeed.seats.take(accountOf(context));
    try {
      const run = await liveFeed.started();
      const start = await startOf(run, token);
      if (res.destroyed) return;
      res.writeHead(200, HEADERS);
      const listener = new Listener(liveFeed, run, res, filter, start);
      liveFeed.add(listener);
      try {
        await listener.listen();
      } finally {
        liveFeed.remove(listener);
      }
    } finally {
      leave();
      liveFeed.stopIfIdle();
    }
  },
};

/** Names as people write them. */
const DEX_NAMES = new Map(DEX_PROGRAMS.map(({ name }): [string, string] => [name.toLowerCase(), name]));

function filterOf({ pool, dex, attacker, victim }: Readonly<Record<string, string>>): FeedFilter {
  const dexName = dex === undefined ? null : DEX_NAMES.get(dex.toLowerCase());
  // A name that no sandwich has would be a stream that never says anything.
  if (dexName === undefined)
    throw new ApiError('validation_failed', {
      details: [`dex: expected one of ${[...new Set(DEX_NAMES.values())].sort().join(', ')}`],
    });
  return { pool: pool ?? null, dex: dexName, attacker: attacker ?? null, victim: victim ?? null };
}

function resumeTokenOf(req: Request): ResumeToken | null {
  const text = req.headers['last-event-id'];
  // Browsers send none, or an empty one, before the first event.
  if (text === undefined || text === '') return null;
  const token = typeof text === 'string' ? parseResumeToken(text) : null;
  if (token === null)
    throw new ApiError('validation_failed', {
      details: ['Last-Event-ID: expected the id of an event of this stream'],
    });
  return token;
}
