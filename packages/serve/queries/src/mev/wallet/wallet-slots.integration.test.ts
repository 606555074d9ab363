import { keyToBase58 } from '@tickscope/chain';
import { Random } from '@tickscope/testkit/random';
import { accountSlotsOf } from '@tickscope/testkit/store/account-slots';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAnalysedCoverage, readDayRange } from '../../coverage/index.js';
import { StoredSlots } from '../../coverage/stored-slots.js';
import { openTestDatabase } from '../../testing/test-database.js';
import { readKnownSlots } from '../competition/known-slots.js';
import { readWalletSlots } from './wallet-slots.js';

const END = 1_788_264_000;
const FIRST = 1_000_000;
const SLOTS = 20_000;
const context = { id: 'test', signal: new AbortController().signal };
const WALLET = new Uint8Array(32).fill(7);
const KEY = `unhex('${Buffer.from(WALLET).toString('hex')}')`;

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
  await store.fresh();
});
afterAll(async () => store?.stop());

type Kind = 'full' | 'skipped' | 'missing' | 'entries_only' | 'two blocks';

test('signed transactions and whole slots are those of slots stored with transactions, however it is found out', async () => {
  const random = new Random(5);
  const kinds = new Map<number, Kind>();
  for (let slot = FIRST; slot < FIRST + SLOTS; slot += 1) {
    const at = slot - FIRST;
    const isDoubtful = (at > 1_500 && at < 1_700) || (at > SLOTS - 150 && at < SLOTS - 10);
    const faulty: Kind[] = ['missing', 'entries_only', 'two blocks', 'full'];
    kinds.set(slot, isDoubtful ? random.pick(faulty) : random.chance(1, 20) ? 'skipped' : 'full');
  }
  const [slots, locks, swaps]: [string[], string[], string[]] = [[], [], []];
  const withoutBlock: number[] = [];
  let parent = FIRST - 1;
  const expected = { signed: 0, wholeSlots: new Set<number>() };
  for (const [slot, kind] of kinds) {
    // Slots without a block have rows too: of a block whose writer died.
    const signs = random.chance(1, 3) ? 1 + random.below(3) : 0;
    for (let index = 0; index < signs; index += 1) locks.push(`(${KEY}, ${slot}, ${index}, true, true)`);
    const isTraded = random.chance(1, 4);
    if (isTraded) swaps.push(`(${KEY}, ${slot}, 0)`);
    if (isTraded && kind !== 'full') withoutBlock.push(slot);
    if (kind === 'full' || kind === 'two blocks') expected.signed += signs;
    if (kind === 'full' && isTraded) expected.wholeSlots.add(slot);
    const content = kind === 'entries_only' ? kind : 'full';
    if (kind === 'missing') parent = slot;
    if (kind === 'skipped' || kind === 'missing') continue;
    slots.push(`(${slot}, ${parent}, 'a${slot}', ${END - FIRST - SLOTS + slot}, '${content}', 9)`);
    if (kind === 'two blocks')
      slots.push(`(${slot}, ${parent}, 'b${slot}', ${END - FIRST - SLOTS + slot}, 'full', 9)`);
    parent = slot;
  }
  const owner = store.open('owner');
  await owner.command({
    query: `INSERT INTO slots (slot, parent_slot, blockhash, block_time, content, version) VALUES ${slots.join(', ')}`,
  });
  await owner.command({
    query:
      'CREATE TABLE planted (account FixedString(32), slot UInt64, block_index UInt32, is_write Bool, is_signer Bool) ENGINE = Memory',
  });
  await owner.command({ query: `INSERT INTO planted VALUES ${locks.join(', ')}` });
  const planted = `SELECT *, false AS is_vote, false AS is_failed, NULL::Nullable(UInt32) AS compute_units,
    NULL::Nullable(UInt64) AS compute_unit_price, toUInt64(0) AS signer_prefix, 5 AS version, 0 AS first_tick, 0 AS tick_span
    FROM planted`;
  await owner.command({ query: accountSlotsOf(planted) });
  await owner.command({ query: 'DROP TABLE planted' });
  await owner.command({
    query: `INSERT INTO swaps_by_trader (trader, slot, block_index) VALUES ${swaps.join(', ')}`,
  });
  const database = openTestDatabase(store);
  const range = await readDayRange(database, 4, context);
  const { coverage, stored } = await readAnalysedCoverage(database, range!, context);
  expect(coverage.missing_slot_count + coverage.incomplete_slot_count).toBeGreaterThan(100);
  const wallet = keyToBase58(WALLET);
  const question = { wallet, from: range!.fromSlot, to: range!.toSlot, stored };
  expect(await readWalletSlots(database, question, context)).toEqual(expected);
  expect(await readWalletSlots(database, question, context, { mostSigned: 10 })).toEqual(expected);
  const unknown = { ...question, stored: new StoredSlots([]) };
  expect(await readWalletSlots(database, unknown, context)).toEqual(expected);

  const pair = { a: wallet, b: wallet, stored };
  const { whole, leftOut } = await readKnownSlots(database, pair, context);
  expect(whole.toSlot - whole.fromSlot).toBeGreaterThan(3_000);
  expect(leftOut.sort((left, right) => left - right)).toEqual(
    withoutBlock.filter((slot) => slot >= whole.fromSlot && slot <= whole.toSlot),
  );
  const none = { whole: { fromSlot: 1, toSlot: 0 }, leftOut: [] };
  expect(await readKnownSlots(database, pair, context, { mostSlots: 10 })).toEqual(none);
  expect(await readKnownSlots(database, { ...pair, stored: new StoredSlots([]) }, context)).toEqual(none);
});
