import { signatureAt } from '@tickscope/testkit/chain-of-trades';
import { signature } from '@tickscope/testkit/store/chain-rows';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address, tradedBlock } from '@tickscope/testkit/traded-block';
import { got, TradingPool } from '@tickscope/testkit/trading-pool';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { askFastCheck } from '../testing/ask-checks.js';
import { openTestDatabase } from '../testing/test-database.js';

/**
 * Slots 870 to 872: other sandwiches. Slot 900: a sandwich in one slot with failed
 * attempts. Slots 910 to 914: a sandwich over four slots, with a skipped one.
 */
function chain() {
  const known = [870, 871, 872].map((slot) => {
    const pool = new TradingPool(`pool of ${slot}`);
    const front = pool.swap('mordred', 'A', 100_000_000n);
    const victim = pool.swap('dave', 'A', 900_000_000n);
    return tradedBlock(slot, [front, victim, pool.swap('mordred', 'B', got(front))]);
  });
  const near = new TradingPool('near');
  const wide = new TradingPool('wide');
  const untouched = new TradingPool('near').swap('alice', 'A', 50_000_000n);
  const front = near.swap('mallory', 'A', 100_000_000n);
  const alice = near.swap('alice', 'A', 50_000_000n);
  const back = near.swap('mallory', 'B', got(front));
  const wideFront = wide.swap('mordred', 'A', 100_000_000n);
  const bob = wide.swapToLimit('bob', 'A', 900_000_000n);
  const wideBack = wide.swap('mordred', 'B', got(wideFront));
  const lonely = new TradingPool('lonely').swap('carol', 'B', 77n);
  return {
    aliceLost: got(untouched) - got(alice),
    blocks: [
      ...known,
      tradedBlock(900, [
        { does: 'abort', trader: 'mallory', pool: 'near' },
        front,
        alice,
        { does: 'attempt', trader: 'mallory', pool: 'near' },
        back,
        lonely,
      ]),
      tradedBlock(910, [wideFront], 909),
      tradedBlock(912, [bob], 910),
      tradedBlock(914, [wideBack], 913),
    ],
  };
}

const { aliceLost, blocks } = chain();
const at = (slot: number, index: number): string => signatureAt(blocks, slot, index);

/** Checked in their own test. */
const LOSSES = { total_loss_sol: expect.any(String), loss_unknown_count: expect.any(Number) };

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  await storeDetected(await store.fresh(), blocks);
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

const ask = (signatures: readonly string[], window: number) => askFastCheck(database, signatures, window);

describe('a transaction that was sandwiched in its own slot', () => {
  test('is returned with all legs and failed attempts, its loss and its pools', async () => {
    const { results, summary } = await ask([at(900, 2)], 0);
    const leg = (index: number, type: string, success: boolean) => ({
      attacker_signer: address('mallory'),
      attacker_signature: at(900, index),
      slot: 900,
      block_index: index,
      poh_tick: String(900 * 64),
      poh_tick_offset: '0',
      interaction_type: type,
      pool_address: address('near'),
      success,
      sandwich: expect.objectContaining({
        confidence: 'exact',
        basis: 'same_slot',
        link: 'same_signer',
        link_address: address('mallory'),
        quantity_ratio: 1,
        mint_in: address('A'),
        mint_out: address('B'),
        victim_count: 1,
        loss_method: 'replay',
        loss_side: 'received',
        slippage_use: null,
        limit_age: null,
        is_final: false,
      }),
    });
    expect(results).toEqual([
      {
        signature: at(900, 2),
        found: true,
        slot: 900,
        poh_tick: String(900 * 64),
        signer: address('alice'),
        pools: [
          {
            pool_address: address('near'),
            pool_label: expect.stringMatching(/^\S+\/\S+ \(Raydium CPMM\)$/),
            dex_name: 'Raydium CPMM',
          },
        ],
        incidents: [
          leg(0, 'sandwich_frontrun', false),
          leg(1, 'sandwich_frontrun', true),
          leg(3, 'sandwich_backrun', false),
          leg(4, 'sandwich_backrun', true),
        ],
        roles: [expect.objectContaining({ role: 'victim', confidence: 'exact' })],
        sandwich_detected: true,
        verdict: 'sandwiched',
        wider_match: null,
        success: true,
        coverage: {
          missing_slots: [],
          incomplete_slots: [],
          undetected_slots: [],
          links_unknown_slots: expect.any(Array),
        },
      },
    ]);
    expect(summary).toEqual({
      total_checked: 1,
      total_found: 1,
      total_sandwich_attacks: 1,
      slot_range_used: 0,
      ...LOSSES,
    });
    const [incident] = results[0]!.incidents;
    // Reserves are computed from the swaps themselves, up to the rounding of their integers.
    expect(Math.abs(Number(incident!.sandwich.victim_loss) - Number(aliceLost))).toBeLessThan(
      Number(aliceLost) / 1_000,
    );
  });
});

