import { describe, expect, it } from 'vitest';
import { detectSandwiches } from '../engine/detect.js';
import type { ActorClass } from '../model/actor-record.js';
import type { PriorSandwich } from '../model/prior-sandwich.js';
import type { BlockTrades, Sandwich, Verdict } from '../model/sandwich.js';
import { botsPrior, priorOf } from '../testing/prior-of.js';
import { Story } from '../testing/story.js';
import {
  judge,
  type OwnTrip,
  ownTrip,
  type RecordedHour,
  recordAddresses,
  standingAround,
  type VerdictNow,
  worstStanding,
} from './rule-11-now.js';

const SOL = 1_000_000_000n;
const HOUR = 9_000;

const verdictOf = ({ confidence, reason, basis, intent }: Sandwich): Verdict => ({
  confidence,
  reason,
  basis,
  intent,
});

const judged = ({ verdicts, evidence }: Sandwich, standing: ActorClass): VerdictNow =>
  judge({ verdicts, signs: evidence.signs }, standing);

/** A front, a victim and a back so many slots apart, by a program of the attacker's own where one is named. */
function roundTrip(apart: number, victim: 'buy' | 'buyToLimit', program?: string): BlockTrades[] {
  const story = new Story();
  const front = story.at(1_000).buy('mallory', 10n * SOL);
  story.at(1_000 + (apart >> 1))[victim]('victim', 50n * SOL);
  story.at(1_000 + apart).sell('mallory', front.traderOut);
  return story.blocks().map((block) => ({
    ...block,
    swaps: block.swaps.map((swap) =>
      program !== undefined && swap.trader === 'mallory' ? { ...swap, outerProgramId: program } : swap,
    ),
  }));
}

