import type { SlotSource } from '../chain/live-chain.js';
import type { ChainGenerator, GeneratedSlot } from './chain-generator.js';
import type { SandwichLabel } from './dex/sandwich/label.js';
import { type SlotTruth, slotTruth } from './truth.js';

export interface GeneratedSourceOptions {
  /** Ends the chain after this many slots, skipped ones included; null: never. */
  slots: number | null;
  /** Number of slots that `truthOf` remembers in full; 0: none (each transaction takes several kilobytes). */
  truthSlots: number;
  /** Called with every slot's truth when it is generated. */
  onTruth: ((truth: SlotTruth) => void) | null;
  /** Called with every planted sandwich when the block of its last leg is generated. */
  onLabel?: ((label: SandwichLabel) => void) | null;
}

export interface GeneratedSource extends SlotSource {
  truthOf(slot: number): SlotTruth | null;
}

/** Feeds a chain from a generator, and keeps the truth of the generated slots. */
export function generatedSource(generator: ChainGenerator, options: GeneratedSourceOptions): GeneratedSource {
  const kept = new Map<number, GeneratedSlot>();
  let made = 0;
  return {
    next() {
      if (options.slots !== null && made >= options.slots) return null;
      made += 1;
      const slot = generator.next();
      options.onTruth?.(slotTruth(slot));
      for (const label of slot.labels) options.onLabel?.(label);
      if (options.truthSlots > 0) {
        kept.set(slot.slot, slot);
        if (kept.size > options.truthSlots) kept.delete(kept.keys().next().value!);
      }
      return { slot: slot.slot, block: slot.stored };
    },
    leaderAt: (slot) => generator.world.leaderOf(slot).identity.text,
    truthOf(slot) {
      const found = kept.get(slot);
      return found === undefined ? null : slotTruth(found);
    },
  };
}
