import { createHash } from 'node:crypto';
import { toBase58 } from '@tickscope/chain';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readSymbols } from './token-symbols.js';

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  await store.fresh();
  database = openTestDatabase(store);
});
afterAll(async () => store?.stop());

test('of as many mints as a wallet of 10,000 trades may hold the known ones have their symbols', async () => {
  const mints = Array.from({ length: 20_000 }, (_, at) => createHash('sha256').update(`mint ${at}`).digest());
  const named = [0, 5_999, 6_000, 19_999];
  const values = named.map((at) => `(unhex('${mints[at]!.toString('hex')}'), 'S${at}', 'metaplex')`);
  await store.open('owner').command({
    query: `INSERT INTO tokens (mint, symbol, source) VALUES ${values.join(', ')}`,
  });
  const context = { id: 'test', signal: new AbortController().signal };
  const symbolOf = await readSymbols(database, mints.map(toBase58), context);
  expect(named.map((at) => symbolOf(toBase58(mints[at]!)))).toEqual(['S0', 'S5999', 'S6000', 'S19999']);
  // Unknown: shown by the ends of its address.
  expect(symbolOf(toBase58(mints[19_998]!))).toContain(toBase58(mints[19_998]!).slice(0, 4));
});
