import type { Block } from '@tickscope/chain';
import { BlockWriter } from '@tickscope/store';
import { ChainOfTrades, signatureAt } from '@tickscope/testkit/chain-of-trades';
import { ChainRows, signature } from '@tickscope/testkit/store/chain-rows';
import { markDetected } from '@tickscope/testkit/store/mark-detected';
import { detectStored } from '@tickscope/testkit/store/store-detected';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { got, TradingPool } from '@tickscope/testkit/trading-pool';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { askCheck, askFastCheck } from '../testing/ask-checks.js';
import { askScan } from '../testing/ask-wallets.js';
import { openTestDatabase } from '../testing/test-database.js';

const FIRST = 1_000;
const LAST = 1_030;
/** A skipped slot. */
const SKIPPED = 1_025;

/** `alice` is sandwiched in slot 1010, next to a trade of `carol`; `bob` in slot 1020, `dave` in the newest slot. */
function makeChain(): Block[] {
  const chain = new ChainOfTrades();
  for (let slot = FIRST; slot <= LAST + 1; slot += 1) if (slot !== SKIPPED) chain.add(slot);
  const pool = new TradingPool('pool');
  const front = pool.swap('mallory', 'A', 100_000_000n);
  chain.add(1_010, front, pool.swap('alice', 'A', 900_000_000n), pool.swap('mallory', 'B', got(front)));
  chain.add(1_010, new TradingPool('quiet').swap('carol', 'A', 1_000n));
  chain.add(1_020, new TradingPool('quiet').swap('bob', 'A', 1_000n));
  chain.add(LAST, new TradingPool('quiet').swap('dave', 'A', 1_000n));
  return chain.blocks();
}

const blocks = makeChain();
const next = blocks.at(-1)!;
const [alice, carol, bob, dave] = [
  signatureAt(blocks, 1_010, 1),
  signatureAt(blocks, 1_010, 3),
  signatureAt(blocks, 1_020, 0),
  signatureAt(blocks, LAST, 0),
];

let store: TestStore;
let owner: TestConnection;
let rows: ChainRows;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  owner = await store.fresh();
  rows = new ChainRows(owner);
  database = openTestDatabase(store);
  await new BlockWriter(owner).write(blocks.filter(({ slot }) => slot <= LAST));
});
afterAll(() => store?.stop());

async function check(asked: string, window: number) {
  const { results } = await askFastCheck(database, [asked], window);
  return results[0]!;
}

const verdictOf = async (asked: string, window: number): Promise<string> =>
  (await check(asked, window)).verdict;

const slotsBetween = (from: number, to: number): number[] =>
  Array.from({ length: to + 1 - from }, (_, at) => from + at);

// The order matters: each block describes what is stored next.
describe('over stored blocks that detection has not seen', () => {
  test('no check reports "not sandwiched", above all not for a victim', async () => {
    for (const asked of [alice, carol])
      expect(await check(asked, 2)).toMatchObject({
        verdict: 'unknown',
        sandwich_detected: false,
        coverage: { missing_slots: [], incomplete_slots: [], undetected_slots: slotsBetween(1_008, 1_012) },
      });
  });

  test('nor does a check of a wider window, which lists the slots as well', async () => {
    const { results } = await askCheck(database, [alice, carol], 14);
    for (const result of results)
      expect(result).toMatchObject({
        verdict: 'unknown',
        sandwich_detected: false,
        coverage: { undetected_slots: slotsBetween(1_000, 1_024) },
      });
  });

  test('nor does a scan of the wallet, which counts them', async () => {
    const { trades, coverage } = await askScan(database, { wallet: 'alice', window: 2 });
    expect(trades).toMatchObject([{ signature: alice, verdict: 'unknown', sandwich_detected: false }]);
    expect(coverage).toMatchObject({
      missing_slot_count: 0,
      undetected_slot_count: 30,
      undetected_ranges: [
        { from_slot: FIRST, to_slot: SKIPPED - 1 },
        { from_slot: SKIPPED + 1, to_slot: LAST },
      ],
      ranges_truncated: false,
    });
  });
});

