import type { ReadConnection } from '../connection/read-connection.js';
import { column, defineQuery, type RowOf, runQuery, sqlFile } from '../query/index.js';

const DISK_USE = defineQuery({
  name: 'disk-use',
  sql: sqlFile(import.meta.url, './disk-use.sql'),
  params: {},
  row: {
    table: column.text,
    bytes: column.integer,
    /** At the growth rate of the stored rows. */
    bytesPerDay: column.integer,
    parts: column.integer,
    /** Parts in the fullest partition. ClickHouse refuses inserts at 3,000. */
    partsOfPartition: column.integer,
  },
});
const DISK_FREE = defineQuery({
  name: 'disk-free',
  sql: sqlFile(import.meta.url, './disk-free.sql'),
  params: {},
  row: { freeBytes: column.integer, capacityBytes: column.integer },
});
const TIMEOUT_MS = 30_000;

export type TableUse = RowOf<typeof DISK_USE>;

export interface DiskUse {
  /** Largest first. */
  tables: TableUse[];
  bytes: number;
  /** Free space on the disks that hold the tables. */
  freeBytes: number;
  capacityBytes: number;
}

export async function readDiskUse(read: ReadConnection): Promise<DiskUse> {
  const tables = await runQuery(read, DISK_USE, {}, { timeoutMs: TIMEOUT_MS });
  const [disks] = await runQuery(read, DISK_FREE, {}, { timeoutMs: TIMEOUT_MS });
  return {
    tables,
    bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
    freeBytes: disks?.freeBytes ?? 0,
    capacityBytes: disks?.capacityBytes ?? 0,
  };
}
