import { redetect } from '@tickscope/pipeline';
import { type JsonSchema, loadOpenApi, operationsById } from '@tickscope/schemas';
import { BlockWriter } from '@tickscope/store';
import { address, tradedBlock } from '@tickscope/testkit/traded-block';
import { got, TradingPool } from '@tickscope/testkit/trading-pool';
import bs58 from 'bs58';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from './routes/mev-stream/testing/stream-client.js';
import { type RunningApi, startApi } from './server.js';
import { type ChainNames, chainNamesIn } from './testing/chain-names.js';
import { type JobsUnderTest, startJobsUnderTest } from './testing/jobs-under-test.js';
import { type NameInput, nameInputs } from './testing/name-inputs.js';
import { quiet } from './testing/quiet.js';
import { get, post } from './testing/request.js';

const document = loadOpenApi();
const inputs = nameInputs(document);
const SLOTS = [1_000, 1_001];

/** Bytes that begin with zeros: base58 has one character for each leading zero, and fewer for the other bytes. */
function bytesAfterZeros(size: number, zeros: number, first: number, seed: number): Uint8Array {
  const [bytes] = fc.sample(fc.uint8Array({ minLength: size, maxLength: size }), { seed, numRuns: 1 });
  bytes!.fill(0, 0, zeros);
  if (zeros < size) bytes![zeros] = first;
  return bytes!;
}

const wallet = (zeros: number, first: number): string =>
  bs58.encode(bytesAfterZeros(32, zeros, first, 32 + zeros));

/** At least 32 characters. 31 zero bytes are a valid wallet, too. */
const [MALLORY, ALICE, POOL] = [wallet(31, 5), wallet(1, 1), wallet(9, 255)];

/** Signatures of every base58 length of 64 bytes, with both extremes: 64 characters are zeros alone. */
const SIGNATURE_SHAPES = [
  [64, 0],
  [63, 1],
  [63, 255],
  [40, 1],
  [8, 200],
  [2, 1],
  [1, 1],
  [1, 255],
  [0, 1],
  [0, 255],
] as const;

/** A sandwich per slot, with a failed attempt and another trade. Each transaction's signature has another shape. */
function makeBlocks() {
  let made = 0;
  return SLOTS.map((slot) => {
    const pool = new TradingPool(POOL);
    const front = pool.swap(MALLORY, 'A', 100_000_000n);
    const victim = pool.swap(ALICE, 'A', 900_000_000n);
    const back = pool.swap(MALLORY, 'B', got(front));
    const attempt = { does: 'attempt', trader: MALLORY, pool: POOL } as const;
    const beside = new TradingPool('beside').swap('bob', 'A', 1_000n);
    const block = tradedBlock(slot, [front, victim, attempt, back, beside]);
    return {
      ...block,
      transactions: block.transactions.map((tx) => {
        // The first signature of each shape is unchanged, later ones have other bytes.
        const [zeros, first] = SIGNATURE_SHAPES[made % SIGNATURE_SHAPES.length]!;
        const isTaken = made >= SIGNATURE_SHAPES.length;
        const signature = bytesAfterZeros(
          64,
          isTaken ? Math.min(zeros, 30) : zeros,
          isTaken ? 77 : first,
          made,
        );
        made += 1;
        return { ...tx, signatures: [signature] };
      }),
    };
  });
}

const blocks = makeBlocks();
const stored = blocks.flatMap(({ transactions }) =>
  transactions.map(({ signatures }) => bs58.encode(signatures[0]!)),
);

let api: JobsUnderTest;
/** An API that validates jobs like the other one, but runs none. */
let withoutJobs: RunningApi;
/** The names in the answers. */
let names: ChainNames;
let eventIds: string[];
beforeAll(async () => {
  api = await startJobsUnderTest({}, { liveFeed: { pollMs: 50 } });
  withoutJobs = await startApi({ ...api.config, databaseUrl: null }, quiet);
  const stream = await openStream(`${api.url}/api/mev/stream`);
  await stream.until(({ comments }) => comments.length > 0);
  await new BlockWriter(api.owner).write(blocks);
  await redetect(api.owner, { fromSlot: SLOTS[0]!, toSlot: SLOTS.at(-1)!, headSlot: SLOTS.at(-1)! });
  const events = await stream.first(SLOTS.length);
  eventIds = events.map(({ id }) => id);
  stream.close();
  names = chainNamesIn(events, ...(await ask()));
}, 120_000);
afterAll(async () => {
  await withoutJobs?.stop();
  await api?.stop();
});

