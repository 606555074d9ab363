import type { Swap } from '@tickscope/dex';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from '../engine/detect.js';
import type { BlockTrades } from '../model/sandwich.js';
import { linkOf, swapOf, TruePool } from '../testing/scenario.js';
import { Story } from '../testing/story.js';

const SOL = 1_000_000_000n;
/** A victim that would take half as much leaves room of which a front uses little. */
const WIDE = 2n;

function wide(swap: Swap): void {
  swap.limit = { kind: 'least_out', amount: swap.traderOut / WIDE };
}

const reasonsOf = (blocks: readonly BlockTrades[]): unknown[] =>
  detectSandwiches(blocks).map(({ reason }) => reason);

/** A buy in slot 100, others' buys, and a sale of a share of it, so many slots later. */
function trip({ apart = 1, sells = 1_000n, victims = 1, size = 5n * SOL, seller = 'mallory' } = {}): Story {
  const story = new Story();
  const front = story.at(100).buy('mallory', 10n * SOL);
  story.at(100 + (apart >> 1));
  for (let victim = 0; victim < victims; victim += 1) wide(story.buy(`victim ${victim}`, size));
  story.at(100 + apart).sell(seller, (front.traderOut * sells) / 1_000n);
  return story;
}

describe('named is', () => {
  it('a profit taken within seconds', () => {
    expect(reasonsOf(trip({ apart: 3 }).blocks())).toEqual(['profit_taking']);
    // Later it is a round trip like any.
    expect(reasonsOf(trip({ apart: 5 }).blocks())).toEqual(['round_trip']);
  });

  it('a leader to whose copiers he sells: four wallets that buy less than he did', () => {
    expect(reasonsOf(trip({ victims: 4, size: SOL }).blocks())).toEqual(['copied_leader']);
    expect(reasonsOf(trip({ victims: 3, size: SOL }).blocks())).toEqual(['profit_taking']);
    // Not where the pool was as busy before.
    const busy = trip({ victims: 4, size: SOL });
    for (let slot = 81; slot < 100; slot += 1)
      for (let n = 0; n < 3; n += 1) busy.at(slot).buy(`earlier ${slot} ${n}`, SOL / 1_000n);
    busy.swaps.sort((a, b) => a.slot - b.slot || a.blockIndex - b.blockIndex);
    expect(reasonsOf(busy.blocks())).toEqual(['profit_taking']);
  });

  it('a volume bot: the same amount bought and sold at once at a loss', () => {
    expect(reasonsOf(trip({ size: SOL / 50n }).blocks())).toEqual(['volume_bot']);
    expect(reasonsOf(trip({ size: SOL / 50n, apart: 6 }).blocks())).toEqual(['no_gain']);
  });

  it('a volume bot also where two other wallets trade the same lot', () => {
    const story = trip({ apart: 6 });
    const lot = story.swaps[0]!.traderOut;
    const sale = (trader: string, slot: number): void => {
      story.at(slot).sell(trader, lot);
    };
    sale('second', 107);
    sale('third', 108);
    const earlier = story.swaps.splice(-2).map((swap) => ({ ...swap, slot: swap.slot - 10 }));
    story.swaps.unshift(...earlier);
    expect(reasonsOf(story.blocks())).toEqual(['volume_bot']);
    story.swaps.shift();
    expect(reasonsOf(story.blocks())).toEqual(['round_trip']);
  });

  it('a maker: unequal amounts both ways in one slot, around a victim whose limit is far', () => {
    for (const sells of [600n, 990n, 999n])
      expect(reasonsOf(trip({ apart: 0, sells }).blocks())).toEqual(['market_making']);
    expect(reasonsOf(trip({ apart: 0 }).blocks())).toEqual(['profit_taking']);
  });

  it('arbitrage: a leg’s transaction ends in the token that it began with', () => {
    const story = trip();
    const front = story.swaps[0]!;
    const elsewhere = swapOf({
      slot: front.slot,
      blockIndex: front.blockIndex,
      trader: 'mallory',
      side: 'sell',
      paid: front.traderOut,
      got: front.traderIn + SOL,
      pool: 'other venue',
      extra: { outerIndex: front.outerIndex + 1 },
    });
    story.swaps.splice(1, 0, elsewhere);
    expect(reasonsOf(story.blocks())).toEqual(['arbitrage']);
  });

  it('a gift: the tokens were passed to the one who sells them', () => {
    const story = trip({ seller: 'friend' });
    const [front] = story.swaps;
    const back = story.swaps.at(-1)!;
    const owned = (end: Swap['source']) => ({ account: end.account!, owner: end.owner });
    const gift = linkOf(owned(front!.destination), owned(back.source), { slot: 100, blockIndex: 9 });
    expect(reasonsOf(story.blocks({ tokenLinks: [gift] }))).toEqual(['gift']);
  });
});

it('who used a limit has no innocent name', () => {
  const story = new Story('pool', new TruePool(1_000n * SOL, 1_000_000n * SOL));
  const front = story.at(100).buy('mallory', 10n * SOL);
  story.at(102).buyToLimit('victim', 5n * SOL);
  story.at(105).sell('mallory', front.traderOut);
  expect(reasonsOf(story.blocks())).toEqual(['round_trip']);
});
