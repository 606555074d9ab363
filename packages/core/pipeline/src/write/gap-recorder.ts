import type { SlotRange } from '@tickscope/chain';
import type { Gap } from '@tickscope/store';
import type { WriteRetries } from './write-retries.js';

const MOST_INCOMPLETE = 4_096;

/**
 * Stores gap rows in order and retries each until it is stored, because an unrecorded gap would go unnoticed. Callers
 * do not wait.
 */
export class GapRecorder {
  readonly #writeGaps: (gaps: readonly Gap[]) => Promise<void>;
  readonly #retries: WriteRetries;
  /** Slots recorded as `incomplete`; their gaps are closed if the slots come whole later. Bounded. */
  readonly #incomplete = new Set<number>();
  #writes: Promise<void> = Promise.resolve();

  constructor(writeGaps: (gaps: readonly Gap[]) => Promise<void>, retries: WriteRetries) {
    this.#writeGaps = writeGaps;
    this.#retries = retries;
  }

  /** Records slots that never came. */
  missing(range: SlotRange, detail: string): void {
    this.#record({ ...range, cause: 'missing', state: 'open', detail });
  }

  /** Records a slot that came in part, or that cannot be stored. */
  incomplete(slot: number, detail: string): void {
    this.#incomplete.add(slot);
    if (this.#incomplete.size > MOST_INCOMPLETE)
      this.#incomplete.delete(this.#incomplete.keys().next().value!);
    this.#record({ fromSlot: slot, toSlot: slot, cause: 'incomplete', state: 'open', detail });
  }

  /** Closes the gap of a slot that came whole, if it was recorded as incomplete before. */
  cameWhole(slot: number): void {
    if (!this.#incomplete.delete(slot)) return;
    const range = { fromSlot: slot, toSlot: slot };
    this.#record({ ...range, cause: 'incomplete', state: 'repaired', detail: 'came whole later' });
  }

  /** Resolves when all gaps are stored; rejects if one could not be stored before the retry deadline. */
  async settled(): Promise<void> {
    await this.#writes;
  }

  #record(gap: Gap): void {
    this.#writes = this.#writes.then(() =>
      // Retries after any error: a gap's values fit every column, and later gaps wait for this one.
      this.#retries.run(
        () => this.#writeGaps([gap]),
        () => true,
      ),
    );
  }
}
