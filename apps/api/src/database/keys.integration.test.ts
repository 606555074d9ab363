import { readFileSync } from 'node:fs';
import { pubkeyFromBase58 } from '@tickscope/chain';
import { redetect } from '@tickscope/pipeline';
import { LINKS_KNOWN_VERSION } from '@tickscope/queries/coverage';
import { BlockWriter, tuples } from '@tickscope/store';
import { address, signature } from '@tickscope/testkit/store/chain-rows';
import { markDetected } from '@tickscope/testkit/store/mark-detected';
import { tradedBlock, address as wallet } from '@tickscope/testkit/traded-block';
import { got, TradingPool } from '@tickscope/testkit/trading-pool';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../testing/api-under-test.js';

const [account, sig] = [address('market').hex, signature('a').hex];
const QUERIES = new URL('../../../../packages/serve/queries/src/', import.meta.url);

/** A sandwich in slot 900, so that no table is empty: the plan of an empty table names no key. */
function sandwich() {
  const pool = new TradingPool('pool');
  const front = pool.swap('mallory', 'A', 100_000_000n);
  const victim = pool.swap('alice', 'A', 50_000_000n);
  return tradedBlock(900, [front, victim, pool.swap('mallory', 'B', got(front))]);
}

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await new BlockWriter(api.owner).write([sandwich()]);
  await redetect(api.owner, { fromSlot: 900, toSlot: 900, headSlot: 900 });
  await api.rows.slots({ slot: 1000 });
  await api.rows.transactions({
    slot: 1000,
    index: 0,
    signature: signature('a'),
    entryPosition: [0, 0, 64_000],
    locks: [{ account: address('market'), isWrite: true }],
  });
  await api.rows.signatures({ signature: signature('a'), slot: 1000, index: 0 });
  await api.rows.gaps({ from: 1002, to: 1003, cause: 'incomplete', state: 'open' });
  await markDetected(api.owner);
});
afterAll(() => api?.stop());

interface Plan {
  'Node Type'?: string;
  Description?: string;
  Indexes?: { Type: string; Keys?: string[]; Condition: string }[];
  Plans?: Plan[];
}

/** For each table read, in plan order: the table, and the columns of its key that narrow the read. */
function* readsOf(plan: Plan): Generator<string> {
  if (plan['Node Type'] === 'ReadFromMergeTree') {
    const primary = (plan.Indexes ?? []).find(({ Type }) => Type === 'PrimaryKey');
    const keys = primary === undefined || primary.Condition === 'true' ? [] : (primary.Keys ?? []);
    yield `${plan.Description?.split('.').at(-1)} (${keys.join(', ')})`;
  }
  for (const inner of plan.Plans ?? []) yield* readsOf(inner);
}

/** The reads of a query. Subqueries of IN are missing from a plan, because they run while it is made. */
async function readsOfQuery(file: string, query_params: Record<string, unknown>): Promise<string[]> {
  const sql = readFileSync(new URL(file, QUERIES), 'utf8');
  const result = await api.owner.query({
    query: `EXPLAIN json = 1, indexes = 1 ${sql}`,
    query_params,
    format: 'TabSeparatedRaw',
  });
  const [{ Plan: plan }] = JSON.parse(await result.text()) as [{ Plan: Plan }];
  return [...readsOf(plan)];
}

const hexOf = (name: string): string => Buffer.from(pubkeyFromBase58(wallet(name))).toString('hex');
const slots = { from: 800, to: 1100 };
const links = { links_known_version: LINKS_KNOWN_VERSION };
const kept = { locks_kept_seconds: 345_600, swaps_kept_seconds: 3_024_000 };

describe('finds its rows by the primary key:', () => {
  test.each([
    ['transactions/find-transaction.sql', { positions: '[(1000,0)]' }, ['transactions (slot, block_index)']],
    [
      'transactions/find-positions.sql',
      { prefixes: [Buffer.from(sig, 'hex').readBigUInt64LE()] },
      ['signatures (signature_prefix)'],
    ],
    ['transactions/stored-slots.sql', { slots: [1000] }, ['slots (slot)']],
    ['trade-context/account-activity.sql', { account, ...slots }, ['account_slots (account, slot)']],
    ['trade-context/page-locks.sql', { account, slots: [1000] }, ['account_slots (account, slot)']],
    [
      'trade-context/page-transactions.sql',
      { positions: '[(1000,0)]' },
      ['transactions (slot, block_index)'],
    ],
    ['coverage/stored-blocks.sql', { ...slots, ...kept }, ['slots (slot)']],
    ['coverage/detected-versions.sql', slots, ['detected_slots (slot)']],
    [
      'coverage/stored-blocks-of-ranges.sql',
      { ranges: '[(800,1100)]', ...kept },
      ['slots (slot)', 'detected_slots (slot)'],
    ],
    ['coverage/open-gaps.sql', slots, ['gaps (from_slot, to_slot, cause)']],
    [
      'coverage/first-slot.sql',
      { from_time: 1_700_000_000, oldest: 0, newest: 1000 },
      ['slots (slot)', 'slots (slot)'],
    ],
    [
      'coverage/slots-near-time.sql',
      { time: 1_700_000_000, seconds: 60, oldest: 0, newest: 1000 },
      ['slots (slot)'],
    ],
    [
      'coverage/detected-buckets.sql',
      { ...slots, ...links, other_from: 1_200, other_to: 1_300 },
      ['slots (slot)', 'detected_slots (slot)'],
    ],
    [
      'coverage/undetected-slots.sql',
      { ...slots, ...links, buckets: [0] },
      ['slots (slot)', 'detected_slots (slot)'],
    ],
    [
      'coverage/range-buckets.sql',
      { ...slots, other_from: 1_200, other_to: 1_300, before: 799, ...kept },
      ['slots (slot)'],
    ],
    [
      'coverage/missing-ranges.sql',
      { ...slots, ...kept, reported: '[(0,0)]', read: '[(0,0)]' },
      ['slots (slot)'],
    ],
  ])('%s', async (file, params, reads) => {
    expect(await readsOfQuery(file, params)).toEqual(reads);
  });
});