async function sandwichPage(query: string): Promise<{ next_cursor: string | null }> {
  const { data } = (await answerOf(`/mev/sandwiches${query}`)) as { data: { next_cursor: string | null } };
  return data;
}

async function answerOf(path: string, body?: object): Promise<unknown> {
  const answer =
    body === undefined ? await get(`${api.url}/api${path}`) : await post(`${api.url}/api${path}`, body);
  expect([path, body, answer]).toMatchObject([path, body, { status: 200 }]);
  return answer.body;
}

/** An answer of each operation that returns names of the chain. */
async function ask(): Promise<unknown[]> {
  const [victim] = stored.slice(1);
  return [
    await answerOf('/analyze-trade', { signature: victim, account_id: POOL, slot_range: 10 }),
    ...(await Promise.all(stored.map((each) => answerOf(`/transaction/${each}`)))),
    ...(await pagesOf(MALLORY)),
    ...(await pagesOf(ALICE)),
    await answerOf('/enhance-metadata', { signatures: stored }),
    await answerOf('/enhance-metadata', { addresses: [MALLORY, ALICE, POOL] }),
    await answerOf('/mev/check-sandwich-fast', { signatures: stored.slice(0, 10), slot_range: 10 }),
    await answerOf('/slots'),
    ...(await Promise.all(SLOTS.map(transactionsOf))),
    await answerOf('/write-locks/hot-accounts', { time_range: '1h' }),
    await answerOf('/write-locks/account', { account: POOL, time_range: '1h' }),
    await api.result('check-sandwich', { signatures: stored, slot_range: 100 }),
    await api.result('check-wallet', { wallet_address: ALICE }),
    await api.result('check-attacker', { attacker_address: MALLORY, victim_address: ALICE }),
    await api.result('validate-competition', { wallet_a: ALICE, wallet_b: MALLORY }),
  ];
}

/** Without the hashes of the slot's entries, which have the form of addresses. */
async function transactionsOf(slot: number): Promise<unknown> {
  const { data } = (await answerOf(`/slots/${slot}`)) as { data: { transactions: unknown } };
  return data.transactions;
}

/** A wallet's signatures one per page, each page with the cursor of the previous one. */
async function pagesOf(address: string): Promise<unknown[]> {
  const pages: unknown[] = [];
  let before: string | null = null;
  do {
    const body: object = { limit: 1, ...(before === null ? {} : { before }) };
    const page = (await answerOf(`/wallet/${address}/signatures`, body)) as {
      data: { pagination: { next_before: string | null } };
    };
    pages.push(page);
    before = page.data.pagination.next_before;
  } while (before !== null);
  return pages;
}

test('answers name signatures and addresses of every length: each transaction that is stored, and its wallets', () => {
  expect([...names.signatures].sort()).toEqual([...stored].sort());
  const lengths = new Set([...names.signatures].map(({ length }) => length));
  for (const length of [64, 86, 87, 88]) expect(lengths).toContain(length);
  for (const each of [MALLORY, ALICE, POOL, address('bob')]) expect(names.addresses).toContain(each);
});

test('a page a row leads through all that a wallet signed', async () => {
  for (const [signer, indexes] of [
    [MALLORY, [0, 2, 3]],
    [ALICE, [1]],
  ] as const) {
    const listed = chainNamesIn(...(await pagesOf(signer))).signatures;
    const signed = blocks.flatMap((_, at) => indexes.map((index) => stored[at * 5 + index]!));
    expect([...listed].sort()).toEqual(signed.sort());
  }
});

