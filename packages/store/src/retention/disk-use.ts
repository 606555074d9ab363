import type { ClickHouseClient } from '../client.js';
import { queryRows } from '../query.js';
import { sqlFile } from '../sql-file.js';

const DISK_USE = sqlFile(import.meta.url, './disk-use.sql');
const DISK_FREE = sqlFile(import.meta.url, './disk-free.sql');
const TIMEOUT_MS = 30_000;

export interface TableUse {
  table: string;
  bytes: number;
  /** At the growth rate of the stored rows. */
  bytesPerDay: number;
  parts: number;
  /** Parts in the fullest partition. ClickHouse refuses inserts at 3,000. */
  partsOfPartition: number;
}

export interface DiskUse {
  /** Largest first. */
  tables: TableUse[];
  bytes: number;
  /** Free space on the disks that hold the tables. */
  freeBytes: number;
  capacityBytes: number;
}

export async function readDiskUse(client: ClickHouseClient): Promise<DiskUse> {
  const rows = await queryRows<[string, string, string, string, string]>(client, DISK_USE, {
    timeoutMs: TIMEOUT_MS,
  });
  const [disks] = await queryRows<[string, string]>(client, DISK_FREE, { timeoutMs: TIMEOUT_MS });
  const tables = rows.map(([table, bytes, bytesPerDay, parts, partsOfPartition]) => ({
    table,
    bytes: Number(bytes),
    bytesPerDay: Number(bytesPerDay),
    parts: Number(parts),
    partsOfPartition: Number(partsOfPartition),
  }));
  return {
    tables,
    bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
    freeBytes: Number(disks?.[0] ?? 0),
    capacityBytes: Number(disks?.[1] ?? 0),
  };
}
