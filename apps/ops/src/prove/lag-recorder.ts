import type { SlotRange } from '@tickscope/chain';
import { type Quantiles, quantilesOf } from './quantiles.js';

/** Times blocks from their arrival to their rows, and to their stored sandwiches. */
export class LagRecorder {
  readonly #arrivedAt = new Map<number, number>();
  readonly #unanalysed = new Set<number>();
  readonly #storedMs: number[] = [];
  readonly #analysedMs: number[] = [];
  #range: SlotRange | null = null;

  /** A block is whole in memory. */
  arrived(slot: number): void {
    this.#arrivedAt.set(slot, performance.now());
  }

  stored(slot: number): void {
    this.#range ??= { fromSlot: slot, toSlot: slot };
    this.#range.fromSlot = Math.min(this.#range.fromSlot, slot);
    this.#range.toSlot = Math.max(this.#range.toSlot, slot);
    const lagMs = this.#lagMs(slot);
    if (lagMs === null) return;
    this.#storedMs.push(lagMs);
    this.#unanalysed.add(slot);
  }

  /** Detection has processed all blocks up to this slot. */
  analysed(upTo: number): void {
    for (const slot of this.#unanalysed) {
      if (slot > upTo) continue;
      this.#unanalysed.delete(slot);
      this.#analysedMs.push(this.#lagMs(slot)!);
    }
  }

  /** The first and the last slot with a stored block. */
  get range(): SlotRange | null {
    return this.#range;
  }

  get slotsStored(): number {
    return this.#range === null ? 0 : this.#range.toSlot - this.#range.fromSlot + 1;
  }

  get storedMs(): Quantiles | null {
    return quantilesOf(this.#storedMs);
  }

  get analysedMs(): Quantiles | null {
    return quantilesOf(this.#analysedMs);
  }

  #lagMs(slot: number): number | null {
    const at = this.#arrivedAt.get(slot);
    return at === undefined ? null : Math.round(performance.now() - at);
  }
}
