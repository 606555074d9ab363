import type { Store } from '../connection/open-store.js';
import type { Transfer } from '../connection/transfer.js';
import type { MovedTable } from './moved-table.js';

/** Two stores, the second of which becomes a replica of the first. Only the move works on the second. */
export interface Moving {
  from: Store;
  to: Store;
  transfer: Transfer;
  tables: ReadonlyMap<string, MovedTable>;
  /** Slots whose blocks are copied, compared and made visible together. Does not change what is copied. */
  rangeSlots: number;
  signal: AbortSignal | undefined;
  onProgress(progress: MoveProgress): void;
  moved: Moved;
}

export interface MoveProgress {
  table: string;
  /** Place in the chain, for blocks or heat. */
  fromSlot: number | null;
  moved: Moved;
}

/** Copied rows so far, by this call. */
export interface Moved {
  blocks: number;
  /** Rows that were copied, compared and equal. */
  rows: number;
  /** Sent to the new servers, compressed. */
  bytes: number;
}

export function tableOf({ tables }: Moving, name: string): MovedTable {
  const table = tables.get(name);
  if (table === undefined) throw new Error(`the store has no table ${name}`);
  return table;
}

/** Before each step of the work. */
export function step(moving: Moving, table: string, fromSlot: number | null = null): void {
  moving.signal?.throwIfAborted();
  moving.onProgress({ table, fromSlot, moved: moving.moved });
}