describe('a sandwich over several slots', () => {
  test('counts when the range holds every leg, and only then', async () => {
    const counts = await Promise.all(
      [0, 1, 2, 3, 10].map(async (range) => {
        const { results } = await ask([at(912, 0)], range);
        return results[0]!.incidents.length;
      }),
    );
    expect(counts).toEqual([0, 0, 2, 2, 2]);
  });

  test('has the ticks of the other slots and lists missing slots of the range', async () => {
    const { results } = await ask([at(912, 0)], 3);
    expect(results[0]).toMatchObject({
      incidents: [
        { slot: 910, poh_tick_offset: String((910 - 912) * 64), interaction_type: 'sandwich_frontrun' },
        { slot: 914, poh_tick_offset: String((914 - 912) * 64), interaction_type: 'sandwich_backrun' },
      ],
      // 911 was skipped. 909 and 913 are parents that were never received.
      coverage: {
        missing_slots: [909, 913, 915],
        incomplete_slots: [],
        undetected_slots: [],
        links_unknown_slots: expect.any(Array),
      },
    });
  });
});

describe('a sandwich that is wider than the range', () => {
  test('is named with the least range that has it, and only then', async () => {
    const widths = await Promise.all(
      [0, 1, 2].map(async (range) => {
        const { results } = await ask([at(912, 0)], range);
        return results[0]!.wider_match;
      }),
    );
    expect(widths).toEqual([{ slot_range: 2 }, { slot_range: 2 }, null]);
  });
});

describe('the part of a transaction in a sandwich', () => {
  test('is stated for the attacker, its failed attempts and the victim, and for no other trade', async () => {
    const { results } = await ask(
      [0, 1, 2, 3, 4, 5].map((index) => at(900, index)),
      0,
    );
    const id = expect.stringMatching(/^900\.1\./);
    const own = (role: string) => [
      {
        sandwich_id: id,
        role,
        confidence: 'exact',
        intent: expect.stringMatching(/^(proven|likely|unknown)$/),
      },
    ];
    expect(results.map(({ roles }) => roles)).toEqual([
      own('frontrun_attempt'),
      own('frontrun'),
      own('victim'),
      own('backrun_attempt'),
      own('backrun'),
      [],
    ]);
  });

  test('does not depend on the range: a leg two slots from its victim is one within its own slot', async () => {
    const { results } = await ask([at(910, 0), at(912, 0), at(914, 0)], 0);
    expect(results.map(({ roles }) => roles.map(({ role }) => role))).toEqual([
      ['frontrun'],
      ['victim'],
      ['backrun'],
    ]);
  });
});

describe('no sandwich', () => {
  test('applies to a trade alone in its pool, to the attacker itself, and to a failed attempt', async () => {
    const { results, summary } = await ask([at(900, 5), at(900, 1), at(900, 3)], 10);
    expect(
      results.map(({ found, sandwich_detected, success, incidents }) => [
        found,
        sandwich_detected,
        success,
        incidents,
      ]),
    ).toEqual([
      [true, false, true, []],
      [true, false, true, []],
      [true, false, false, []],
    ]);
    expect(summary).toEqual({
      total_checked: 3,
      total_found: 3,
      total_sandwich_attacks: 0,
      slot_range_used: 10,
      ...LOSSES,
    });
  });

  test('is returned for each of ten signatures, the maximum: four victims and six others', async () => {
    const ten = [...[870, 871, 872].flatMap((slot) => [at(slot, 0), at(slot, 1), at(slot, 2)]), at(912, 0)];
    const { results, summary } = await ask(ten, 10);
    expect(results.map(({ signature: asked, sandwich_detected }) => [asked, sandwich_detected])).toEqual(
      ten.map((asked, index) => [asked, index % 3 === 1 || index === 9]),
    );
    expect(summary).toEqual({
      total_checked: 10,
      total_found: 10,
      total_sandwich_attacks: 4,
      slot_range_used: 10,
      ...LOSSES,
    });
  });

  test('an unknown signature among known ones is not found', async () => {
    const unknown = signature('unknown').base58;
    const { results, summary } = await ask([unknown, at(900, 2)], 1);
    expect(results.map(({ signature: asked, found }) => [asked, found])).toEqual([
      [unknown, false],
      [at(900, 2), true],
    ]);
    expect(results[0]).toEqual({
      signature: unknown,
      found: false,
      slot: null,
      poh_tick: null,
      signer: null,
      pools: [],
      incidents: [],
      roles: [],
      sandwich_detected: false,
      verdict: 'unknown',
      wider_match: null,
      success: null,
      coverage: null,
    });
    expect(summary).toEqual({
      total_checked: 2,
      total_found: 1,
      total_sandwich_attacks: 1,
      slot_range_used: 1,
      ...LOSSES,
    });
  });
});
