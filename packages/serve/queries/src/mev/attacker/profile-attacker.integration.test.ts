import { leaderOf, makeBusyChain, NEWEST } from '@tickscope/testkit/busy-chain';
import type { ExpectedIncident } from '@tickscope/testkit/expected-sandwiches';
import { expectedTrades } from '@tickscope/testkit/expected-trades';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../database.js';
import { askProfile } from '../../testing/ask-wallets.js';
import { openTestDatabase } from '../../testing/test-database.js';

const blocks = makeBusyChain();

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  await storeDetected(await store.fresh(), blocks);
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

const profileOf = (attacker: string, victim: string, window: number, days = 1) =>
  askProfile(database, { attacker, victim, window, days });

/** Each sandwich once, at the victim's first trade in it. */
function sandwichesOf(incidents: readonly ExpectedIncident[]): ExpectedIncident[] {
  const first = new Map<string, ExpectedIncident>();
  for (const it of [...incidents].sort((a, b) => a.victim.slot - b.victim.slot))
    if (it.success && !first.has(it.sandwich.id)) first.set(it.sandwich.id, it);
  return [...first.values()];
}

function counted(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

function timingOf(offsets: readonly number[]) {
  if (offsets.length === 0)
    return { avg_poh_tick_offset: null, min_poh_tick_offset: null, max_poh_tick_offset: null };
  return {
    avg_poh_tick_offset: offsets.reduce((sum, offset) => sum + offset, 0) / offsets.length,
    min_poh_tick_offset: Math.min(...offsets),
    max_poh_tick_offset: Math.max(...offsets),
  };
}

describe('a profile matches the blocks', () => {
  test.each([
    ['mallory', 'alice', 4, 1],
    ['mallory', 'alice', 0, 1],
    ['muriel', 'alice', 10, 4],
    ['mallory', 'bob', 4, 1],
    ['trader 1', 'alice', 4, 1],
    ['mallory', 'stranger', 4, 1],
    ['stranger', 'alice', 10, 4],
  ])('of %s against %s, ±%i slots, %i days', async (attacker, victim, window, days) => {
    const profile = await profileOf(attacker, victim, window, days);
    const trades = expectedTrades(blocks, address(victim), days, window).map((trade) => {
      const isOwn = (it: ExpectedIncident) => it.attacker === address(attacker);
      const made = trade.incidents.filter((it) => isOwn(it) && it.success).map(({ sandwich }) => sandwich.id);
      return { ...trade, own: trade.incidents.filter((it) => made.includes(it.sandwich.id) || isOwn(it)) };
    });
    const incidents = trades.flatMap(({ own }) => own);
    const successful = incidents.filter(({ success }) => success);
    const sandwiches = sandwichesOf(incidents);
    const sandwiched = trades.filter(({ own }) => own.some(({ success }) => success)).length;
    const succeeded = trades.filter(({ success }) => success).length;

    expect(profile.summary).toEqual({
      total_sandwiches: sandwiches.length,
      total_victim_dex_trades: trades.length,
      victim_trades_sandwiched_pct: succeeded === 0 ? 0 : (100 * sandwiched) / succeeded,
      total_incidents: incidents.length,
    });
    expect(profile.timing).toEqual(timingOf(successful.map(({ offset }) => offset)));
    expect(profile.by_dex).toEqual(
      sandwiches.length === 0 ? [] : [{ dex_name: 'Raydium CPMM', count: sandwiches.length }],
    );
    expect(Object.fromEntries(profile.by_pool.map((it) => [it.pool_address, it.count]))).toEqual(
      counted(sandwiches.map(({ sandwich }) => sandwich.pool)),
    );
    expect(Object.fromEntries(profile.by_validator.map((it) => [it.leader_pubkey, it.count]))).toEqual(
      counted(sandwiches.map((it) => leaderOf(it.victim.slot))),
    );
    expect(
      profile.trades.map(({ signature, incidents: own }) => [
        signature,
        own.map((it) => [
          it.attacker_signature,
          it.interaction_type,
          it.poh_tick_offset,
          it.success,
          it.linked_wallet,
        ]),
      ]),
    ).toEqual(
      trades
        .filter(({ own }) => own.length > 0)
        .map(({ signature, own }) => [
          signature,
          own.map((it) => [
            it.signature,
            it.isFront ? 'sandwich_frontrun' : 'sandwich_backrun',
            String(it.offset),
            it.success,
            it.attacker === address(attacker) ? null : it.attacker,
          ]),
        ]),
    );
    const others = sandwiches.flatMap(({ sandwich }) =>
      [...sandwich.fronts, ...sandwich.backs].map(({ trader }) => trader),
    );
    expect(profile.linked_wallets).toEqual(
      [...new Set(others)].filter((it) => it !== address(attacker)).sort(),
    );
  });

  test('and the chain has the required cases', () => {
    const of = (attacker: string) =>
      expectedTrades(blocks, address('alice'), 1, 4)
        .flatMap(({ incidents }) => incidents)
        .filter((it) => it.attacker === address(attacker));
    expect(sandwichesOf(of('mallory')).length).toBeGreaterThan(20);
    expect(sandwichesOf(of('muriel')).length).toBeGreaterThan(2);
    expect(of('mallory').some(({ success }) => !success)).toBe(true);
    const partners = of('muriel').filter(({ sandwich, success }) => success && sandwich.attackers.length > 1);
    expect(partners.length).toBeGreaterThan(2);
  });
});

test('incidents leave out the requested attacker and carry the evidence', async () => {
  const { trades, coverage } = await profileOf('mallory', 'alice', 4);
  expect(trades[0]!.incidents[0]).toMatchObject({ sandwich: { link: 'same_signer', intent: 'proven' } });
  expect(trades[0]!.incidents[0]).not.toHaveProperty('attacker_signer');
  expect(coverage).toMatchObject({ to_slot: NEWEST });
});
