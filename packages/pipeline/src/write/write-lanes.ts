import type { Block } from '@tickscope/chain';
import type { WriteResult } from '@tickscope/store';

export interface BatchWriter {
  write(blocks: readonly Block[]): Promise<WriteResult>;
}

/**
 * Writes batches side by side, as many as there are writers: while the database takes the rows of one, those of the
 * next are made. Two batches with the same slot wait for each other, for the second copy must find the first.
 */
export class WriteLanes<Batch extends { blocks: readonly Pick<Block, 'slot'>[] }> {
  readonly #free: BatchWriter[];
  readonly #write: (writer: BatchWriter, batch: Batch) => Promise<void>;
  /** Never reject. */
  readonly #running = new Map<Promise<void>, Batch>();
  #failure: { error: unknown } | null = null;

  /** `write` is never called with a writer that it still works with. */
  constructor(writers: readonly BatchWriter[], write: (writer: BatchWriter, batch: Batch) => Promise<void>) {
    this.#free = [...writers];
    this.#write = write;
  }

  /** Waits until a writer is free and begins. Throws what an earlier batch failed with. */
  async begin(batch: Batch): Promise<void> {
    while (this.#free.length === 0 || this.#sharesSlots(batch)) await Promise.race(this.#running.keys());
    this.#throwFailure();
    const task = this.#run(this.#free.pop()!, batch).finally(() => this.#running.delete(task));
    this.#running.set(task, batch);
  }

  /** Waits until all is written. Throws what a batch failed with. */
  async end(): Promise<void> {
    await this.stopped();
    this.#throwFailure();
  }

  /** Waits until nothing is being written any more, whatever became of it. */
  async stopped(): Promise<void> {
    await Promise.all(this.#running.keys());
  }

  async #run(writer: BatchWriter, batch: Batch): Promise<void> {
    try {
      await this.#write(writer, batch);
    } catch (error) {
      this.#failure ??= { error };
    } finally {
      this.#free.push(writer);
    }
  }

  #sharesSlots(batch: Batch): boolean {
    if (this.#running.size === 0) return false;
    const slots = new Set(batch.blocks.map(({ slot }) => slot));
    for (const { blocks } of this.#running.values())
      if (blocks.some(({ slot }) => slots.has(slot))) return true;
    return false;
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }
}
