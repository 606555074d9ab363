import { createHash } from 'node:crypto';
import { toBase58 } from '@tickscope/chain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestStore, type TestStore } from '../../../../packages/store/src/testing/test-store.js';
import { createDatabase, type Database } from '../database/database.js';
import { createMetrics } from '../metrics.js';
import { readSymbols } from './token-symbols.js';

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  await store.fresh();
  database = createDatabase({
    client: store.open('reader'),
    queryTimeoutMs: 20_000,
    metrics: createMetrics({ process: false }),
  });
});
afterAll(async () => store?.stop());

test('of as many mints as a wallet of 10,000 trades may hold the known ones have their symbols', async () => {
  const mints = Array.from({ length: 20_000 }, (_, at) => createHash('sha256').update(`mint ${at}`).digest());
  await store.open('owner').command({
    query: `INSERT INTO tokens (mint, symbol, source) VALUES (unhex('${mints[0]!.toString('hex')}'), 'FIRST', 'metaplex'), (unhex('${mints[5_999]!.toString('hex')}'), 'LAST', 'metaplex')`,
  });
  const context = { requestId: 'test', operation: 'test', signal: new AbortController().signal };
  const symbolOf = await readSymbols(database, mints.map(toBase58), context as never);
  expect([symbolOf(toBase58(mints[0]!)), symbolOf(toBase58(mints[5_999]!))]).toEqual(['FIRST', 'LAST']);
  // Beyond: the ends of its address.
  expect(symbolOf(toBase58(mints[19_999]!))).toContain(toBase58(mints[19_999]!).slice(0, 4));
});
