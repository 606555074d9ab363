import { transactionRows, type WritableBlock } from '@tickscope/store';

/** The ingester's progress, for its status line, `/readyz` and logs. */
export class Status {
  connected = false;
  newestSlot: number | null = null;
  writtenSlot: number | null = null;
  transactions = 0;
  rows = 0;
  gaps = 0;
  queuedBlocks = 0;
  #lastAt = performance.now();
  #lastTransactions = 0;
  #lastRows = 0;

  queued(block: Pick<WritableBlock, 'slot'>, blocks: number): void {
    this.queuedBlocks = blocks;
    if (this.newestSlot === null || block.slot > this.newestSlot) this.newestSlot = block.slot;
  }

  written(blocks: readonly WritableBlock[], rows: number): void {
    this.rows += rows;
    for (const block of blocks) {
      this.transactions += transactionRows(block);
      if (this.writtenSlot === null || block.slot > this.writtenSlot) this.writtenSlot = block.slot;
    }
  }

  /** The reason why the ingester is not ready, as a sentence; `null`: it is ready. */
  notReadyReason(): string | null {
    if (!this.connected) return 'not connected to the stream';
    return this.writtenSlot === null ? 'no block written yet' : null;
  }

  /** One line for a terminal: the current slot, the slots behind, and the rates since the last call. */
  line(): string {
    const now = performance.now();
    const seconds = Math.max(0.001, (now - this.#lastAt) / 1_000);
    const perSecond = (count: number): string => Math.round(count / seconds).toLocaleString('en-US');
    const parts = [
      `slot ${this.writtenSlot ?? '–'}`,
      `${this.newestSlot === null || this.writtenSlot === null ? '–' : this.newestSlot - this.writtenSlot} behind`,
      `${perSecond(this.transactions - this.#lastTransactions)} transactions/s`,
      `${perSecond(this.rows - this.#lastRows)} rows/s`,
      `${this.gaps} gaps`,
      this.connected ? 'connected' : 'NOT CONNECTED',
    ];
    this.#lastAt = now;
    this.#lastTransactions = this.transactions;
    this.#lastRows = this.rows;
    return parts.join(' · ');
  }
}
