import { dexOfProgram, SOL_MINT } from '@tickscope/dex';
import { compileValidators } from '@tickscope/schemas';
import { BlockWriter } from '@tickscope/store';
import { address } from '@tickscope/testkit/store/chain-rows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApi, startApi } from '../../server.js';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { SIGNATURE } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { quiet } from '../../testing/quiet.js';
import { post } from '../../testing/request.js';
import {
  newestFirst,
  type PlacedTruth,
  type SimulatedChain,
  startSimulatedChain,
} from '../../testing/simulated-chain.js';

const isAnswer = compileValidators().response('enhanceMetadata', 200);
const FIRST = 9_000_000;
const STORED_FROM = FIRST + 20;
const HOURS_48 = 48 * 3_600_000;

type Row = Record<string, unknown>;

let chain: SimulatedChain;
let api: ApiUnderTest;
let stored: PlacedTruth[];
let older: PlacedTruth[];
const others: RunningApi[] = [];

const rpcOf = ({ rpcUrl }: SimulatedChain) => ({
  url: rpcUrl,
  timeoutMs: 8_000,
  perSecond: 1_000,
  perDay: 1_000_000,
});

beforeAll(async () => {
  chain = await startSimulatedChain({
    ...{ seed: 'metadata', slots: 40, firstSlot: FIRST, skippedShare: 0.1 },
    ...{ transactionsPerSlot: 30, voteShare: 0.2, dexShare: 0.6, pools: 20, sandwichesPerSlot: 0.3 },
  });
  api = await startApiUnderTest({ rpc: rpcOf(chain) });
  await new BlockWriter(api.owner).write(chain.blocks.filter(({ slot }) => slot >= STORED_FROM));
  const all = newestFirst(chain.truths);
  stored = all.filter(({ slot }) => slot >= STORED_FROM);
  older = all.filter(({ slot }) => slot < STORED_FROM);
}, 180_000);
afterAll(async () => {
  for (const other of others) await other.stop();
  await api?.stop();
  await chain?.stop();
});

async function another(rpc: Parameters<typeof startApiUnderTest>[0]): Promise<string> {
  const started = await startApi({ ...api.config, ...rpc }, quiet);
  others.push(started);
  return started.url;
}

async function enhance(body: object, url = api.url): Promise<Row[]> {
  const answer = await post(`${url}/api/enhance-metadata`, body);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  expect(isAnswer(answer.body)).toEqual([]);
  return (answer.body as { data: { results: Row[] } }).data.results;
}

const ids = (transactions: readonly PlacedTruth[]) => transactions.map(({ signatures }) => signatures[0]!);

/** From the generator's own record. */
const costOf = (tx: PlacedTruth, source: string) => ({
  signature: tx.signatures[0],
  found: true,
  slot: tx.slot,
  blockTime: tx.blockTime,
  success: tx.success,
  err: tx.error === null ? null : JSON.parse(tx.error),
  fee: Number(tx.fee),
  priority_fee: tx.priority_fee,
  jito_tip: tx.jito_tip,
  compute_units: tx.compute_units,
  signer: tx.signers[0],
  sol_change: tx.signer_sol_change,
  source,
});

describe('the cost and changes of a transaction match the generator', () => {
  test('from the tables and from the node, in the order of the request', async () => {
    const asked = [...stored.slice(0, 50), ...older.slice(0, 50)].reverse();
    const rows = await enhance({ signatures: ids(asked) });
    expect(rows).toMatchObject(asked.map((tx) => costOf(tx, tx.slot >= STORED_FROM ? 'clickhouse' : 'rpc')));
    expect(asked.some(({ error }) => error !== null)).toBe(true);
  });

  test('are equal, tokens included, from the tables and from the node', async () => {
    const trades = stored.filter(({ success, swaps = [] }) => success && swaps.length > 0).slice(0, 40);
    const fromTables = await enhance({ signatures: ids(trades) });
    expect(fromTables.filter((row) => (row['token_changes'] as unknown[]).length > 0).length).toBeGreaterThan(
      5,
    );
    const url = await another({ rpc: rpcOf(chain) });
    const signatures = ids(
      older.filter(({ success, swaps = [] }) => success && swaps.length > 0).slice(0, 40),
    );
    const fromNode = await enhance({ signatures }, url);
    await new BlockWriter(api.owner).write(chain.blocks.filter(({ slot }) => slot < STORED_FROM));
    const later = await enhance({ signatures }, await another({ rpc: null }));
    const bare = (rows: Row[]) => rows.map(({ source: _, cached_until: __, ...row }) => row);
    expect(bare(later)).toEqual(bare(fromNode));
    expect(later.map(({ source }) => source)).toEqual(later.map(() => 'clickhouse'));
    for (const table of ['slots', 'transactions', 'signatures', 'swaps'])
      await api.owner.command({ query: `DELETE FROM ${table} WHERE slot < ${STORED_FROM}` });
  });
});

