import { createHash } from 'node:crypto';
import { mintDecimals, mintSymbol } from '@tickscope/dex';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import bs58 from 'bs58';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SOL = 'So11111111111111111111111111111111111111112';
const RANGE = 'from_slot = 100, to_slot = 109';
const key = (name: string): Buffer =>
  name === 'SOL' ? Buffer.from(bs58.decode(SOL)) : createHash('sha256').update(name).digest();
const base58 = (name: string): string => bs58.encode(key(name));
const bytes = (name: string): string => (name === 'NULL' ? name : `unhex('${key(name).toString('hex')}')`);

let store: TestStore;
let analyst: TestConnection;

/*
 * CAT has 3 decimals, DOG 0; of ODD they are not known, and FAKE calls itself "U.S.D.C.".
 *   first: two victims buy CAT with SOL, and lose 100 of 900 and 300 of 700 of its smallest unit. The first paid 0.9 SOL,
 *     the second 1.4: 0.1 and 0.6 SOL lost.
 *   second: its victim sells ODD for SOL, and loses 0.25 SOL of 1.
 *   third: its victim buys DOG with CAT: no side is SOL. A second victim gained, so it counts as no victim.
 */
beforeAll(async () => {
  store = await startTestStore();
  const owner = await store.fresh();
  const insert = (table: string, columns: string, rows: readonly string[]) =>
    owner.command({ query: `INSERT INTO ${table} (${columns}) VALUES ${rows.join(', ')}` });
  await insert('tokens', 'mint, symbol, name, decimals, source', [
    `(${bytes('CAT')}, 'CAT', 'Cat', 3, 'metaplex')`,
    `(${bytes('DOG')}, 'DOG', 'Dog', 0, 'metaplex')`,
    `(${bytes('ODD')}, 'ODD', 'Odd', NULL, 'metaplex')`,
    `(${bytes('FAKE')}, 'U.S.D.C.', 'USD Coin', 6, 'metaplex')`,
    `(${bytes('SOL')}, 'Wrapped', 'Wrapped SOL', 9, 'metaplex')`,
  ]);
  const swap = (slot: number, mints: [string, string], amounts: [number, number], success = true) =>
    `(${bytes('pool')}, ${slot}, 0, 0, -1, 0, ${success}, 'Orca', ${bytes(mints[0])}, ${bytes(mints[1])}, ${amounts.join(', ')}, ${bytes('ann')})`;
  await insert(
    'swaps',
    'pool, slot, block_index, outer_index, inner_index, part_index, success, dex_name, mint_in, mint_out, trader_in, trader_out, trader',
    [
      swap(100, ['SOL', 'CAT'], [2_500_000_000, 5_000]),
      swap(101, ['ODD', 'SOL'], [7, 1_000_000]),
      swap(102, ['FAKE', 'NULL'], [1_500_000, 8]),
      swap(103, ['SOL', 'CAT'], [1, 1], false),
      swap(110, ['SOL', 'CAT'], [1, 1]),
    ],
  );
  const victim = (
    sandwich: string,
    slot: number,
    index: number,
    mints: [string, string],
    amounts: number[],
  ) =>
    `(${slot}, ${index}, 0, -1, 0, 'victim', '${sandwich}', ${slot}, ${slot}, ${bytes('pool')}, 'Orca', ${bytes('vic')}, ${bytes(mints[0])}, ${bytes(mints[1])}, ${amounts.join(', ')}, 1, 0)`;
  await insert(
    'sandwich_legs',
    'slot, block_index, outer_index, inner_index, part_index, role, bracket_id, first_slot, last_slot, pool, dex_name, trader, mint_in, mint_out, trader_in, trader_out, loss_amount, revision, is_deleted',
    [
      victim('first', 100, 1, ['SOL', 'CAT'], [900_000_000, 900, 100]),
      victim('first', 100, 2, ['SOL', 'CAT'], [1_400_000_000, 700, 300]),
      victim('second', 104, 1, ['ODD', 'SOL'], [4, 750_000_000, 250_000_000]),
      victim('third', 106, 1, ['CAT', 'DOG'], [1_000, 30, 10]),
      victim('third', 106, 2, ['CAT', 'DOG'], [1_000, 30, -5]),
    ],
  );
  const sandwich = (id: string, slot: number, mints: [string, string, string], money: string) =>
    `('${id}', ${slot}, ${slot}, 'exact', ${bytes('eve')}, ${bytes('pool')}, ${mints.map(bytes).join(', ')}, ${money}, 1, 0)`;
  await insert(
    'sandwiches',
    'bracket_id, first_slot, last_slot, confidence, attacker, pool, mint_in, mint_out, gain_mint, gross, net, cost, listed_victims, victim_count, revision, is_deleted',
    [
      sandwich('first', 100, ['SOL', 'CAT', 'SOL'], '500000000, 400000000, 100000000, 2, 2'),
      sandwich('second', 104, ['ODD', 'SOL', 'ODD'], '9, NULL, NULL, 1, 1'),
      sandwich('third', 106, ['CAT', 'DOG', 'CAT'], '1250, NULL, 5000, 2, 1'),
    ],
  );
  analyst = store.open('analyst');
});
afterAll(async () => store?.stop());

