import type { Block } from '@tickscope/chain';
import type { WritableBlock, WriteOptions, WriteResult } from '@tickscope/store';

export interface BatchWriter {
  write(blocks: readonly WritableBlock[], options?: WriteOptions): Promise<WriteResult>;
}

/**
 * Writes batches concurrently, one per writer: the rows of the next batch are encoded while the database stores the
 * previous one. Batches that share a slot run one after the other, because the second version must find the first.
 */
export class WriteLanes<Batch extends { blocks: readonly Pick<Block, 'slot'>[] }> {
  readonly #free: BatchWriter[];
  readonly #write: (writer: BatchWriter, batch: Batch) => Promise<void>;
  /** These promises never reject. */
  readonly #running = new Map<Promise<void>, Batch>();
  #failure: { error: unknown } | null = null;

  /** @param write is never called with a writer that is still busy */
  constructor(writers: readonly BatchWriter[], write: (writer: BatchWriter, batch: Batch) => Promise<void>) {
    this.#free = [...writers];
    this.#write = write;
  }

  /** Waits for a free writer and starts the batch. Throws the error of an earlier batch. */
  async begin(batch: Batch): Promise<void> {
    while (this.#free.length === 0 || this.#sharesSlots(batch)) await Promise.race(this.#running.keys());
    this.#throwFailure();
    const task = this.#run(this.#free.pop()!, batch).finally(() => this.#running.delete(task));
    this.#running.set(task, batch);
  }

  /** Waits until all batches are written. Throws the error of a failed batch. */
  async end(): Promise<void> {
    await this.stopped();
    this.#throwFailure();
  }

  /** Waits until no batch is running, whether or not they succeeded. */
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
