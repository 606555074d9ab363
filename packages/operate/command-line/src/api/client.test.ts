import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { CliError } from '../cli-error.js';
import { openApi } from './client.js';
import { ApiUnreachableError } from './failures.js';

const SIGNATURE = '4QZ5DdTt92jPGZvwVuc5cx5EvvDmpKo9LW9L1ekSR9JR9TVtvPtaaZ7oSKhxZEeCMHoWYPRpPmJmDFbNUHLS3ED8';
const UNKNOWN = {
  signature: SIGNATURE,
  found: false,
  slot: null,
  poh_tick: null,
  signer: null,
  pools: [],
  incidents: [],
  roles: [],
  sandwich_detected: false,
  verdict: 'unknown',
  wider_match: null,
  success: null,
  coverage: null,
};
const ANSWER = {
  success: true,
  data: {
    results: [UNKNOWN],
    summary: {
      ...{ total_checked: 1, total_found: 0, total_sandwich_attacks: 0, slot_range_used: 1 },
      ...{ total_loss_sol: '0', loss_unknown_count: 0 },
    },
  },
};

type Handler = (req: IncomingMessage, res: ServerResponse, count: number) => void;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A local server that answers as the test says. */
async function serve(handler: Handler): Promise<string> {
  let count = 0;
  const server = createServer((req, res) => {
    count += 1;
    handler(req, res, count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

function json(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  res.end(JSON.stringify(body));
}

function error(res: ServerResponse, status: number, text: string, details: unknown, more: object = {}): void {
  json(res, status, { error: text, details, timestamp: '2026-09-01T00:00:00.000Z', ...more });
}

async function ask(
  handler: Handler,
  { key = null, deadlineMs }: { key?: string | null; deadlineMs?: number } = {},
): Promise<{ answer?: unknown; failure?: Error; said: string[] }> {
  const said: string[] = [];
  const url = await serve(handler);
  const address = { url, key, keyFrom: key === null ? null : ('TICKSCOPE_API_KEY' as const) };
  const api = openApi(address, (line) => said.push(line), deadlineMs);
  try {
    const answer = await api.call('checkSandwichFast', { body: { signature: SIGNATURE } });
    return { answer, said };
  } catch (failure) {
    return { failure: failure as Error, said };
  }
}

describe('an answer', () => {
  it('is returned unchanged', async () => {
    const { answer } = await ask((_, res) => json(res, 200, ANSWER));
    expect(answer).toEqual(ANSWER);
  });

  it('is requested with the key in the header, or without a header', async () => {
    const seen: (string | undefined)[] = [];
    const handler: Handler = (req, res) => {
      seen.push(`${req.method} ${req.url} ${req.headers.authorization}`);
      json(res, 200, ANSWER);
    };
    await ask(handler, { key: 'sk_live_x' });
    await ask(handler);
    expect(seen).toEqual([
      'POST /api/mev/check-sandwich-fast Bearer sk_live_x',
      'POST /api/mev/check-sandwich-fast undefined',
    ]);
  });

  it('of another shape is refused, with the field that differs', async () => {
    const { failure } = await ask((_, res) =>
      json(res, 200, { ...ANSWER, data: { ...ANSWER.data, results: [{ ...UNKNOWN, pools: 7 }] } }),
    );
    expect(failure).toBeInstanceOf(CliError);
    expect(failure?.message).toMatch(/is not what this version understands \(.*pools/);
  });

  it.each(['<html>', '', 'null', '[]'])('that is not an answer (%j) is refused', async (text) => {
    const { failure } = await ask((_, res) => res.end(text));
    expect(failure?.message).toMatch(/is not what this version understands/);
  });
});

describe('a failure is a sentence with instructions', () => {
  it.each([
    [
      400,
      'Validation failed',
      ['signature: expected base58', 'slot_range: expected an integer'],
      /^the API refuses the question: signature: expected base58; slot_range: expected an integer$/,
    ],
    [401, 'Invalid API key', 'The key is invalid or revoked.', /wants a key: set TICKSCOPE_API_KEY/],
    [
      403,
      'Subscription required',
      'An active subscription is required.',
      /no active subscription.*An active subscription is required\.$/,
    ],
    [404, 'Transaction not found', 'No transaction is stored for it.', /^No transaction is stored for it\.$/],
    [404, 'Not found', 'No such path.', /no such operation: is it the address of a Tickscope API/],
    [
      500,
      'Internal server error',
      "The request failed. The request's id is 7.",
      /answers HTTP 500: The request failed/,
    ],
  ])('%s %s', async (status, text, details, sentence) => {
    const { failure } = await ask((_, res) => error(res, status, text, details));
    expect(failure).toBeInstanceOf(CliError);
    expect(failure?.message).toMatch(sentence);
  });

  it('401 with a key names the source of the key, and does not show it', async () => {
    const { failure } = await ask((_, res) => error(res, 401, 'Invalid API key', 'Revoked.'), {
      key: 'sk_live_x',
    });
    expect(failure?.message).toMatch(/does not accept the key from TICKSCOPE_API_KEY/);
    expect(failure?.message).not.toContain('sk_live_x');
  });

  it('503 says when to retry', async () => {
    const { failure } = await ask((_, res) =>
      error(res, 503, 'Service unavailable', 'ClickHouse does not answer.', { retry_after_seconds: 5 }),
    );
    expect(failure?.message).toMatch(/cannot answer now: ClickHouse does not answer\. Try again in 5 s\.$/);
  });

  it('text of a server cannot control the terminal', async () => {
    const { failure } = await ask((_, res) => error(res, 400, 'x', ['\u001b[2J\u009bm gone']));
    expect(failure?.message).toBe('the API refuses the question: [2Jm gone');
  });

  it('an API that is not there', async () => {
    const url = await serve(() => {});
    await closers.pop()!();
    const api = openApi({ url, key: null, keyFrom: null }, () => {});
    await expect(api.call('checkSandwichFast', { body: {} })).rejects.toThrow(
      /cannot be reached \(ECONNREFUSED\)\. Is it running\?/,
    );
  });

  it('an API that does not answer in time', async () => {
    const { failure } = await ask(() => {}, { deadlineMs: 200 });
    expect(failure).toBeInstanceOf(ApiUnreachableError);
    expect(failure?.message).toMatch(/did not answer within 0\.2 s\.$/);
  });

  it('an API that begins an answer and does not end it', async () => {
    const { failure } = await ask((_, res) => res.writeHead(200).write('{"success":'), { deadlineMs: 200 });
    expect(failure?.message).toMatch(/did not answer within/);
  });

  it('an API that breaks off in the middle', async () => {
    const { failure } = await ask((_, res) => {
      res.writeHead(200, { 'Content-Length': '100' }).write('{"success":');
      setTimeout(() => res.destroy(), 50);
    });
    expect(failure).toBeInstanceOf(ApiUnreachableError);
  });

  it('an API that points elsewhere does not get the key taken there', async () => {
    let visits = 0;
    const elsewhere = await serve((_, res) => {
      visits += 1;
      json(res, 200, ANSWER);
    });
    const { failure } = await ask((_, res) => res.writeHead(307, { Location: elsewhere }).end(), {
      key: 'sk_live_x',
    });
    expect(failure?.message).toMatch(/points elsewhere \(HTTP 307/);
    expect(visits).toBe(0);
  });
});

describe('a limit that is exceeded', () => {
  const limited = (res: ServerResponse, seconds: number): void =>
    error(res, 429, 'Too many requests', 'Slow down.', {
      message: '6 requests per minute',
      retry_after_seconds: seconds,
    });

  it('is waited for as long as the API says, with a message', async () => {
    const { answer, said } = await ask((_, res, count) =>
      count === 1 ? limited(res, 1) : json(res, 200, ANSWER),
    );
    expect(answer).toEqual(ANSWER);
    expect(said).toEqual(['A limit of the API is exceeded (6 requests per minute): trying again in 1 s.']);
  });

  it('is waited for twice, no more', async () => {
    let requests = 0;
    const { failure, said } = await ask((_, res) => {
      requests += 1;
      limited(res, 0);
    });
    expect([requests, said.length]).toEqual([3, 2]);
    expect(failure?.message).toBe(
      'a limit of the API is exceeded (6 requests per minute). Try again in 0 s.',
    );
  });

  it('is not waited for where that takes too long', async () => {
    const { failure, said } = await ask((_, res) => limited(res, 3_600));
    expect(said).toEqual([]);
    expect(failure?.message).toMatch(/Try again in 3600 s\.$/);
  });
});
