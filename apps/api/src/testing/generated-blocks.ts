import { type Block, decodeGeyserUpdate, SlotAssembler } from '@tickscope/chain';
import type { GeneratorOptions } from '@tickscope/simulator';
import { generateUpdates } from '@tickscope/simulator/synthetic/generate-updates';

/** The blocks of a generated chain, assembled as the ingester assembles a stream. */
export function generatedBlocks(options: Partial<GeneratorOptions>, slots: number): Block[] {
  const assembler = new SlotAssembler({
    source: 'geyser',
    expectTransactions: true,
    expectEntries: true,
  });
  const blocks: Block[] = [];
  for (const { update } of generateUpdates(options, slots)) {
    if (update === null) continue;
    for (const outcome of assembler.push(decodeGeyserUpdate(update)))
      if (outcome.kind === 'block') blocks.push(outcome.block);
  }
  return blocks;
}
