import { Agent } from 'node:http';
import { redetect } from '@tickscope/pipeline';
import { compileValidators } from '@tickscope/schemas';
import { BlockWriter } from '@tickscope/store';
import { signatureAt } from '@tickscope/testkit/chain-of-trades';
import { address as addressOf, tradedBlock } from '@tickscope/testkit/traded-block';
import { got, TradingPool } from '@tickscope/testkit/trading-pool';
import { IS_WHOLE } from '@tickscope/testkit/whole';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATIONS } from './operations.js';
import { type RunningApi, startApi } from './server.js';
import { UUID } from './testing/expect-error.js';
import { type FuzzRequest, fuzzBytes, fuzzRequest, type Known } from './testing/fuzz-requests.js';
import { type Seen, send, sendBytes } from './testing/fuzz-send.js';
import { type JobsUnderTest, startJobsUnderTest } from './testing/jobs-under-test.js';
import { quiet } from './testing/quiet.js';

const REQUESTS = IS_WHOLE ? 30_000 : 3_000;
/** In `npm test` always the same requests: each asserted status must be among few of them. */
const SEED = IS_WHOLE ? {} : { seed: 1 };
const TEST_TIMEOUT_MS = 1_200_000;
const AT_ONCE = 20;

/** The operations that are fuzzed. */
const FUZZED = [
  ...['analyzeTrade', 'getTransaction', 'checkSandwichFast', 'checkSandwich', 'checkWallet'],
  ...['checkAttacker', 'validateCompetition', 'getJobStatus', 'findHotAccounts', 'getAccountWriteLocks'],
  ...['estimateFees', 'callRpc'],
];
const JOB_OPERATIONS = new Set([
  ...['checkSandwich', 'checkWallet', 'checkAttacker', 'validateCompetition', 'getJobStatus'],
]);

const validators = compileValidators();
const isError = validators.schema('Error');
const isRpcError = validators.response('callRpc', 400);
/** Bytes are of any operation. */
const isAnyError = (body: unknown) => (isError(body).length === 0 ? [] : isRpcError(body));
const errorChecks = new Map([
  ['callRpc', isRpcError],
  [null, isAnyError],
]);
const isAnswerOf = new Map(FUZZED.map((id) => [id, validators.response(id, 200)]));

/** Two sandwiches with other trades around them. */
const blocks = [1_000, 1_001].map((slot) => {
  const pool = new TradingPool(`pool of ${slot}`);
  const front = pool.swap('mallory', 'A', 100_000_000n);
  const victim = pool.swap('alice', 'A', 900_000_000n);
  const back = pool.swap('mallory', 'B', got(front));
  return tradedBlock(slot, [front, victim, back, { does: 'attempt', trader: 'bob', pool: 'quiet' }]);
});

let api: JobsUnderTest;
let withoutPostgres: RunningApi;
let known: Known;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
beforeAll(async () => {
  api = await startJobsUnderTest();
  await new BlockWriter(api.owner).write(blocks);
  await redetect(api.owner, { fromSlot: 1_000, toSlot: 1_001, headSlot: 1_001 });
  withoutPostgres = await startApi({ ...api.config, databaseUrl: null }, quiet);
  const [alice, mallory] = ['alice', 'mallory'].map(addressOf);
  const jobIds = [
    await api.submit('check-wallet', { wallet_address: alice }),
    await api.submit('check-attacker', { attacker_address: mallory, victim_address: alice }),
    await api.submit('validate-competition', { wallet_a: alice, wallet_b: mallory }),
    await api.submit('check-sandwich', { signatures: signatureAt(blocks, 1_000, 1) }),
  ];
  for (const jobId of jobIds) await api.ended(jobId);
  known = {
    signatures: blocks.flatMap(({ slot, transactions }) =>
      transactions.map((_, index) => signatureAt(blocks, slot, index)),
    ),
    accounts: ['alice', 'mallory', 'bob', 'pool of 1000'].map(addressOf),
    jobIds,
  };
});
afterAll(async () => {
  agent.destroy();
  await withoutPostgres?.stop();
  await api?.stop();
});

const SYSTEM_TYPES = /^(text\/(html|css|plain|javascript)|image\/png)/;

/** Checks that an answer is acceptable for any request. */
function check({ status, requestId, type, text, retryAfter }: Seen, operation: string | null): void {
  expect(requestId).toMatch(UUID);
  expect(status).toBeGreaterThanOrEqual(200);
  if (status === 200 && SYSTEM_TYPES.test(type ?? '')) return;
  expect(type).toBe('application/json; charset=utf-8');
  const body: unknown = JSON.parse(text);
  if (status !== 200) expect((errorChecks.get(operation) ?? isError)(body), `${status} ${text}`).toEqual([]);
  else if (operation !== null) expect(isAnswerOf.get(operation)?.(body)).toEqual([]);
  else if (typeof body === 'object' && body !== null && 'success' in body)
    expect([...isAnswerOf.values()].some((validate) => validate(body).length === 0)).toBe(true);
  if (status === 429 || status === 503) expect(Number(retryAfter)).toBeGreaterThan(0);
}

