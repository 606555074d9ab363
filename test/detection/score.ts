import { decodeGeyserUpdate } from '@tickscope/chain';
import { extractBlockTrades, type TradesOfBlock } from '@tickscope/dex';
import type { Sandwich } from '@tickscope/sandwich';
import { type GeneratorOptions, generateUpdates, type SandwichLabel } from '@tickscope/simulator';

export interface PlantedChain {
  blocks: TradesOfBlock[];
  labels: SandwichLabel[];
  swaps: number;
}

/** A generated chain with planted sandwiches, read by the packages that read real blocks. */
export function plantedChain(options: Partial<GeneratorOptions>, slots: number): PlantedChain {
  const chain: PlantedChain = { blocks: [], labels: [], swaps: 0 };
  for (const { update, labels } of generateUpdates(options, slots)) {
    chain.labels.push(...labels);
    if (update === null) continue;
    const trades = tradesOfUpdate(update);
    chain.blocks.push(trades);
    chain.swaps += trades.swaps.length;
  }
  return chain;
}

/** The DEX events of a block message, as the ingester reads it. */
export function tradesOfUpdate(update: Uint8Array): TradesOfBlock {
  const decoded = decodeGeyserUpdate(update);
  if (decoded.kind !== 'block') throw new Error('a generated update is not a block');
  // Messages have the transactions in arrival order. The ingester's assembler sorts them; here it is done by hand.
  const transactions = [...decoded.block.transactions].sort((left, right) => left.index - right.index);
  return extractBlockTrades({ ...decoded.block, transactions } as never);
}

const legKey = (leg: { slot: number; block_index: number }): string => `${leg.slot}.${leg.block_index}`;
const swapKey = (swap: { slot: number; blockIndex: number }): string => `${swap.slot}.${swap.blockIndex}`;

export interface Score {
  /** By kind: labels that count, and those of them that were found. */
  recall: Map<string, { planted: number; found: number }>;
  planted: number;
  found: number;
  /** Counted sandwiches, and those that no counted label explains. */
  counted: number;
  falsePositives: Sandwich[];
  missed: SandwichLabel[];
}

/** Holds detected sandwiches against labels: the same pool, a front and a back leg in common. */
export function score(sandwiches: readonly Sandwich[], labels: readonly SandwichLabel[]): Score {
  const counted = sandwiches.filter(({ confidence }) => confidence !== 'suspected');
  const byFront = new Map<string, Sandwich[]>();
  for (const sandwich of counted)
    for (const front of sandwich.fronts) {
      const key = `${sandwich.pool}/${swapKey(front)}`;
      byFront.set(key, [...(byFront.get(key) ?? []), sandwich]);
    }
  const result: Score = {
    recall: new Map(),
    planted: 0,
    found: 0,
    counted: counted.length,
    falsePositives: [],
    missed: [],
  };
  const explained = new Set<Sandwich>();
  for (const label of labels) {
    if (!label.counted) continue;
    const backs = new Set(label.backs.map(legKey));
    const match = label.fronts
      .flatMap((front) => byFront.get(`${label.pool}/${legKey(front)}`) ?? [])
      .find((sandwich) => sandwich.backs.some((back) => backs.has(swapKey(back))));
    const tally = result.recall.get(label.kind) ?? { planted: 0, found: 0 };
    tally.planted += 1;
    result.planted += 1;
    if (match === undefined) result.missed.push(label);
    else {
      tally.found += 1;
      result.found += 1;
      explained.add(match);
    }
    result.recall.set(label.kind, tally);
  }
  result.falsePositives = counted.filter((sandwich) => !explained.has(sandwich));
  return result;
}
