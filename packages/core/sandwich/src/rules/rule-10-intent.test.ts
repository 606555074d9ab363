import type { Swap, Tip } from '@tickscope/dex';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from '../engine/detect.js';
import type { PriorSandwich } from '../model/prior-sandwich.js';
import type { Sandwich } from '../model/sandwich.js';
import { botsPrior } from '../testing/prior-of.js';
import { blocksOf, swapOf, TruePool } from '../testing/scenario.js';

const SOL = 1_000_000_000n;
type At = readonly [slot: number, blockIndex: number];

interface Plan {
  front: At;
  victim: At;
  back: At;
  /** A holder sells between front and victim. */
  seller?: At;
  /** How much of the victim's room is used; absent: no limit. */
  use?: number;
  /** Given to both legs. */
  legs?: Partial<Swap>;
  /** The wallet of the back leg. */
  seconded?: string;
  prior?: readonly PriorSandwich[];
  /** Beside those of the legs. */
  tips?: readonly Tip[];
}

/** A transaction of slot 100 that only tips, with a fee of 5,000 and 1,000 lamports. */
const tipOf = (feePayer: string, blockIndex: number): Tip => ({
  ...{ slot: 100, blockIndex, feePayer, feeLamports: 5_000n, isAlone: true },
  ...{ service: 'Jito', account: 'tip account', lamports: 1_000n },
});

const newPool = (): TruePool => new TruePool(1_000n * SOL, 1_000_000n * SOL);

/** The only sandwich around a victim whose limit leaves just the room that gives the planned use. */
function found(plan: Plan): Sandwich {
  const { front, victim, back, seller, legs = {}, seconded = 'mallory' } = plan;
  const at = ([slot, blockIndex]: At) => ({ slot, blockIndex });
  const pool = newPool();
  const clean = newPool();
  const paid = 10n * SOL;
  const bought = pool.buy(paid);
  const swaps = [swapOf({ ...at(front), trader: 'mallory', side: 'buy', paid, got: bought, extra: legs })];
  if (seller !== undefined) {
    const given = 1_000n * SOL;
    clean.sell(given);
    swaps.push(swapOf({ ...at(seller), trader: 'holder', side: 'sell', paid: given, got: pool.sell(given) }));
  }
  const got = pool.buy(5n * SOL);
  const cleanGot = clean.buy(5n * SOL);
  const room = plan.use === undefined ? null : Number(cleanGot - got) / plan.use;
  const limit =
    room === null ? null : ({ kind: 'least_out', amount: cleanGot - BigInt(Math.round(room)) } as const);
  swaps.push(swapOf({ ...at(victim), trader: 'victim', side: 'buy', paid: 5n * SOL, got, extra: { limit } }));
  const earned = pool.sell(bought);
  swaps.push(swapOf({ ...at(back), trader: seconded, side: 'sell', paid: bought, got: earned, extra: legs }));
  const sandwiches = detectSandwiches(blocksOf({ swaps, tips: plan.tips ?? [] }), {
    prior: plan.prior ?? [],
  });
  expect(sandwiches).toHaveLength(1);
  return sandwiches[0]!;
}

const ONE_BLOCK = { front: [100, 0], victim: [100, 1], back: [100, 2] } as const;
/** Slot 104 is another leader's. */
const TWO_LEADERS = { front: [100, 0], victim: [101, 7], back: [104, 3] } as const;