function neverFails({ status, text }: Seen): void {
  expect(status, text).toBeLessThan(500);
}

interface Asked {
  operation: string | null;
  run(): Promise<Seen | null>;
}

/** Statuses by operation. */
type Statuses = Map<string | null, Set<number>>;

async function fuzz(
  runs: number,
  one: fc.Arbitrary<Asked>,
  checkStatus: (seen: Seen, operation: string | null) => void,
): Promise<Statuses> {
  const statuses: Statuses = new Map();
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
      const answers = await Promise.all(requests.map(({ run }) => run()));
      for (const [at, { operation }] of requests.entries()) {
        const seen = answers[at];
        if (seen === null || seen === undefined) continue;
        check(seen, operation);
        checkStatus(seen, operation);
        statuses.set(operation, (statuses.get(operation) ?? new Set()).add(seen.status));
      }
    }),
    { numRuns: Math.ceil(runs / AT_ONCE), ...SEED },
  );
  return statuses;
}

/** Makes a failure print the request instead of a function. */
function asked(operation: string | null, value: unknown, run: () => Promise<Seen | null>): Asked {
  return Object.assign({ operation, run }, { [fc.toStringMethod]: () => JSON.stringify(value) });
}

const requestsTo = (url: string): fc.Arbitrary<Asked> =>
  fuzzRequest(known).map((value: FuzzRequest) =>
    asked(value.operation, value, () => send(url, agent, value)),
  );

test(
  'every request gets a documented answer or an error in the envelope, never 5xx',
  async () => {
    const statuses = await fuzz(REQUESTS * 0.5, requestsTo(api.url), neverFails);
    for (const operation of FUZZED) {
      const refused = operation === 'getJobStatus' ? 404 : 400;
      expect([operation, ...(statuses.get(operation) ?? [])]).toEqual(
        expect.arrayContaining([operation, 200, refused]),
      );
    }
    const all = [...statuses.values()].flatMap((some) => [...some]);
    expect(all).toEqual(expect.arrayContaining([200, 400, 404, 405, 413, 415]));
  },
  TEST_TIMEOUT_MS,
);

test(
  'arbitrary bytes get a documented answer or an error in the envelope, never 5xx',
  async () => {
    const runs = fuzzBytes(known).map((value) => asked(null, value, () => sendBytes(api.url, value)));
    const statuses = await fuzz(REQUESTS * 0.1, runs, neverFails);
    expect([...(statuses.get(null) ?? [])]).toEqual(expect.arrayContaining([400, 404]));
  },
  TEST_TIMEOUT_MS,
);

test(
  'without Postgres the same, but for jobs, whose 503 says why',
  async () => {
    const statuses = await fuzz(REQUESTS * 0.4, requestsTo(withoutPostgres.url), (seen, operation) => {
      if (seen.status !== 503 || (operation !== null && !JOB_OPERATIONS.has(operation))) neverFails(seen);
      else expect(seen.text).toContain('This service runs without the database of jobs.');
    });
    for (const operation of JOB_OPERATIONS) {
      const reached = [operation, ...(statuses.get(operation) ?? [])];
      expect(reached).toContain(503);
      expect(reached).not.toContain(200);
    }
    expect([...(statuses.get('getTransaction') ?? [])]).toContain(200);
  },
  TEST_TIMEOUT_MS,
);

test('afterwards the service is as well as before', async () => {
  const response = await fetch(`${api.url}/readyz`);
  expect(response.status).toBe(200);
  const metrics = await (await fetch(`${api.api.metricsUrl}/metrics`)).text();
  expect(metrics).toMatch(/^tickscope_http_requests_in_flight 0$/m);
  // No caller input has become a label.
  const labels = [...metrics.matchAll(/route="([^"]*)"/g)].map(([, route]) => route!);
  const routes = [
    ...OPERATIONS.map(({ id }) => id),
    ...['healthz', 'readyz', 'version', 'openapi', 'docs', 'explorer', 'linkCode', 'unmatched'],
  ];
  expect(routes).toEqual(expect.arrayContaining([...new Set(labels)]));
  // Every accepted job ends, and none by an internal error.
  for (const kind of ['check-sandwich', 'check-wallet', 'check-attacker', 'validate-competition'])
    expect(metrics).toMatch(new RegExp(`tickscope_job_duration_seconds_count\\{kind="${kind}",outcome="ok"`));
  expect(metrics).not.toMatch(
    /tickscope_job_duration_seconds_count\{kind="[\w-]+",outcome="(failed|aborted)"/,
  );
});
