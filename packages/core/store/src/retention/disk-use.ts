import { groupBy } from '@tickscope/chain';
import type { Store } from '../connection/open-store.js';
import { column, defineFileQuery, defineQuery, param, type RowOf, runQuery } from '../query/index.js';

const DISK_USE = defineFileQuery(import.meta.url, './disk-use.sql', {
  params: { seconds_of_slots: param.integer },
  row: {
    table: column.text,
    bytes: column.integer,
    /** At the growth rate of the stored rows. */
    bytesPerDay: column.integer,
    parts: column.integer,
    /** Parts in the fullest partition. ClickHouse refuses inserts at 3,000. */
    partsOfPartition: column.integer,
    host: column.text,
    freeBytes: column.integer,
    capacityBytes: column.integer,
  },
});
const SECONDS_OF_SLOTS = defineQuery({
  name: 'seconds-of-slots',
  sql: "SELECT toUInt32(dateDiff('second', min(inserted_at), max(inserted_at))) FROM slots",
  row: { seconds: column.integer },
});
const TIMEOUT_MS = 30_000;

export type TableUse = Omit<RowOf<typeof DISK_USE>, 'host' | 'freeBytes' | 'capacityBytes'>;

/** Use of the disks of one server by the tables, or of servers that share a disk. */
export interface DiskUse {
  /** Largest first. */
  tables: TableUse[];
  bytes: number;
  /** Free space on the disks that hold the tables. */
  freeBytes: number;
  capacityBytes: number;
}

/**
 * The use of each disk of the store. Servers on one host whose disks have the same size, to the byte, count as servers on
 * one disk: what one of them takes, the others do not have.
 */
export async function readDiskUse({
  read,
  administer,
}: Pick<Store, 'read' | 'administer'>): Promise<[DiskUse, ...DiskUse[]]> {
  const [slots] = await runQuery(read, SECONDS_OF_SLOTS, {}, { timeoutMs: TIMEOUT_MS });
  const params = { seconds_of_slots: slots?.seconds ?? 0 };
  const rows = await administer.ask(DISK_USE, params, TIMEOUT_MS);
  const disks = groupBy(rows, ({ host, capacityBytes }) => `${host} ${capacityBytes}`);
  const [first, ...others] = [...disks.values()].map((ofDisk) => ({
    ...summed(ofDisk),
    freeBytes: Math.min(...ofDisk.map(({ freeBytes }) => freeBytes)),
    capacityBytes: ofDisk[0]!.capacityBytes,
  }));
  return [first ?? { tables: [], bytes: 0, freeBytes: 0, capacityBytes: 0 }, ...others];
}

/** The use of all disks together. */
export function totalUse(disks: readonly DiskUse[]): DiskUse {
  return {
    ...summed(disks.flatMap(({ tables }) => tables)),
    freeBytes: disks.reduce((sum, { freeBytes }) => sum + freeBytes, 0),
    capacityBytes: disks.reduce((sum, { capacityBytes }) => sum + capacityBytes, 0),
  };
}

function summed(rows: readonly TableUse[]): Pick<DiskUse, 'tables' | 'bytes'> {
  const tables = new Map<string, TableUse>();
  for (const { table, bytes, bytesPerDay, parts, partsOfPartition } of rows) {
    const before = tables.get(table);
    tables.set(table, {
      table,
      bytes: bytes + (before?.bytes ?? 0),
      bytesPerDay: bytesPerDay + (before?.bytesPerDay ?? 0),
      parts: parts + (before?.parts ?? 0),
      partsOfPartition: Math.max(partsOfPartition, before?.partsOfPartition ?? 0),
    });
  }
  return {
    tables: [...tables.values()].sort((left, right) => right.bytes - left.bytes),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