describe('once detection has run over all but slot 1021', () => {
  beforeAll(async () => {
    await detectStored(
      owner,
      blocks.filter(({ slot }) => slot <= LAST),
    );
    await owner.command({ query: 'DELETE FROM detected_slots WHERE slot = 1021' });
  });

  test('a victim is reported as sandwiched, another trader as not sandwiched', async () => {
    expect([await verdictOf(alice, 2), await verdictOf(carol, 2)]).toEqual(['sandwiched', 'not_sandwiched']);
  });

  test('a found sandwich counts even where the rest of the window is unknown', async () => {
    expect(await check(alice, 10)).toMatchObject({
      verdict: 'sandwiched',
      coverage: { undetected_slots: [] },
    });
    const { results } = await askCheck(database, [alice], 11);
    expect(results).toMatchObject([{ verdict: 'sandwiched', coverage: { undetected_slots: [1_021] } }]);
  });

  test('a window without that slot is known, one with it is not', async () => {
    expect([await verdictOf(bob, 0), await verdictOf(bob, 1)]).toEqual(['not_sandwiched', 'unknown']);
    expect((await check(bob, 3)).coverage!.undetected_slots).toEqual([1_021]);
  });

  test('a skipped slot is known, those after the newest block are not', async () => {
    await markDetected(owner, 'slot = 1021');
    expect([await verdictOf(bob, 9), await verdictOf(dave, 0)]).toEqual(['not_sandwiched', 'not_sandwiched']);
    expect(await check(dave, 1)).toMatchObject({
      verdict: 'unknown',
      coverage: { missing_slots: [LAST + 1], undetected_slots: [] },
    });
    await new BlockWriter(owner).write([next]);
    expect(await check(dave, 1)).toMatchObject({
      verdict: 'unknown',
      coverage: { missing_slots: [], undetected_slots: [LAST + 1] },
    });
    await markDetected(owner, `slot = ${LAST + 1}`);
    expect(await verdictOf(dave, 1)).toBe('not_sandwiched');
  });
});

describe('a slot is undetected again', () => {
  test('when a better version of its block is stored', async () => {
    await owner.command({
      query: 'INSERT INTO slots SELECT * REPLACE (version + 1 AS version) FROM slots WHERE slot = 1020',
    });
    expect([await verdictOf(bob, 0), (await check(bob, 0)).coverage!.undetected_slots]).toEqual([
      'unknown',
      [1_020],
    ]);
    await markDetected(owner, 'slot = 1020');
    expect(await verdictOf(bob, 0)).toBe('not_sandwiched');
  });

  test('when its block was removed and came back', async () => {
    await owner.command({
      query:
        'INSERT INTO detected_slots (slot, blockhash, version, is_deleted) SELECT slot, blockhash, version, 1 FROM detected_slots FINAL WHERE slot = 1020',
    });
    expect(await verdictOf(bob, 0)).toBe('unknown');
    await markDetected(owner, 'slot = 1020');
  });
});

test('a slot that is incomplete leaves the verdict open', async () => {
  await rows.gaps({ from: LAST + 2, to: LAST + 3, cause: 'incomplete', state: 'open' });
  expect(await check(dave, 2)).toMatchObject({
    verdict: 'unknown',
    coverage: { missing_slots: [], incomplete_slots: [LAST + 2] },
  });
});

test('a transaction that is not stored is unknown', async () => {
  const unknown = signature('unknown').base58;
  expect(await verdictOf(unknown, 1)).toBe('unknown');
  const { results } = await askCheck(database, [unknown], 20);
  expect(results).toMatchObject([{ verdict: 'unknown', sandwich_detected: false, coverage: null }]);
});

test('a transaction without metadata is unknown, although its slot was analysed', async () => {
  const bare = signature('bare');
  const slot = 5_000;
  await rows.slots({ slot, content: 'no_entries', version: 2 });
  await rows.transactions({
    slot,
    index: 0,
    signature: bare,
    entryPosition: null,
    success: null,
    version: 2,
  });
  await rows.signatures({ signature: bare, slot, index: 0 });
  await markDetected(owner, `slot = ${slot}`);
  expect(await check(bare.base58, 0)).toMatchObject({
    verdict: 'unknown',
    coverage: { missing_slots: [], incomplete_slots: [], undetected_slots: [] },
  });
});

test('a scan agrees with the check of each transaction', async () => {
  await owner.command({
    query: 'ALTER TABLE slots DELETE WHERE slot = 5000 SETTINGS mutations_sync = 2',
  });
  await owner.command({
    query:
      'INSERT INTO detected_slots (slot, blockhash, version, is_deleted) SELECT slot, blockhash, version, 1 FROM detected_slots FINAL WHERE slot = 1015',
  });
  const verdicts = new Set<string>();
  for (const wallet of ['alice', 'carol', 'bob', 'dave'])
    for (const window of [0, 1, 4, 5, 10]) {
      const { trades } = await askScan(database, { wallet, window, days: 2 });
      expect(trades).toHaveLength(1);
      const { verdict } = trades[0]!;
      verdicts.add(verdict);
      expect([wallet, window, verdict]).toEqual([
        wallet,
        window,
        await verdictOf(trades[0]!.signature, window),
      ]);
    }
  expect([...verdicts].sort()).toEqual(['not_sandwiched', 'sandwiched', 'unknown']);
});