describe('the verdicts by what the record says', () => {
  const scalpers = botsPrior({ isAimed: false });
  it.each<[string, BlockTrades[]]>([
    ['in one slot', roundTrip(0, 'buy')],
    ['in one slot, a limit used up', roundTrip(0, 'buyToLimit')],
    ['over two slots', roundTrip(2, 'buy')],
    ['over eight slots', roundTrip(8, 'buy')],
    ['over eleven slots', roundTrip(11, 'buy')],
    ['over eleven slots, a limit used up', roundTrip(11, 'buyToLimit')],
    ['by a private program', roundTrip(3, 'buy', 'OwnProgram')],
  ])('are those that the detector gives with such a record: %s', (_, blocks) => {
    const by = (prior: readonly PriorSandwich[]): Sandwich => detectSandwiches(blocks, { prior })[0]!;
    const [unknown, bot, scalper] = [by([]), by(botsPrior()), by(scalpers)];
    const expected = { unknown: verdictOf(unknown), knownBot: verdictOf(bot), scalper: verdictOf(scalper) };
    for (const sandwich of [unknown, bot, scalper]) expect(sandwich.verdicts).toEqual(expected);
    expect([unknown, bot, scalper].map(({ evidence }) => evidence.signs.includes('known_bot'))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('are one where others call the program that links the legs: the record decides nothing', () => {
    const story = new Story();
    const extra = { outerProgramId: 'Terminal' };
    const front = story.at(1_000).buy('mallory', 10n * SOL, { extra });
    story.at(1_001).buy('victim', 50n * SOL);
    story.at(1_001).buy('caller', SOL, { extra });
    story.at(1_002).sell('mike', front.traderOut, { extra });
    const [sandwich] = detectSandwiches(story.blocks(), { prior: botsPrior() });
    expect(sandwich!.link).toBe('private_program');
    expect(sandwich!.verdicts).toEqual({ unknown: verdictOf(sandwich!), knownBot: null, scalper: null });
    expect(judged(sandwich!, 'known_bot')).toEqual({
      ...verdictOf(sandwich!),
      signs: sandwich!.evidence.signs,
      standing: null,
    });
  });
});

describe('the record on both sides', () => {
  const FRONT = 100 * HOUR + 5;
  const hour = (number: number, pools: Record<string, number>, aims?: number): RecordedHour => {
    const trips = Object.values(pools).reduce((sum, count) => sum + count, 0);
    return {
      hour: number,
      trips,
      gains: trips,
      aims: aims ?? trips,
      pools: Object.entries(pools).map(([pool, count]) => ({ pool, trips: count })),
    };
  };
  const own = (pool: string, isAimed = true): OwnTrip => ({ hour: 100, pool, isGain: true, isAimed });

  it.each<[string, RecordedHour[], OwnTrip | null, ReturnType<typeof standingAround>]>([
    ['five trips after it make a known bot', [hour(101, { a: 2, b: 2, c: 1 })], null, 'known_bot'],
    [
      'before and after it',
      [hour(99, { a: 2 }), hour(100, { b: 1 }), hour(110, { c: 2 })],
      null,
      'known_bot',
    ],
    ['24 hours before and after it', [hour(76, { a: 2, b: 1 }), hour(124, { c: 2 })], null, 'known_bot'],
    ['25 hours before it', [hour(75, { a: 2, b: 1 }), hour(124, { c: 2 })], null, null],
    ['25 hours after it', [hour(76, { a: 2, b: 1 }), hour(125, { c: 2 })], null, null],
    ['its own trip is no evidence', [hour(100, { a: 2, b: 2, c: 1 })], own('a'), null],
    ['its own pool alone is none of the three', [hour(100, { a: 3, b: 2, c: 1 })], own('c'), null],
    ['its own pool, which has another trip', [hour(100, { a: 2, b: 2, c: 2 })], own('c'), 'known_bot'],
    ['trips without aim make a scalper', [hour(101, { a: 40 }, 8)], null, 'scalper'],
    ['nine of forty aimed: neither', [hour(101, { a: 40 }, 9)], null, null],
    ['nine of forty-one, one of them its own', [hour(100, { a: 41 }, 9)], own('a'), 'scalper'],
    ['three of six aimed, one of them its own', [hour(100, { a: 2, b: 2, c: 2 }, 3)], own('a'), null],
    ['nothing recorded: neither', [], null, null],
  ])('%s', (_, hours, trip, standing) => {
    expect(standingAround(hours, FRONT, trip)).toBe(standing);
  });

  it('of several addresses is the worst', () => {
    expect(worstStanding([null, 'scalper', 'known_bot'])).toBe('known_bot');
    expect(worstStanding([null, 'scalper'])).toBe('scalper');
    expect(worstStanding([])).toBe(null);
  });
});

describe('a sandwich adds to the record', () => {
  it('of its wallets, its link and its program, what the detector’s own record takes', () => {
    const blocks = roundTrip(8, 'buyToLimit', 'OwnProgram');
    const [sandwich] = detectSandwiches(blocks);
    expect(new Set(recordAddresses(sandwich!))).toEqual(new Set(['mallory', 'OwnProgram']));
    expect(ownTrip(sandwich!)).toEqual({ hour: 0, pool: 'pool', isGain: true, isAimed: true });
  });

  it('nothing where it is no round trip in one pool', () => {
    const [sandwich] = detectSandwiches(roundTrip(8, 'buy'));
    expect(ownTrip({ ...sandwich!, quantityRatio: 0.98 })).toBe(null);
    expect(ownTrip({ ...sandwich!, backPool: 'elsewhere' })).toBe(null);
    expect(ownTrip({ ...sandwich!, gross: 5n, net: -1n })).toMatchObject({ isGain: false });
    expect(ownTrip({ ...sandwich!, gross: 5n, net: null })).toMatchObject({ isGain: true });
  });
});

it('a bot’s first sandwiches count once it is known, a scalper’s no longer', () => {
  const [first] = detectSandwiches(roundTrip(8, 'buy'));
  expect(first).toMatchObject({ confidence: 'suspected', reason: 'round_trip' });
  expect(judged(first!, 'known_bot')).toMatchObject({
    confidence: 'exact',
    basis: 'known_bot',
    intent: 'proven',
    standing: 'known_bot',
  });
  expect(judged(first!, 'known_bot').signs).toContain('known_bot');
  const [scalp] = detectSandwiches(roundTrip(0, 'buy'), { prior: [priorOf(900, 'elsewhere')] });
  expect(scalp).toMatchObject({ confidence: 'exact', basis: 'same_slot' });
  expect(judged(scalp!, 'scalper')).toMatchObject({
    confidence: 'suspected',
    reason: 'scalping',
  });
});