const statusOf = async ({ request }: NameInput, name: string): Promise<number> => {
  const { method, path, body: example } = request(name);
  // The look-up of a name needs a network.
  const body = example !== null && 'url' in example ? { ...example, url: 'https://8.8.8.8/' } : example;
  const controller = new AbortController();
  const response = await fetch(`${withoutJobs.url}/api${path}`, {
    method,
    signal: controller.signal,
    ...(body === null ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  controller.abort();
  return response.status;
};

test('the inputs that take a name are all that the document has', () => {
  const tested = new Set(inputs.map(({ operation }) => operation));
  for (const [id, { operation, parameters }] of operationsById(document)) {
    const text = JSON.stringify([withRefs(operation.requestBody), parameters]);
    expect([id, tested.has(id)]).toEqual([id, /solana-|schemas\/(Signature|Address)"/.test(text)]);
    const named = text.match(/solana-\w+|schemas\/(Signature|Address)"/g)?.length ?? 0;
    expect([id, inputs.filter((input) => input.operation === id).length]).toEqual([id, named]);
  }
});

/** A request's schema with its references resolved, recursively; references to names stay. */
function withRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRefs);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, examples: _, ...rest } = value as JsonSchema;
  if (typeof $ref !== 'string')
    return Object.fromEntries(Object.entries(rest).map(([name, item]) => [name, withRefs(item)]));
  const name = $ref.replace('#/components/schemas/', '');
  return name === 'Signature' || name === 'Address' ? { $ref } : withRefs(document.components.schemas[name]);
}

test.each(inputs.map((input) => [input.operation, input.field, input] as const))(
  '%s takes every name that an answer has as its %s',
  async (_operation, _field, input) => {
    const given = [...(input.kind === 'signature' ? names.signatures : names.addresses)];
    const statuses = new Map<string, number>();
    for (const name of given) statuses.set(name, await statusOf(input, name));
    expect([...statuses].filter(([, status]) => [400, 401, 403, 405, 429, 500].includes(status))).toEqual([]);
  },
);

test('every cursor of the document is accepted as returned', async () => {
  const cursors = [...operationsById(document)].flatMap(([id, { operation, parameters }]) => {
    const schema = withRefs(operation.requestBody?.content['application/json']?.schema) as
      | JsonSchema
      | undefined;
    const fields = [
      ...Object.keys((schema?.['properties'] as object | undefined) ?? {}),
      ...parameters.map((it) => it.name),
    ];
    return fields
      .filter((name) => /before|after|cursor|last-event/i.test(name))
      .map((name) => `${id} ${name}`);
  });
  // `before` is a signature, which was sent above. The ids of events are sent below.
  expect(cursors).toEqual([
    'walletSignatures before',
    'streamSandwiches Last-Event-ID',
    'listSandwiches cursor',
    'listAttackers cursor',
    'listValidators cursor',
    'listSlots before_slot',
  ]);
  const slots: number[] = [];
  for (let query = '?limit=2'; query !== ''; ) {
    const { data } = (await answerOf(`/slots${query}`)) as {
      data: { slots: { slot: number }[]; next_before_slot: number | null };
    };
    slots.push(...data.slots.map(({ slot }) => slot));
    query = data.next_before_slot === null ? '' : `?limit=2&before_slot=${data.next_before_slot}`;
  }
  expect(slots).toEqual(SLOTS.toReversed());
  let cursor = (await sandwichPage('?limit=1')).next_cursor;
  let pages = 1;
  for (; cursor !== null; pages += 1) cursor = (await sandwichPage(`?limit=1&cursor=${cursor}`)).next_cursor;
  expect(pages).toBeGreaterThanOrEqual(SLOTS.length);
  for (const list of ['/mev/attackers', '/validators']) {
    let next: string | null = null;
    do {
      const query: string = next === null ? '' : `&cursor=${next}`;
      const { data } = (await answerOf(`${list}?limit=1${query}`)) as {
        data: { next_cursor: string | null };
      };
      next = data.next_cursor;
    } while (next !== null);
  }
  for (const id of eventIds) {
    const stream = await openStream(`${api.url}/api/mev/stream`, id);
    stream.close();
    expect(stream.status).toBe(200);
  }
});
