import type { Logger } from 'pino';
import type { StoredBlock } from '../chain/chain.js';
import type { SlotSource, SourceSlot } from '../chain/live-chain.js';
import type { BlockJournal } from './block-journal.js';

/** Yields the past first, then the blocks of `source`, each written to the journal before it is served. */
export function resumedSource(
  past: readonly StoredBlock[],
  source: SlotSource,
  journal: BlockJournal,
  log: Pick<Logger, 'warn'>,
): SlotSource {
  const waiting = slotsOf(past);
  const keep = (block: StoredBlock): void => {
    try {
      journal.add(block);
    } catch (error) {
      // The chain continues without it; only a kill right now would fork the chain.
      log.warn({ slot: block.slot, err: error }, 'a block could not be kept for the next start');
    }
  };
  return {
    async next() {
      const before = waiting.shift();
      if (before !== undefined) return before;
      const made = await source.next();
      if (made !== null && made.block !== null) keep(made.block);
      return made;
    },
    leaderAt: (slot) => source.leaderAt(slot),
  };
}

/** Blocks with the skipped slots between them. */
export function slotsOf(blocks: readonly StoredBlock[]): SourceSlot[] {
  const slots: SourceSlot[] = [];
  for (const block of blocks) {
    const before = slots.at(-1)?.slot ?? block.slot - 1;
    for (let slot = before + 1; slot < block.slot; slot += 1) slots.push({ slot, block: null });
    slots.push({ slot: block.slot, block });
  }
  return slots;
}
