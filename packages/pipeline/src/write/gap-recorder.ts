import type { SlotRange } from '@tickscope/chain';
import type { Gap } from '@tickscope/store';
import type { WriteRetries } from './write-retries.js';

const MOST_INCOMPLETE = 4_096;

/**
 * Stores gap rows in order, and tries each until it is stored: a gap that is not recorded would be silent. Does not
 * make its callers wait.
 */
export class GapRecorder {
  readonly #writeGaps: (gaps: readonly Gap[]) => Promise<void>;
  readonly #retries: WriteRetries;
  /** Slots whose gap rows say `incomplete`; closed when the slots come whole after all. Bounded. */
  readonly #incomplete = new Set<number>();
  #writes: Promise<void> = Promise.resolve();

  constructor(writeGaps: (gaps: readonly Gap[]) => Promise<void>, retries: WriteRetries) {
    this.#writeGaps = writeGaps;
    this.#retries = retries;
  }

  /** Slots that never came. */
  missing(range: SlotRange, detail: string): void {
    this.#record({ ...range, cause: 'missing', state: 'open', detail });
  }

  /** A slot that came in part, or that cannot be stored. */
  incomplete(slot: number, detail: string): void {
    this.#incomplete.add(slot);
    if (this.#incomplete.size > MOST_INCOMPLETE)
      this.#incomplete.delete(this.#incomplete.keys().next().value!);
    this.#record({ fromSlot: slot, toSlot: slot, cause: 'incomplete', state: 'open', detail });
  }

  /** A slot that came whole: closes its gap, if it was recorded as incomplete before. */
  cameWhole(slot: number): void {
    if (!this.#incomplete.delete(slot)) return;
    const range = { fromSlot: slot, toSlot: slot };
    this.#record({ ...range, cause: 'incomplete', state: 'repaired', detail: 'came whole later' });
  }

  /** Resolves when all gaps are stored; rejects where one could not be before the deadline of the retries. */
  async settled(): Promise<void> {
    await this.#writes;
  }

  #record(gap: Gap): void {
    this.#writes = this.#writes.then(() =>
      // Repeats after any error: every column takes a gap's values, and later gaps wait behind this one.
      this.#retries.run(
        () => this.#writeGaps([gap]),
        () => true,
      ),
    );
  }
}
