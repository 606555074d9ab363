import { BlockWriter, type Query } from '@tickscope/store';
import { signatureAt } from '@tickscope/testkit/chain-of-trades';
import { markDetected } from '@tickscope/testkit/store/mark-detected';
import { detectStored } from '@tickscope/testkit/store/store-detected';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address, tradedBlock } from '@tickscope/testkit/traded-block';
import { got, TradingPool } from '@tickscope/testkit/trading-pool';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, QueryContext } from '../database.js';
import { openTestDatabase } from '../testing/test-database.js';
import { checkFromTables } from './check-sandwich.js';
import { checkSandwiches } from './check-sandwiches.js';
import { describeScan } from './wallet/describe-scan.js';
import { scanWallet } from './wallet/scan-wallet.js';
import { createWalletScans } from './wallet/wallet-scans.js';

const context = { id: 'test', signal: new AbortController().signal };
const pool = new TradingPool('pool');
const front = pool.swap('mallory', 'A', 100_000_000n);
const victim = pool.swap('alice', 'A', 900_000_000n);
const trades = [front, victim, pool.swap('mallory', 'B', got(front))];
/** A block in each slot around the sandwich, so that only detection leaves a verdict open. */
const FIRST = 975;
const LAST = 1_020;
const blocks = Array.from({ length: LAST + 1 - FIRST }, (_, at) => FIRST + at).map((slot) =>
  tradedBlock(slot, slot === 1_000 ? trades : []),
);
const alice = signatureAt(blocks, 1_000, 1);

let store: TestStore;
let opened: Database;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());
beforeEach(async () => {
  await store.fresh();
  opened = openTestDatabase(store);
  await new BlockWriter(store.open('owner')).write(blocks);
});

const detect = (): Promise<void> => detectStored(store.open('owner'), blocks);

/** The queries for detected sandwiches, and those for where detection has run. */
const SANDWICHES = new Set(['legs-at', 'wallet-sandwiches']);
const DETECTED = new Set([
  'stored-blocks-of-ranges',
  'detected-versions',
  'detected-buckets',
  'undetected-slots',
]);

/**
 * A database while detection runs: it stores its results between the first query of one kind (sandwiches, or
 * where detection has run) and the first one of the other kind.
 */
function whileDetected(): { database: Database; hasDetected(): boolean } {
  let first: { isSandwiches: boolean; ended: Promise<unknown> } | null = null;
  let detected: Promise<void> | null = null;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const database: Database = {
    async rows<Params, Row>(
      query: Query<Params, Row>,
      params: Params,
      context: QueryContext,
    ): Promise<Row[]> {
      const isSandwiches = SANDWICHES.has(query.name);
      if (!isSandwiches && !DETECTED.has(query.name)) return opened.rows(query, params, context);
      // Concurrent queries may run in any order: sandwiches first is the worst case.
      if (!isSandwiches) for (let turns = 0; turns < 20; turns += 1) await turn();
      if (first === null || first.isSandwiches === isSandwiches) {
        const answer = opened.rows(query, params, context);
        first ??= { isSandwiches, ended: answer };
        return answer;
      }
      await first.ended;
      detected ??= detect();
      await detected;
      return opened.rows(query, params, context);
    },
  };
  return { database, hasDetected: () => detected !== null };
}

test.each([
  ['the fast check', (db: Database) => checkFromTables(db, [alice], 10, context).then(([it]) => it!.verdict)],
  [
    'a check of a wide range',
    (db: Database) =>
      checkSandwiches(db, [alice], 20, context, () => {}).then(({ results }) => results[0]!.verdict),
  ],
  [
    'a scan',
    (db: Database) =>
      createWalletScans(db)
        .make({ wallet: address('alice'), days: 1, window: 4 }, context)
        .then(({ scan }) => describeScan(scan).trades[0]!.verdict),
  ],
])('%s does not deny a sandwich that is found between two of its queries', async (_, ask) => {
  const { database, hasDetected } = whileDetected();
  expect(await ask(database)).not.toBe('not_sandwiched');
  expect(hasDetected()).toBe(true);
});

const MAX_AGE_MS = 300_000;
const question = { wallet: address('alice'), days: 1, window: 0 };

test('a cached scan is reused until detection has run over its slots', async () => {
  const scans = createWalletScans(opened);
  const { scan: before } = await scans.fresh(question, MAX_AGE_MS, context);
  expect(before.trades).toMatchObject([{ isWindowKnown: false, incidents: [] }]);
  expect((await scans.fresh(question, MAX_AGE_MS, context)).scan).toBe(before);
  await detect();
  const { scan: after } = await scans.fresh(question, MAX_AGE_MS, context);
  expect(after.trades).toMatchObject([{ isWindowKnown: true, incidents: [{}, {}] }]);
  expect((await scans.fresh(question, MAX_AGE_MS, context)).scan).toBe(after);
});

test('nor once the slots after its newest trade have come', async () => {
  await detect();
  const scans = createWalletScans(opened);
  const wide = { ...question, window: LAST + 1 - 1_000 };
  const { scan: before } = await scans.fresh(wide, MAX_AGE_MS, context);
  expect(before.trades[0]!.isWindowKnown).toBe(false);
  await new BlockWriter(store.open('owner')).write([tradedBlock(LAST + 1, [])]);
  await markDetected(store.open('owner'));
  expect((await scans.fresh(wide, MAX_AGE_MS, context)).scan.trades[0]!.isWindowKnown).toBe(true);
});

test('a scan without stored blocks is repeated', async () => {
  const owner = store.open('owner');
  await owner.command({ query: 'TRUNCATE TABLE slots' });
  expect((await scanWallet(opened, question, null, context)).coverage).toBeNull();
  const scans = createWalletScans(opened);
  expect((await scans.fresh(question, MAX_AGE_MS, context)).scan.coverage).toBeNull();
  await new BlockWriter(owner).write([tradedBlock(1_001, [])]);
  expect((await scans.fresh(question, MAX_AGE_MS, context)).scan.coverage).not.toBeNull();
});
