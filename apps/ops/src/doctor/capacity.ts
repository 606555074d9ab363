import { availableParallelism, totalmem } from 'node:os';
import type { Check } from './check.js';

/** Cost of the ingester and of ClickHouse, from the stream to merged parts (bench/reports/2026-11-26-ingest.md). */
const CPU_SECONDS_PER_TRANSACTION = (116.2 + 102.4) / 1e6;
/** Merges of large parts, catching up after an outage, and those who ask share the cores: a choice, not a measurement. */
export const SPARE_CORES = 2;
/**
 * GB a day at 4,000 transactions/s, 70 % of them votes, and days kept by default, of each group of tables
 * (bench/reports/2026-11-26-storage.md): locks and slots of accounts, heat, transactions with entries and signatures,
 * swaps.
 */
const STORED: readonly (readonly [gigabytesPerDay: number, days: number])[] = [
  [9.6 + 3.4, 4],
  [2.0, 1],
  [28.1 + 10.0 + 3.3, 8],
  [5.8 + 1.5 + 0.3, 35],
];
const STORED_RATE = 4_000;
/** Share of the disk for rows; the rest is for merges, a migration's second column and the spill. */
const USABLE_SHARE = 0.8;
/** The rate of mainnet that the goals are set by. */
const MAINNET_RATE = 4_000;
/** The highest rate that was measured, on two cores (the same report). */
export const HIGHEST_MEASURED = 7_504;
/** The ingester's limit, ClickHouse's share of it, and the rest: less than this was never tried. */
const LEAST_MEMORY_BYTES = 8 * 1_024 ** 3;

export interface Machine {
  cores: number;
  memoryBytes: number;
  /** For the tables: free, and taken by them already. */
  diskBytes: number;
}

export function diskBytesFor(rate: number): number {
  const atStoredRate = STORED.reduce((sum, [perDay, days]) => sum + perDay * days, 0) * 1e9;
  return (atStoredRate * rate) / STORED_RATE / USABLE_SHARE;
}

export function coresFor(rate: number): number {
  return rate * CPU_SECONDS_PER_TRANSACTION * SPARE_CORES;
}

export function thisMachine(diskBytes: number): Machine {
  const limit = process.constrainedMemory();
  return {
    cores: availableParallelism(),
    memoryBytes: limit > 0 ? Math.min(limit, totalmem()) : totalmem(),
    diskBytes,
  };
}

/** How many transactions a second a machine stores with the default retention, by the measured figures. */
export function capacityCheck({ cores, memoryBytes, diskBytes }: Machine): Check {
  const byCores = cores / coresFor(1);
  const byDisk = diskBytes / diskBytesFor(1);
  const rate = Math.floor(Math.min(byCores, byDisk) / 100) * 100;
  const limit = byCores < byDisk ? 'its cores' : 'its disk, with the default retention';
  const beyond = rate > HIGHEST_MEASURED ? ` (measured up to ${inThousands(HIGHEST_MEASURED)})` : '';
  const isSmall = memoryBytes < LEAST_MEMORY_BYTES;
  return {
    what: 'capacity',
    state: rate < MAINNET_RATE || isSmall ? 'note' : 'ok',
    detail: [
      `about ${inThousands(rate)} transactions/s${beyond}, limited by ${limit}`,
      `${cores} cores, ${gib(memoryBytes)} GiB of memory, ${gib(diskBytes)} GiB of disk`,
      ...(isSmall ? ['less than 8 GiB of memory was never tried'] : []),
      ...(rate < MAINNET_RATE ? ['mainnet brings some 4,000 (docs/operations.md, "Capacity")'] : []),
    ].join('; '),
  };
}

const gib = (bytes: number): string => (bytes / 1_024 ** 3).toFixed(0);
const inThousands = (value: number): string => value.toLocaleString('en-US');
