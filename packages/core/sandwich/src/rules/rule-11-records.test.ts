import { describe, expect, it } from 'vitest';
import { detectSandwiches } from '../engine/detect.js';
import type { ActorHour } from '../model/actor-record.js';
import type { PriorSandwich } from '../model/prior-sandwich.js';
import type { BlockTrades, Sandwich } from '../model/sandwich.js';
import { botsPrior, priorOf } from '../testing/prior-of.js';
import { Story } from '../testing/story.js';

const SOL = 1_000_000_000n;

/** Bought at a slot, sold whole eight slots later, around a victim. */
function roundTrip(slot = 1_000, sellsAt = slot + 8, buy: 'buy' | 'buyToLimit' = 'buy'): BlockTrades[] {
  const story = new Story();
  const front = story.at(slot).buy('mallory', 10n * SOL);
  story.at(slot + 4)[buy]('victim', 50n * SOL);
  story.at(sellsAt).sell('mallory', front.traderOut);
  return story.blocks();
}

const verdict = (sandwiches: readonly Sandwich[]): unknown =>
  sandwiches.map(({ confidence, basis, reason }) => [confidence, basis ?? reason]);
const judged = (prior: readonly PriorSandwich[], blocks = roundTrip()): unknown =>
  verdict(detectSandwiches(blocks, { prior }));
const COUNTED = [['exact', 'known_bot']];
const SUSPECTED = [['suspected', 'round_trip']];

/** Prior trips with a change to the first so many. */
const changed = (count: number, change: Partial<PriorSandwich>): PriorSandwich[] =>
  botsPrior().map((trip, at) => (at < count ? { ...trip, ...change } : trip));

describe('a round trip over eight slots counts', () => {
  it('where its wallet had five around victims in three pools', () => {
    expect(judged(botsPrior())).toEqual(COUNTED);
  });

  it('where four of five gained and three of five were aimed', () => {
    expect(judged(changed(1, { net: '-1' }))).toEqual(COUNTED);
    expect(judged(changed(2, { isAimed: false }))).toEqual(COUNTED);
  });

  it('where they were other wallets’ behind its private program', () => {
    const program = 'OwnProgram';
    const prior = botsPrior({ attackers: ['other'], linkAddress: 'other', program });
    const through = roundTrip().map((block) => ({
      ...block,
      swaps: block.swaps.map((swap) =>
        swap.trader === 'mallory' ? { ...swap, outerProgramId: program } : swap,
      ),
    }));
    expect(judged(prior, through)).toEqual(COUNTED);
    expect(judged(prior)).toEqual(SUSPECTED);
  });

  it('where they were suspected: the blocks’ own trips make their wallet known by the sixth', () => {
    const blocks = Array.from({ length: 7 }, (_, at) => {
      const story = new Story(`pool ${at % 3}`);
      // Ten small buys, so that the victim is unusually large.
      for (let small = 0; small < 10; small += 1) story.at(1_000 + 50 * at).buy(`small ${small}`, SOL / 10n);
      const front = story.at(1_001 + 50 * at).buy('mallory', 10n * SOL);
      story.at(1_004 + 50 * at).buy('victim', 50n * SOL);
      story.at(1_008 + 50 * at).sell('mallory', front.traderOut);
      return story.blocks();
    });
    const sandwiches = detectSandwiches(blocks.flat());
    expect(sandwiches.map(({ isAimed }) => isAimed)).toEqual(Array(7).fill(true));
    expect(verdict(sandwiches)).toEqual([...Array(5).fill(SUSPECTED[0]), COUNTED[0], COUNTED[0]]);
  });

  it('where longer than ten slots only with a limit of its own that was used up', () => {
    expect(judged(botsPrior(), roundTrip(1_000, 1_010))).toEqual(COUNTED);
    expect(judged(botsPrior(), roundTrip(1_000, 1_011))).toEqual(SUSPECTED);
    expect(judged(botsPrior(), roundTrip(1_000, 1_011, 'buyToLimit'))).toEqual(COUNTED);
  });
});

describe('a round trip over eight slots is only suspected', () => {
  it.each<[string, readonly PriorSandwich[]]>([
    ['after four', botsPrior().slice(1)],
    [
      'after five in two pools',
      changed(5, {}).map((trip, at) => ({ ...trip, pool: `pool ${at % 2}`, backPool: `pool ${at % 2}` })),
    ],
    ['where two of five lost', changed(2, { net: '-1' })],
    ['where two of five were aimed', changed(3, { isAimed: false })],
    ['where one sold elsewhere', changed(1, { backPool: 'another' })],
    ['where one kept more than a hundredth', changed(1, { quantityRatio: 0.98 })],
    ['where one was not final at its front', changed(1, { lastSlot: 981 })],
    ['where they were another wallet’s', botsPrior({ attackers: ['mike'], linkAddress: 'mike' })],
  ])('%s', (_, prior) => {
    expect(judged(prior)).toEqual(SUSPECTED);
  });

  it('as a scalper’s where one of five was aimed', () => {
    expect(judged(changed(4, { isAimed: false }))).toEqual([['suspected', 'scalping']]);
  });

  it('where one was in the hour of slots that ended a day before', () => {
    // Hour 30 looks back to hour 6, slots 54,000 and on.
    const blocks = roundTrip(30 * 9_000);
    const at = (first: number): PriorSandwich[] =>
      botsPrior().map((trip, index) => ({ ...trip, lastSlot: first + index }));
    expect(judged(at(54_000), blocks)).toEqual(COUNTED);
    expect(judged(at(53_999), blocks)).toEqual(SUSPECTED);
  });
});

describe('a record that was stored by the hour', () => {
  const hour = (change: Partial<ActorHour>): ActorHour => ({
    address: 'mallory',
    hour: 0,
    trips: 3,
    gains: 3,
    aims: 3,
    pools: ['pool a', 'pool b'],
    ...change,
  });
  const FRONT = 2 * 9_000;

  it('says what its trips say, together with those that are given one by one', () => {
    const prior = [priorOf(FRONT - 100, 'pool a')];
    const detect = (records: readonly ActorHour[]) =>
      verdict(detectSandwiches(roundTrip(FRONT), { prior, records }));
    const second = hour({ hour: 1, trips: 1, gains: 1, aims: 0, pools: ['pool c'] });
    expect(detect([hour({}), second])).toEqual(COUNTED);
    expect(detect([hour({})])).toEqual(SUSPECTED);
    expect(detect([hour({}), { ...second, pools: ['pool a'] }])).toEqual(SUSPECTED);
    expect(detect([hour({ gains: 1 }), second])).toEqual(SUSPECTED);
  });

  it('without aims makes a scalper, who is not counted in one slot either', () => {
    const story = new Story();
    const front = story.at(FRONT).buy('mallory', 10n * SOL);
    story.buy('victim', 50n * SOL);
    story.sell('mallory', front.traderOut);
    const records = [hour({ hour: 1, trips: 40, aims: 2 })];
    expect(verdict(detectSandwiches(story.blocks(), { records }))).toEqual([['suspected', 'scalping']]);
    expect(verdict(detectSandwiches(story.blocks()))).toEqual([['exact', 'same_slot']]);
  });
});
