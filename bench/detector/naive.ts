import type { Swap } from '@tickscope/dex';
import type { BlockTrades } from '@tickscope/sandwich';

interface Kept {
  slot: number;
  trader: string;
  mintIn: string;
}

/** A round trip by one signer around swaps of others: the slots of its buy, of the victims and of its sale. */
export interface NaiveHit {
  firstSlot: number;
  lastSlot: number;
  victimSlots: number[];
}

/**
 * The loose rule of open detectors: same pool, same signer, opposite direction, and between them a swap of another
 * signer in the first direction. Looks back over all swaps of the pool within `maxDistance` slots.
 */
export function createNaiveDetector(maxDistance: number): (block: BlockTrades<Swap>) => NaiveHit[] {
  const pools = new Map<string, Kept[]>();
  return ({ slot, swaps }) => {
    const hits: NaiveHit[] = [];
    for (const { pool, trader, mintIn } of swaps) {
      let kept = pools.get(pool);
      if (kept === undefined) {
        kept = [];
        pools.set(pool, kept);
      }
      const old = kept.findIndex((other) => slot - other.slot <= maxDistance);
      if (old > 0) kept.splice(0, old);
      else if (old < 0) kept.length = 0;
      const victimSlots: number[] = [];
      for (let index = kept.length - 1; index >= 0; index -= 1) {
        const other = kept[index]!;
        if (other.mintIn === mintIn) continue;
        if (other.trader !== trader) {
          victimSlots.push(other.slot);
          continue;
        }
        if (victimSlots.length > 0) hits.push({ firstSlot: other.slot, lastSlot: slot, victimSlots });
        break;
      }
      kept.push({ slot, trader, mintIn });
    }
    return hits;
  };
}

/** The least that can be done for a swap: one look-up in a map, one count. */
export function createBareLoop(): (block: BlockTrades<Swap>) => void {
  const counts = new Map<string, { swaps: number }>();
  return ({ swaps }) => {
    for (const { pool } of swaps) {
      const known = counts.get(pool);
      if (known === undefined) counts.set(pool, { swaps: 1 });
      else known.swaps += 1;
    }
  };
}