describe('of the MEV analyses finds its rows by the primary key:', () => {
  const scan = { wallet: hexOf('alice'), ...slots };
  const both = { a: hexOf('alice'), b: hexOf('mallory'), ...slots };
  const known = { whole_from: 1, whole_to: 0, left_out: [] };
  const near = { near_from: 790, near_to: 1110, window: 10 };
  const pool = wallet('pool');
  const positions = tuples([[pool, 900, 1, wallet('A')]]);
  const ranges = tuples([[pool, 800, 1100]]);
  // Both wallets' swaps, and the legs of the sandwiches around A's.
  const readsOfIncidents = ['swaps_by_trader (trader, slot)', 'sandwich_legs (slot, bracket_id, role)'];

  test.each([
    ['mev/legs-at.sql', { positions: '[(900,1)]' }, ['sandwich_legs (slot, block_index)']],
    ['sandwiches/stored-legs.sql', { slots: [900], ids: ['x'] }, ['sandwich_legs (slot, bracket_id)']],
    [
      'sandwiches/stored-rows.sql',
      { first_slots: [900], ids: ['x'] },
      ['sandwiches (first_slot, bracket_id)'],
    ],
    ['mev/attack-legs.sql', { slots: [900], ids: ['x'] }, ['sandwich_legs (slot, bracket_id, role)']],
    [
      'mev/sandwich-evidence.sql',
      { first_slots: [900], ids: ['x'] },
      ['sandwiches (first_slot, bracket_id)'],
    ],
    ['mev/wallet/wallet-trades.sql', { ...scan, limit: 10 }, ['swaps_by_trader (trader, slot)']],
    [
      'mev/wallet/signed-slots.sql',
      { ...scan, limit: 10 },
      ['account_slots (account, slot)', 'swaps_by_trader (trader, slot)'],
    ],
    ['mev/wallet/stored-of-slots.sql', { slots: [1000] }, ['slots (slot)']],
    [
      'mev/wallet/wallet-slots.sql',
      scan,
      ['slots (slot)', 'account_slots (account, slot)', 'swaps_by_trader (trader, slot)'],
    ],
    [
      'mev/wallet/wallet-sandwiches.sql',
      { ...scan, window: 10 },
      ['sandwich_legs_by_trader (trader, slot, bracket_id, role)'],
    ],
    [
      'mev/wallet/wallet-legs.sql',
      { wallet: scan.wallet, ids: ['x'], ranges: '[(890,910)]' },
      ['sandwich_legs (slot, bracket_id)'],
    ],
    ['mev/competition/incidents.sql', { ...both, ...near, ...known, limit: 10, offset: 0 }, readsOfIncidents],
    [
      '../../../core/store/src/sandwiches/records-around.sql',
      {
        ...{ hours: tuples([[wallet('mallory'), 0, 24]]), slots: [900] },
        ...{ pools: 4, slots_per_hour: 9_000 },
      },
      ['actor_trips (address, first_slot)'],
    ],
    [
      'job-freshness/recent-trips.sql',
      { addresses: [wallet('mallory')], since: 0 },
      ['actor_trips (address)'],
    ],
    ['mev/competition/wallet-totals.sql', { ...both, ...known }, ['swaps_by_trader (trader, slot)']],
    [
      'mev/on-demand-detection/bot-pools.sql',
      {
        ...{ positions, window: 20, history_from: 0, history_to: 920 },
        ...{ bot_trips: 5, bot_pools: 3, bot_aims: 2, trip_quantity: 0.01 },
      },
      ['swaps (pool, slot, block_index, outer_index, inner_index, part_index)', 'sandwiches (first_slot)'],
    ],
    [
      'mev/on-demand-detection/unit-history.sql',
      {
        ...{ ranges, history_from: 0, history_to: 1100, record_slots: 225_000 },
        ...{ slots_per_hour: 9_000, final_after: 20, trip_quantity: 0.01 },
      },
      ['sandwiches (first_slot)', 'swaps (pool, slot)'],
    ],
    // Of all pools, by the index on slots.
    [
      'mev/on-demand-detection/unit-payers.sql',
      { payers_from: 700, payers_to: 899, payers: [wallet('alice')] },
      ['swaps (slot)'],
    ],
    ['mev/on-demand-detection/range-sizes.sql', { ranges }, ['swaps (pool, slot)']],
    ['mev/wallet/pool-mints.sql', { pools: [pool], ...slots }, ['swaps (pool, slot)']],
  ])('%s', async (file, params, reads) => {
    expect(await readsOfQuery(file, params)).toEqual(reads);
  });
});
