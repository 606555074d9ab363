import type { BlockWriter, WritableBlock } from '@tickscope/store';
import type { SpillingQueue } from '../queue/spilling-queue.js';
import { isTransient } from './is-transient.js';
import type { WriteRetries } from './write-retries.js';

export interface QueueWriterOptions {
  queue: SpillingQueue;
  writer: Pick<BlockWriter, 'write'>;
  retries: WriteRetries;
  /** A batch begins no sooner than `batchEveryMs` after the last one, unless so many rows wait. */
  limits: { batchRows: number; batchBytes: number; batchEveryMs: number };
  /** After blocks were taken from the queue, and so perhaps from disk. */
  onTaken(): void;
  onWritten(
    blocks: readonly WritableBlock[],
    batch: { rows: number; writeMs: number; oldestMs: number },
  ): void;
  /** Another writer stored another block for this slot. */
  onConflict(slot: number): void;
  /** The writer can never take this block. */
  onUnwritable(slot: number, error: Error): void;
}

/** Takes blocks from the queue in batches and writes them, until the queue is closed and empty. */
export class QueueWriter {
  readonly #options: QueueWriterOptions;

  constructor(options: QueueWriterOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { queue, limits, onTaken, onWritten } = this.#options;
    let notBefore = 0;
    for (;;) {
      const taken = await queue.take({ minRows: limits.batchRows, notBefore, maxBytes: limits.batchBytes });
      notBefore = performance.now() + limits.batchEveryMs;
      onTaken();
      if (taken.length === 0) return;
      const blocks = taken.map(({ block }) => block);
      const startedAt = Date.now();
      const rows = await this.#writeBatch(blocks);
      const endedAt = Date.now();
      onWritten(blocks, {
        rows,
        writeMs: endedAt - startedAt,
        oldestMs: endedAt - Math.min(...taken.map(({ arrivedAt }) => arrivedAt)),
      });
      queue.written();
    }
  }

  /**
   * Writes a batch, however long the database is away; gives the rows written. A block that the writer itself cannot
   * take must not hold up those behind it: the batch is then written block by block, and that block is left out.
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
