import type { Block } from '@tickscope/chain';
import { extractBlockTrades } from '@tickscope/dex';
import { detectSandwiches, type PriorSandwich, priorSandwich, type Sandwich } from '@tickscope/sandwich';
import { tradedBlock } from './traded-block.js';
import { got, TradingPool } from './trading-pool.js';

const FIRST_SLOT = 20_000;
const ROUNDS = 6;
/** Longer than a sandwich takes to become final. */
const APART = 60;

/**
 * Six sandwiches by a bot, of eight slots each and up to its victims' limits, and six by a scalper, each in one slot, whose
 * victims have no limit. Each in a pool of its own. The record of the day before knows either from its sixth on.
 */
export const BLOCKS: Block[] = roundsAt(
  Array.from({ length: ROUNDS }, (_, round) => FIRST_SLOT + round * APART),
);

/** Such rounds, each from a slot of its own on: a sandwich of each, and blocks until it is final. */
export function roundsAt(slots: readonly number[]): Block[] {
  return slots.flatMap((slot, round) => roundOf(slot, round));
}

function roundOf(slot: number, round: number): Block[] {
  const bots = new TradingPool(`bot's ${round}`);
  const scalpers = new TradingPool(`scalper's ${round}`);
  const front = bots.swap('bot', 'A', 100_000_000n);
  const victim = bots.swapToLimit('victim of the bot', 'A', 900_000_000n);
  const back = bots.swap('bot', 'B', got(front));
  const open = scalpers.swap('scalper', 'A', 100_000_000n);
  const stranger = scalpers.swap('victim of the scalper', 'A', 300_000_000n);
  const close = scalpers.swap('scalper', 'B', got(open));
  return [
    tradedBlock(slot, [front, open, stranger, close]),
    ...Array.from({ length: 7 }, (_, at) => tradedBlock(slot + 1 + at, at === 3 ? [victim] : [])),
    tradedBlock(slot + 8, [back]),
    // Nothing happens until it is final.
    ...Array.from({ length: APART - 9 }, (_, at) => tradedBlock(slot + 9 + at, [])),
  ];
}

/** In order of position: of each round the bot's, then the scalper's. */
export const THEN: Sandwich[] = detectSandwiches(BLOCKS.map(extractBlockTrades));

/**
 * Verdicts of the detector when its record knows all the others, moved to the beginning of the same day: the record on
 * both sides.
 */
export const NOW: Sandwich[] = THEN.map(({ id, firstSlot, lastSlot }) => {
  const others = THEN.filter((other) => other.id !== id).map(
    (other): PriorSandwich => ({ ...priorSandwich(other), fronts: [], backs: [], lastSlot: 10 }),
  );
  const own = BLOCKS.filter(({ slot }) => slot >= firstSlot && slot <= lastSlot);
  return detectSandwiches(own.map(extractBlockTrades), { prior: others }).find((found) => found.id === id)!;
});
