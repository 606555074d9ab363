import type { TradesOfBlock } from '@tickscope/dex';
import type { Sandwich, SuspicionReason } from '@tickscope/sandwich';
import { generateRows, ROWS, type RowLabel } from '@tickscope/simulator';
import { tradesOfUpdate } from './score.js';

export interface RowChain {
  blocks: TradesOfBlock[];
  labels: RowLabel[];
  swaps: number;
}

interface RowChainOptions {
  slots?: number;
  scenePools?: number;
  rows?: typeof ROWS;
}

/** At least a hundred round trips of each row. */
const ROW_CHAIN = { slots: 222, scenePools: 350 };

/** A generated chain in which the rows are played, read by the packages that read real blocks. */
export function rowChain(
  seed: number,
  { slots = ROW_CHAIN.slots, scenePools = ROW_CHAIN.scenePools, rows = ROWS }: RowChainOptions = {},
): RowChain {
  const chain: RowChain = { blocks: [], labels: [], swaps: 0 };
  const generator = {
    seed: `rows-${seed}`,
    transactionsPerSlot: 12,
    voteShare: 0.1,
    dexShare: 0.7,
    logMessages: false,
    pools: 40,
    wallets: 2_000,
  };
  for (const { update, rowLabels } of generateRows({ generator, slots, scenePools, rows })) {
    chain.labels.push(...rowLabels);
    if (update === null) continue;
    const trades = tradesOfUpdate(update);
    chain.blocks.push(trades);
    chain.swaps += trades.swaps.length;
  }
  return chain;
}

/**
 * The innocent names that a row's look-alikes may have: also those of what its actor does as well, such as a profit taken
 * by a leader without copiers. Nothing links the users of a sponsor, so none of theirs is stored.
 */
export const ROW_REASONS: Readonly<Record<string, readonly SuspicionReason[]>> = {
  'takes profit whole within 3 slots': ['profit_taking', 'scalping'],
  'a leader with eight copiers': ['copied_leader', 'profit_taking'],
  '40 scalps a day, then longer ones': ['scalping', 'profit_taking'],
  // Of a young token more is bought after him than before.
  'launch sniper 25 slots after creation': ['profit_taking', 'copied_leader'],
  'volume bot at a loss with an outsider between': ['volume_bot'],
  'ring of five with an outsider': ['wash'],
  'maker with fixed lots, both sides in one slot': ['market_making'],
  'maker with random sizes, both sides in one slot': ['market_making'],
  'arbitrage between venues with equal lots': ['arbitrage', 'market_making', 'volume_bot', 'profit_taking'],
  'legs that are closed cycles, half of a stranger’s limit used or not': ['arbitrage'],
  'two users of one unlisted terminal': ['link'],
  'two users of one sponsor': [],
  'a gift sold at a gain': ['gift'],
};

export interface RowTally {
  /** Scenes for which the row promises a verdict, and those of them that were counted. */
  scenes: number;
  counted: number;
  /** Round trips for which it promises nothing. */
  others: number;
  /** Attacks that were missed, or look-alikes that were counted. */
  wrong: { label: RowLabel; found: Sandwich[] }[];
  /** Reasons of the suspected sandwiches with legs of a scene on both sides. */
  reasons: SuspicionReason[];
}

/** Counts the detector's sandwiches by row. */
export function tallyRows(
  sandwiches: readonly Sandwich[],
  labels: readonly RowLabel[],
): Map<string, RowTally> {
  const byLeg = new Map<string, Sandwich[]>();
  for (const sandwich of sandwiches)
    for (const [side, legs] of [['front', sandwich.fronts] as const, ['back', sandwich.backs] as const])
      for (const { slot, blockIndex } of legs) {
        const key = `${sandwich.pool}/${side}/${slot}.${blockIndex}`;
        byLeg.set(key, [...(byLeg.get(key) ?? []), sandwich]);
      }
  const tallies = new Map<string, RowTally>();
  for (const label of labels) {
    const tally = tallies.get(label.row) ?? { scenes: 0, counted: 0, others: 0, wrong: [], reasons: [] };
    tallies.set(label.row, tally);
    if (label.counted === null) {
      tally.others += 1;
      continue;
    }
    const of = (side: 'front' | 'back'): Sandwich[] =>
      (side === 'front' ? label.fronts : label.backs).flatMap(
        ({ slot, block_index }) => byLeg.get(`${label.pool}/${side}/${slot}.${block_index}`) ?? [],
      );
    const [byFront, byBack] = [of('front'), of('back')];
    const both = [...new Set(byFront.filter((one) => byBack.includes(one)))];
    tally.reasons.push(...both.flatMap(({ reason }) => reason ?? []));
    // An attack is found by both of its sides; of a look-alike neither may be in anything that counts.
    const found = label.counted ? both : [...byFront, ...byBack];
    const isCounted = found.some(({ confidence }) => confidence !== 'suspected');
    tally.scenes += 1;
    if (isCounted) tally.counted += 1;
    if (isCounted !== label.counted)
      tally.wrong.push({ label, found: [...new Set([...byFront, ...byBack])] });
  }
  return tallies;
}

/** The placed victims of attacks found with exactly the planted legs: how much of their limits was used. */
export function usesOfLimits(
  sandwiches: readonly Sandwich[],
  labels: readonly RowLabel[],
): { row: string; seen: number; planned: number }[] {
  const legs = (fronts: readonly string[], backs: readonly string[]): string =>
    `${fronts.join(' ')} then ${backs.join(' ')}`;
  const found = new Map(
    sandwiches.map((sandwich) => {
      const at = ({ slot, blockIndex }: { slot: number; blockIndex: number }) => `${slot}.${blockIndex}`;
      return [`${sandwich.pool} ${legs(sandwich.fronts.map(at), sandwich.backs.map(at))}`, sandwich];
    }),
  );
  return labels.flatMap(({ row, intent, pool, fronts, backs, victims }) => {
    const at = ({ slot, block_index }: { slot: number; block_index: number }) => `${slot}.${block_index}`;
    const sandwich =
      intent === 'attack' ? found.get(`${pool} ${legs(fronts.map(at), backs.map(at))}`) : undefined;
    return victims.flatMap((victim) => {
      const seen = sandwich?.victims.find(
        ({ swap }) => swap.slot === victim.slot && swap.blockIndex === victim.block_index,
      )?.slippageUse;
      const planned = victim.placed ? victim.slippage_use : null;
      return seen == null || planned === null ? [] : [{ row, seen, planned }];
    });
  });
}
