import type { BlockWriter, WritableBlock } from '@tickscope/store';
import type { SpillingQueue } from '../queue/spilling-queue.js';
import { BatchTiming } from './batch-timing.js';
import { isLate } from './is-late.js';
import { isTransient } from './is-transient.js';
import type { WriteRetries } from './write-retries.js';

export interface QueueWriterOptions {
  queue: SpillingQueue;
  writer: Pick<BlockWriter, 'write'>;
  retries: WriteRetries;
  /** A batch of this size starts at once; smaller ones by `BatchTiming`. */
  limits: { batchRows: number; batchBytes: number; writeWithinMs: number };
  /** Called after blocks were taken from the queue, possibly from disk. */
  onTaken(): void;
  onWritten(
    blocks: readonly WritableBlock[],
    batch: { rows: number; writeMs: number; oldestMs: number },
  ): void;
  /** Another writer stored another block for this slot. */
  onConflict(slot: number): void;
  /** The writer can never store this block. */
  onUnwritable(slot: number, error: Error): void;
}

/** Writes the blocks of the queue in batches, until the queue is closed and empty. */
export class QueueWriter {
  readonly #options: QueueWriterOptions;

  constructor(options: QueueWriterOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { queue, limits, onTaken, onWritten } = this.#options;
    const timing = new BatchTiming(limits.writeWithinMs);
    for (;;) {
      const taken = await queue.take({
        minRows: limits.batchRows,
        maxBytes: limits.batchBytes,
        dueAt: (oldest, newest) => timing.dueAt(oldest.arrivedAt, newest.arrivedAt, isLate(oldest)),
      });
      onTaken();
      if (taken.length === 0) return;
      const blocks = taken.map(({ block }) => block);
      const startedAt = Date.now();
      const rows = await this.#writeBatch(blocks);
      const endedAt = Date.now();
      timing.taken(taken.map(({ arrivedAt }) => arrivedAt));
      timing.written(endedAt - startedAt);
      onWritten(blocks, {
        rows,
        writeMs: endedAt - startedAt,
        oldestMs: endedAt - Math.min(...taken.map(({ arrivedAt }) => arrivedAt)),
      });
      queue.written();
    }
  }

  /**
   * Writes a batch, waiting as long as the database is unreachable. Returns the number of rows written. If the writer
   * cannot store some block, the batch is written block by block without that block, so that it does not hold up the
   * others.
   */
  async #writeBatch(blocks: readonly WritableBlock[]): Promise<number> {
    const { writer, retries, onConflict, onUnwritable } = this.#options;
    try {
      const { outcomes, rows } = await retries.run(() => writer.write(blocks));
      for (const [slot, outcome] of outcomes) if (outcome === 'conflict') onConflict(slot);
      return rows;
    } catch (error) {
      const [first, ...others] = blocks;
      if (isTransient(error) || first === undefined) throw error;
      if (others.length === 0) {
        onUnwritable(first.slot, error as Error);
        return 0;
      }
      let rows = 0;
      for (const block of blocks) rows += await this.#writeBatch([block]);
      return rows;
    }
  }
}