const ask = async (query: string): Promise<Record<string, unknown>[]> => {
  const answer = await analyst.query({
    query,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return answer.json();
};

test('well-known mints have the symbols and decimals that the API gives them', async () => {
  const rows = await ask(
    'SELECT base58Encode(mint) AS mint, symbol, decimals FROM token_units WHERE symbol IS NOT NULL',
  );
  const curated = rows.filter(({ mint }) => mintDecimals(String(mint)) !== null);
  expect(curated).toHaveLength(10);
  for (const { mint, symbol, decimals } of curated)
    expect([symbol, decimals]).toEqual([mintSymbol(String(mint)), mintDecimals(String(mint))]);
});

test('others have those of the tokens’ metadata, but no symbol of a well-known mint, and each mint is there once', async () => {
  const rows = await ask('SELECT base58Encode(mint) AS mint, symbol, decimals FROM token_units');
  const of = (name: string) => rows.filter(({ mint }) => mint === base58(name));
  expect(of('CAT')).toEqual([{ mint: base58('CAT'), symbol: 'CAT', decimals: 3 }]);
  expect(of('ODD')).toEqual([{ mint: base58('ODD'), symbol: 'ODD', decimals: null }]);
  expect(of('FAKE')).toEqual([{ mint: base58('FAKE'), symbol: null, decimals: 6 }]);
  expect(of('SOL')).toEqual([{ mint: SOL, symbol: 'SOL', decimals: 9 }]);
});

test('swap_amounts: what was paid and received, and the side that is SOL', async () => {
  const columns = 'slot, symbol_in, paid, symbol_out, received, sol, price, trader';
  expect(await ask(`SELECT ${columns} FROM swap_amounts(${RANGE}) ORDER BY slot`)).toEqual(
    [
      { slot: 100, symbol_in: 'SOL', paid: 2.5, symbol_out: 'CAT', received: 5, sol: 2.5, price: 2 },
      {
        slot: 101,
        symbol_in: 'ODD',
        paid: null,
        symbol_out: 'SOL',
        received: 0.001,
        sol: 0.001,
        price: null,
      },
      { slot: 102, symbol_in: null, paid: 1.5, symbol_out: null, received: null, sol: null, price: null },
    ].map((row) => ({ ...row, trader: base58('ann') })),
  );
});

test('victim_amounts: what each victim that lost something lost, in tokens, SOL and basis points', async () => {
  const columns =
    'bracket_id, block_index, wallet, attacker, symbol_in, paid, symbol_out, received, lost, round(lost_sol, 12) AS lost_sol, lost_bps';
  const rows = await ask(`SELECT ${columns} FROM victim_amounts(${RANGE}) ORDER BY slot, block_index`);
  const who = { wallet: base58('vic'), attacker: base58('eve') };
  const cat = { ...who, symbol_in: 'SOL', symbol_out: 'CAT' };
  expect(rows).toEqual([
    {
      bracket_id: 'first',
      block_index: 1,
      ...cat,
      paid: 0.9,
      received: 0.9,
      lost: 0.1,
      lost_sol: 0.1,
      lost_bps: 1_000,
    },
    {
      bracket_id: 'first',
      block_index: 2,
      ...cat,
      paid: 1.4,
      received: 0.7,
      lost: 0.3,
      lost_sol: 0.6,
      lost_bps: 3_000,
    },
    {
      ...{ bracket_id: 'second', block_index: 1, ...who, symbol_in: 'ODD', symbol_out: 'SOL' },
      ...{ paid: null, received: 0.75, lost: 0.25, lost_sol: 0.25, lost_bps: 2_500 },
    },
    {
      ...{ bracket_id: 'third', block_index: 1, ...who, symbol_in: 'CAT', symbol_out: 'DOG' },
      ...{ paid: 1, received: 30, lost: 10, lost_sol: null, lost_bps: 2_500 },
    },
  ]);
});

test('sandwich_amounts: gain and loss of each sandwich', async () => {
  const columns =
    'bracket_id, is_counted, gain_symbol, gross, net, cost_sol, symbol_out, lost, round(lost_sol, 12) AS lost_sol, lost_bps, victim_count';
  expect(await ask(`SELECT ${columns} FROM sandwich_amounts(${RANGE}) ORDER BY first_slot`)).toEqual([
    {
      ...{ bracket_id: 'first', is_counted: 1, gain_symbol: 'SOL', gross: 0.5, net: 0.4, cost_sol: 0.1 },
      ...{ symbol_out: 'CAT', lost: 0.4, lost_sol: 0.7, lost_bps: 2_000, victim_count: 2 },
    },
    {
      ...{
        bracket_id: 'second',
        is_counted: 1,
        gain_symbol: 'ODD',
        gross: null,
        net: null,
        cost_sol: null,
      },
      ...{ symbol_out: 'SOL', lost: 0.25, lost_sol: 0.25, lost_bps: 2_500, victim_count: 1 },
    },
    {
      ...{
        bracket_id: 'third',
        is_counted: 1,
        gain_symbol: 'CAT',
        gross: 1.25,
        net: null,
        cost_sol: 0.000005,
      },
      ...{ symbol_out: 'DOG', lost: 10, lost_sol: null, lost_bps: 2_500, victim_count: 1 },
    },
  ]);
});

test('a range without anything has no rows', async () => {
  for (const view of ['swap_amounts', 'victim_amounts', 'sandwich_amounts'])
    expect(await ask(`SELECT * FROM ${view}(from_slot = 5, to_slot = 6)`)).toEqual([]);
});
