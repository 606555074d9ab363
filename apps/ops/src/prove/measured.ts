import type { Quantiles } from './quantiles.js';

/** Cost of ingestion, and its lag. Null is not measured. */
export interface Measured {
  /** `run`: this command ingested. `metrics`: of a running ingester, since its start. `tables`: stored times only. */
  from: 'run' | 'metrics' | 'tables';
  /** How long was measured. */
  seconds: number | null;
  blocks: number | null;
  transactions: number | null;
  /** From a block whole in memory to its rows that queries find. Of `metrics`, upper bounds of the buckets. */
  storedMs: Lag | null;
  /** From a block whole in memory until its sandwiches are stored. */
  analysedMs: Lag | null;
  /** Seconds between a block's own time and the moment its rows are stored; whole, and with the node's lag and clock errors. */
  blockTimeToStoredSeconds: Quantiles | null;
  cpuSeconds: {
    /** Reading, decoding, writing, detection. */
    ingester: number | null;
    clickhouse: number | null;
  };
  maxMemoryBytes: number | null;
  stream: StreamFaults | null;
}

export type Lag = Omit<Quantiles, 'max'> & { max: number | null };

export interface StreamFaults {
  disconnects: number;
  incompleteSlots: number;
  unreadableMessages: number;
}

/** Where nothing ran that could be measured. */
export function fromTables(blockTimeToStoredSeconds: Quantiles | null): Measured {
  return {
    ...{ from: 'tables', seconds: null, blocks: null, transactions: null, storedMs: null, analysedMs: null },
    blockTimeToStoredSeconds,
    ...{ cpuSeconds: { ingester: null, clickhouse: null }, maxMemoryBytes: null, stream: null },
  };
}