test('an unknown transaction is not found, and not cached', async () => {
  const [row] = await enhance({ signatures: [SIGNATURE] });
  expect(row).toMatchObject({
    signature: SIGNATURE,
    found: false,
    source: null,
    fee: null,
    token_changes: [],
  });
  expect(Date.parse(String(row!['cached_until']))).toBeLessThanOrEqual(Date.now());
});

test('a complete row is cached for 48 hours', async () => {
  const url = await another({ rpc: rpcOf(chain) });
  const vote = stored.find(({ is_vote: isVote, success }) => isVote && success)!;
  const before = Date.now();
  const [row] = await enhance({ signatures: ids([vote]) }, url);
  const until = Date.parse(String(row!['cached_until']));
  expect(until).toBeGreaterThanOrEqual(before + HOURS_48);
  expect(until).toBeLessThanOrEqual(Date.now() + HOURS_48);
  expect(await enhance({ signatures: ids([vote]) }, url)).toEqual([row]);
});

describe('a node that does not answer', () => {
  const faults = () => chain.simulator.rpc!.faults;

  test('still returns stored rows; without any it is a 503', async () => {
    const url = await another({ rpc: { ...rpcOf(chain), url: 'http://127.0.0.1:1' } });
    const [known, unknown] = [stored[1]!, older[1]!];
    const rows = await enhance({ signatures: ids([unknown, known]) }, url);
    expect(rows).toMatchObject([{ found: false, source: 'unavailable' }, { found: true }]);
    const answer = await post(`${url}/api/enhance-metadata`, { signatures: ids([unknown]) });
    expectError(answer, { status: 503, error: 'Service unavailable' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('is asked again once it recovers', async () => {
    const url = await another({ rpc: rpcOf(chain) });
    Object.assign(faults(), { failShare: 1 });
    const failed = await post(`${url}/api/enhance-metadata`, { signatures: ids([older[2]!]) });
    Object.assign(faults(), { failShare: 0 });
    expect(failed.status).toBe(503);
    expect(await enhance({ signatures: ids([older[2]!]) }, url)).toMatchObject([costOf(older[2]!, 'rpc')]);
  });
});

describe('addresses', () => {
  const insert = (sql: string) => api.owner.command({ query: sql });
  const RAYDIUM = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
  const [exchange, mint, validator, unknown] = ['exchange', 'mint', 'validator', 'unknown'].map(address);

  test('match the tables, in the order of the request', async () => {
    await insert(
      `INSERT INTO labels (address, kind, label, tags, source) VALUES (unhex('${exchange!.hex}'), 'exchange', 'Some Exchange', ['hot wallet'], 'a page')`,
    );
    await insert(
      `INSERT INTO tokens (mint, symbol, name, decimals, program, source) VALUES (unhex('${mint!.hex}'), 'TOK', 'A Token', 6, NULL, 'metaplex')`,
    );
    await insert(
      `INSERT INTO validators (identity, valid_from_slot, vote_account, client, version, name) VALUES (unhex('${validator!.hex}'), 5, NULL, 'Agave', '4.3.0', 'Some Validator')`,
    );
    const swap = stored.flatMap(({ success, swaps = [] }) => (success ? swaps : []))[0]!;
    const wallet = stored.find(({ is_vote: isVote }) => !isVote)!.signers[0]!;
    const addresses = [exchange, mint, validator].map((key) => key!.base58);
    const rows = await enhance({
      addresses: [...addresses, RAYDIUM, swap.pool, wallet, unknown!.base58, mint!.base58],
    });
    expect(rows).toMatchObject([
      { kind: 'unknown', label: 'Some Exchange', tags: ['exchange', 'hot wallet'], source: 'labels' },
      { kind: 'token', label: 'TOK', token: { symbol: 'TOK', name: 'A Token', decimals: 6 } },
      { kind: 'validator', label: 'Some Validator', tags: ['Agave'], source: 'validators' },
      { kind: 'program', dex_name: 'Raydium AMM v4', source: 'programs' },
      { kind: 'pool', dex_name: dexOfProgram(swap.program_id)!.name, source: 'swaps' },
      { kind: 'wallet', label: null, source: 'account_locks' },
      { kind: 'unknown', label: null, tags: [], source: null },
      { kind: 'token', label: 'TOK' },
    ]);
  });

  test('a pool is named by its tokens’ symbols, and for 48 hours only once it has them all', async () => {
    const isWhole = (row: Row) => Date.parse(String(row['cached_until'])) >= Date.now() + HOURS_48 - 60_000;
    const swap = stored
      .flatMap(({ success, swaps = [] }) => (success ? swaps : []))
      .filter(({ mint_in: one, mint_out: other }) => [one, other].includes(SOL_MINT))
      .at(-1)!;
    const mint = swap.mint_in === SOL_MINT ? swap.mint_out : swap.mint_in;
    const ends = `${mint.slice(0, 4)}…${mint.slice(-4)}`;
    const dex = dexOfProgram(swap.program_id)!.name;

    const [unnamed] = await enhance({ addresses: [swap.pool] }, await another({ rpc: null }));
    expect(unnamed).toMatchObject({ kind: 'pool', label: `${ends}/SOL (${dex})` });
    expect(isWhole(unnamed!)).toBe(false);
    await insert(
      `INSERT INTO tokens (mint, symbol, name, decimals, program, source) SELECT base58Decode('${mint}'), 'YOXEZ', 'Yoxez', 6, NULL, 'metaplex'`,
    );
    const [named] = await enhance({ addresses: [swap.pool] }, await another({ rpc: null }));
    expect(named).toMatchObject({ label: `YOXEZ/SOL (${dex})` });
    expect(isWhole(named!)).toBe(true);
  });

  test('a token that has a name but no symbol yet is not cached for 48 hours', async () => {
    const named = address('only a name');
    await insert(
      `INSERT INTO tokens (mint, symbol, name, decimals, program, source) VALUES (unhex('${named.hex}'), NULL, 'Only a Name', 6, NULL, 'metaplex')`,
    );
    const [row] = await enhance({ addresses: [named.base58] });
    expect(row).toMatchObject({ kind: 'token', label: 'Only a Name' });
    expect(Date.parse(String(row!['cached_until']))).toBeLessThan(Date.now() + HOURS_48 / 2);
  });

  test.each([
    ['usd c', null],
    [null, 'USDC'],
  ])(
    'a token that calls itself like a well-known one (symbol %s, name %s) is labelled by its address',
    async (symbol, name) => {
      const copy = address(`a copy of ${symbol ?? name}`);
      const [as, called] = [symbol, name].map((text) => (text === null ? 'NULL' : `'${text}'`));
      await insert(
        `INSERT INTO tokens (mint, symbol, name, decimals, program, source) VALUES (unhex('${copy.hex}'), ${as}, ${called}, 6, NULL, 'metaplex')`,
      );
      const [row] = await enhance({ addresses: [copy.base58] });
      expect(row).toMatchObject({
        ...{ kind: 'token', label: `${copy.base58.slice(0, 4)}…${copy.base58.slice(-4)}` },
        token: { symbol, name },
      });
    },
  );

  test('a label that is no longer in the list is forgotten', async () => {
    const gone = address('gone');
    for (const deleted of [0, 1])
      await insert(
        `INSERT INTO labels (address, kind, label, tags, source, is_deleted) VALUES (unhex('${gone.hex}'), 'bot', 'A Bot', [], 'a page', ${deleted})`,
      );
    expect(await enhance({ addresses: [gone.base58] })).toMatchObject([{ kind: 'unknown', label: null }]);
  });
});
