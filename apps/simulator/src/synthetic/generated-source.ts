import type { SlotSource } from '../chain/live-chain.js';
import type { ChainGenerator, GeneratedSlot } from './chain-generator.js';
import type { SandwichLabel } from './dex/sandwich/label.js';
import { type SlotTruth, slotTruth } from './truth.js';

export interface GeneratedSourceOptions {
  /** Ends the chain after this many slots, skipped ones included; null: never. */
  slots?: number | null;
  /** Number of slots that `truthOf` remembers in full; default: none (each transaction takes several kilobytes). */
  truthSlots?: number;
  /** Called with every slot's truth when it is generated. */
  onTruth?: (truth: SlotTruth) => void;
  /** Called with every planted sandwich when the block of its last leg is generated, before it is served. */
  onLabel?: (label: SandwichLabel) => void;
}

/** Feeds a chain from a generator, and keeps the truth of the generated slots. */
export function generatedSource(
  generator: ChainGenerator,
  { slots = null, truthSlots = 0, onTruth, onLabel }: GeneratedSourceOptions,
): SlotSource & { truthOf(slot: number): SlotTruth | null } {
  const kept = new Map<number, GeneratedSlot>();
  let made = 0;
  return {
    next() {
      if (slots !== null && made >= slots) return null;
      made += 1;
      const slot = generator.next();
      onTruth?.(slotTruth(slot));
      for (const label of slot.labels) onLabel?.(label);
      if (truthSlots > 0) {
        kept.set(slot.slot, slot);
        if (kept.size > truthSlots) kept.delete(kept.keys().next().value!);
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
