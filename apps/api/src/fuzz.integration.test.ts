import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { compileValidators } from '@tickscope/schemas';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from './testing/api-under-test.js';
import { address, signature } from './testing/chain-rows.js';
import { UUID } from './testing/expect-error.js';
import { type FuzzRequest, fuzzBytes, fuzzRequest, type Known } from './testing/fuzz-requests.js';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 10_000);
/** A slow machine does fewer rather than never end. */
const TIME_LIMIT_MS = 90_000;
const AT_ONCE = 20;

const validators = compileValidators();
const isError = validators.schema('Error');
const isAnswer = [validators.response('analyzeTrade', 200), validators.response('getTransaction', 200)];

const known: Known = {
  signatures: Array.from({ length: 5 }, (_, i) => signature(`known ${i}`).base58),
  accounts: ['market', 'quiet'].map((name) => address(name).base58),
};

let api: ApiUnderTest;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
beforeAll(async () => {
  api = await startApiUnderTest();
  await api.rows.slots({ slot: 1000 }, { slot: 1001 });
  await api.rows.transactions(
    ...known.signatures.map((_, index) => ({
      slot: 1000 + (index % 2),
      index,
      signature: signature(`known ${index}`),
      place: [index, 0, 64_000 + index] as [number, number, number],
      locks: [{ account: address('market'), isWrite: index > 1 }],
    })),
  );
  await api.rows.signatures(
    ...known.signatures.map((_, index) => ({
      signature: signature(`known ${index}`),
      slot: 1000 + (index % 2),
      index,
    })),
  );
  await api.rows.accountSlots(
    { account: address('market'), slot: 1000, lockCount: 3, ticks: [64_000, 64_004] },
    { account: address('market'), slot: 1001, lockCount: 2, ticks: [64_001, 64_003] },
  );
});
afterAll(async () => {
  agent.destroy();
  await api?.stop();
});

interface Seen {
  status: number;
  requestId: string | undefined;
  type: string | undefined;
  text: string;
}

/** As a library sends it; a path that Node refuses to send is none to test. */
function send({ method, path, headers, body }: FuzzRequest): Promise<Seen | null> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    const bytes = body === null ? null : Buffer.from(body);
    const length = bytes === null ? {} : { 'Content-Length': bytes.length };
    let req: ReturnType<typeof request>;
    try {
      req = request({ hostname, port, agent, method, path, headers: { ...headers, ...length } });
    } catch {
      resolve(null);
      return;
    }
    req.on('error', reject);
    req.on('response', (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        resolve({
          status: res.statusCode ?? 0,
          requestId: res.headers['x-request-id'] as string | undefined,
          type: res.headers['content-type'],
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    req.end(bytes ?? undefined);
  });
}

/** As bytes; gives the first answer, or null when the connection is closed without one. */
function sendBytes(text: string): Promise<Seen | null> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.end(text, 'latin1'));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that answers before it has read all may reset the connection.
    socket.on('error', () => {});
    socket.on('close', () => {
      const answer = Buffer.concat(chunks);
      const end = answer.indexOf('\r\n\r\n');
      if (end === -1) {
        resolve(null);
        return;
      }
      const head = answer.subarray(0, end).toString();
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
      resolve({
        status: Number(head.split(' ')[1]),
        requestId: field('x-request-id'),
        type: field('content-type'),
        text: answer.subarray(end + 4, end + 4 + Number(field('content-length'))).toString(),
      });
    });
  });
}

const SYSTEM_TYPES = /^(text\/(html|css|plain|javascript)|image\/png)/;

function check({ status, requestId, type, text }: Seen): void {
  expect(requestId).toMatch(UUID);
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status, text).toBeLessThan(500);
  if (status === 200 && SYSTEM_TYPES.test(type ?? '')) return;
  expect(type).toBe('application/json; charset=utf-8');
  const body: unknown = JSON.parse(text);
  if (status !== 200) expect(isError(body)).toEqual([]);
  else if (typeof body === 'object' && body !== null && 'success' in body)
    expect(isAnswer.some((validate) => validate(body).length === 0)).toBe(true);
}

async function fuzz(
  runs: number,
  one: fc.Arbitrary<() => Promise<Seen | null>>,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
      for (const seen of await Promise.all(requests.map((run) => run()))) {
        if (seen === null) continue;
        check(seen);
        statuses.set(seen.status, (statuses.get(seen.status) ?? 0) + 1);
      }
    }),
    {
      numRuns: Math.ceil(runs / AT_ONCE),
      interruptAfterTimeLimit: TIME_LIMIT_MS,
      markInterruptAsFailure: false,
    },
  );
  return statuses;
}

function named<T>(value: T, run: () => Promise<Seen | null>): () => Promise<Seen | null> {
  // What a failure prints is the request, not a function.
  return Object.assign(run, { [fc.toStringMethod]: () => JSON.stringify(value) });
}

test('whatever is asked, the answer is what is documented or an error in the envelope, and never 5xx', async () => {
  const runs = fuzzRequest(known).map((value) => named(value, () => send(value)));
  const statuses = await fuzz(REQUESTS * 0.9, runs);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 404, 405, 413, 415]));
});

test('whatever bytes come, the same', async () => {
  const runs = fuzzBytes(known).map((value) => named(value, () => sendBytes(value)));
  const statuses = await fuzz(REQUESTS * 0.1, runs);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([400, 404]));
});

test('afterwards the service is as well as before', async () => {
  const response = await fetch(`${api.url}/readyz`);
  expect(response.status).toBe(200);
  const metrics = await (await fetch(`${api.url}/metrics`)).text();
  expect(metrics).toMatch(/^tickscope_http_requests_in_flight 1$/m);
  // Nothing that a caller sent has become a label.
  const labels = [...metrics.matchAll(/route="([^"]*)"/g)].map(([, route]) => route!);
  const routes = [
    'analyzeTrade',
    'getTransaction',
    'healthz',
    'readyz',
    'metrics',
    'version',
    'openapi',
    'docs',
  ];
  expect([...routes, 'unmatched']).toEqual(expect.arrayContaining([...new Set(labels)]));
});