describe('intent is proven', () => {
  it('where the transactions follow each other, with a tip', () => {
    const { intent, evidence } = found({ ...ONE_BLOCK, legs: { jitoTipLamports: 1_000n } });
    expect(intent).toBe('proven');
    expect(evidence).toEqual({
      signs: ['contiguous_with_tip', 'next_to_victim', 'one_leader'],
      swapsBefore: 0,
      swapsAfter: 0,
      transactionsBefore: 0,
      transactionsAfter: 0,
    });
  });

  it('where the tip is in a transaction of its own next to them, or between', () => {
    for (const [places, blockIndex] of [
      [ONE_BLOCK, 3],
      [{ front: [100, 1], victim: [100, 2], back: [100, 3] }, 0],
      [{ front: [100, 0], victim: [100, 2], back: [100, 3] }, 1],
    ] as const) {
      const { intent, evidence, costLamports, tips } = found({
        ...places,
        tips: [tipOf('mallory', blockIndex)],
      });
      expect([intent, costLamports, tips.length]).toEqual(['proven', 6_000n, 1]);
      expect(evidence.signs).toContain('contiguous_with_tip');
    }
  });

  it('but not by the tip of another wallet, which is named and no cost', () => {
    const { intent, evidence, costLamports, tips } = found({ ...ONE_BLOCK, tips: [tipOf('stranger', 3)] });
    expect([intent, costLamports, tips]).toEqual(['likely', 0n, []]);
    expect(evidence.signs).toEqual(['next_to_victim', 'one_leader', 'tip_of_another']);
  });

  it('but not by a tip one transaction further away, nor in one that trades', () => {
    for (const tip of [tipOf('mallory', 4), { ...tipOf('mallory', 3), isAlone: false }])
      expect(found({ ...ONE_BLOCK, tips: [tip] })).toMatchObject({ intent: 'likely', costLamports: 0n });
  });

  it('where a limit of the front’s own slot was used up, also with other trades between', () => {
    const { intent, evidence } = found({
      front: [100, 0],
      seller: [100, 3],
      victim: [100, 5],
      back: [100, 9],
      use: 0.9,
    });
    expect(intent).toBe('proven');
    expect(evidence).toEqual({
      signs: ['limit_used', 'one_leader'],
      swapsBefore: 1,
      swapsAfter: 0,
      transactionsBefore: 4,
      transactionsAfter: 3,
    });
  });

  it('where the wallet was known for sandwiches before', () => {
    const { intent, evidence } = found({ ...TWO_LEADERS, use: 0.2, prior: botsPrior() });
    expect(intent).toBe('proven');
    expect(evidence.signs).toEqual(['limit_hardly_used', 'next_to_victim', 'known_bot']);
  });
});

describe('intent is likely', () => {
  it('where a limit that may be younger than the front was used up', () => {
    const { intent, evidence } = found({ ...TWO_LEADERS, use: 0.91 });
    expect(intent).toBe('likely');
    expect(evidence).toEqual({
      signs: ['limit_used', 'next_to_victim'],
      swapsBefore: 0,
      swapsAfter: 0,
      transactionsBefore: null,
      transactionsAfter: null,
    });
  });

  it('where more than half of a limit was used', () => {
    expect(found({ ...ONE_BLOCK, use: 0.6 }).intent).toBe('likely');
  });

  it('without a limit, where both legs are next to the victim in one leader’s slots', () => {
    const { intent, evidence } = found(ONE_BLOCK);
    expect(intent).toBe('likely');
    expect(evidence.signs).toEqual(['next_to_victim', 'one_leader']);
  });

  it('without a limit, where a program of their own links two wallets', () => {
    const { intent, evidence } = found({
      ...TWO_LEADERS,
      seconded: 'trudy',
      legs: { outerProgramId: 'own program' },
    });
    expect(intent).toBe('likely');
    expect(evidence.signs).toEqual(['next_to_victim', 'linked_wallets', 'private_program']);
  });
});

describe('intent is unknown', () => {
  it('without a limit, over the slots of two leaders', () => {
    expect(found(TWO_LEADERS).intent).toBe('unknown');
  });

  it('where less than nine tenths of a limit was used that may be younger than the front', () => {
    for (const use of [0.55, 0.89]) {
      const { intent, evidence, isAimed } = found({ ...TWO_LEADERS, use });
      expect([intent, evidence.signs, isAimed]).toEqual(['unknown', ['next_to_victim'], false]);
    }
  });

  it('where a known limit was hardly used, even next to the victim', () => {
    const { intent, evidence } = found({ ...ONE_BLOCK, use: 0.2 });
    expect(intent).toBe('unknown');
    expect(evidence.signs).toEqual(['limit_hardly_used', 'next_to_victim', 'one_leader']);
  });

  it('where a tip was paid but a stranger’s transaction lies between', () => {
    const { intent, evidence } = found({
      front: [100, 0],
      seller: [100, 1],
      victim: [100, 2],
      back: [100, 3],
      legs: { jitoTipLamports: 1_000n },
    });
    expect(intent).toBe('unknown');
    expect(evidence.signs).toEqual(['one_leader']);
    expect([evidence.swapsBefore, evidence.transactionsBefore]).toEqual([1, 1]);
  });
});
