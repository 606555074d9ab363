import type { BlockTruth, SandwichLabel, SlotTruth } from '@tickscope/simulator';

/** Expected numbers of a report about some generated slots, counted from the generator's own records. */
export interface TruthCounts {
  blocks: number;
  skipped: number;
  entries: number;
  ticks: number;
  hashes: number;
  transactions: number;
  /** Swaps by program. */
  swaps: Record<string, number>;
}

export function countTruths(truths: readonly SlotTruth[], fromSlot: number, toSlot: number): TruthCounts {
  const inside = truths.filter(({ slot }) => slot >= fromSlot && slot <= toSlot);
  const blocks = inside.filter((truth): truth is BlockTruth => truth.status === 'block');
  const entries = blocks.flatMap((block) => block.entries);
  const swaps: Record<string, number> = {};
  for (const { transactions } of blocks)
    for (const swap of transactions.flatMap((tx) => tx.swaps ?? []))
      swaps[swap.program_id] = (swaps[swap.program_id] ?? 0) + 1;
  return {
    blocks: blocks.length,
    skipped: inside.length - blocks.length,
    entries: entries.length,
    ticks: entries.filter((entry) => entry.is_tick).length,
    hashes: entries.reduce((sum, entry) => sum + entry.num_hashes, 0),
    transactions: blocks.reduce((sum, block) => sum + block.transactions.length, 0),
    swaps,
  };
}

/** Planted sandwiches that count, by program. */
export function countLabels(labels: readonly SandwichLabel[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { program_id, counted } of labels)
    if (counted) counts[program_id] = (counts[program_id] ?? 0) + 1;
  return counts;
}
