import { parseResumeToken, type ResumeToken } from '@tickscope/queries/feed';
import type { Request } from 'express';
import { accountOf } from '../../account.js';
import { defineOperation } from '../../define-operation.js';
import { invalidRequest } from '../../errors.js';
import { feedFilterOf } from '../../feed/filter-of.js';
import { Listener } from '../../feed/listener.js';
import { startOf } from '../../feed/resume.js';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // A proxy that buffers answers would buffer a stream for ever.
  'X-Accel-Buffering': 'no',
};

/** `GET /mev/stream`: sandwiches as they are found, revised and retracted. */
export const streamSandwiches = defineOperation('streamSandwiches', {
  isOurs: true,
  async respond({ queryParameters, liveFeed, context }, req, res) {
    const filter = feedFilterOf(queryParameters);
    const token = resumeTokenOf(req);
    if (req.method === 'HEAD') {
      res.writeHead(200, HEADERS).end();
      return;
    }
    const leave = liveFeed.openRequests.take(accountOf(context), context.account);
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
});

function resumeTokenOf(req: Request): ResumeToken | null {
  const text = req.headers['last-event-id'];
  // Before the first event, browsers send no header or an empty one.
  if (text === undefined || text === '') return null;
  const token = typeof text === 'string' ? parseResumeToken(text) : null;
  if (token === null) throw invalidRequest('Last-Event-ID: expected the id of an event of this stream');
  return token;
}
