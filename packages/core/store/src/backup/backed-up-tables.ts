import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addTo } from '@tickscope/chain';
import { BackupError } from './backup-error.js';
import { type BackupFile, checkBackupFiles, readBackupFiles } from './backup-files.js';
import { backupParts, nameInBackup } from './backup-steps.js';

/** A table as a backup in a folder has it. */
export interface BackedUpTable {
  /** With several servers, the tables of a shard have its name before theirs: `shard-2/swaps`. */
  table: string;
  /** Unmerged versions included. */
  rows: number;
  bytes: number;
}

/** `data/<database>/<table>/<part>/<file>` */
const DATA_FILE = /^data\/[^/]+\/([^/]+)\/[^/]+\/(.+)$/;

/** Digits of the number of rows in a part. */
const MOST_DIGITS = 20;

interface Listed {
  folder: string;
  files: BackupFile[];
}

/**
 * Reads what a backup in a folder holds, and checks that its files are there.
 *
 * @param folders the backup's own folder, then that of its base, and so on to the full one
 * @param servers how many servers the store had
 * @throws BackupError `damaged`
 */
export async function readBackedUpTables(
  folders: readonly string[],
  servers: number,
): Promise<BackedUpTable[]> {
  const tables: BackedUpTable[] = [];
  for (const part of backupParts(servers)) {
    const chain: Listed[] = [];
    for (const folder of folders) {
      const files = await readBackupFiles(join(folder, part));
      await checkBackupFiles(join(folder, part), files);
      chain.push({ folder: join(folder, part), files });
    }
    for (const of of await tablesOf(chain)) tables.push({ ...of, table: nameInBackup(part, of.table) });
  }
  return tables.sort((a, b) => (a.table < b.table ? -1 : 1));
}

async function tablesOf(chain: readonly Listed[]): Promise<BackedUpTable[]> {
  const byTable = new Map<string, BackupFile[]>();
  for (const file of chain[0]!.files) {
    const table = DATA_FILE.exec(file.name)?.[1];
    if (table === undefined) continue;
    addTo(byTable, table, file);
  }
  const count = countReader(chain);
  const tables: BackedUpTable[] = [];
  for (const [name, files] of byTable) {
    let rows = 0;
    for (const file of files) if (DATA_FILE.exec(file.name)?.[2] === 'count.txt') rows += await count(file);
    tables.push({
      table: decodeURIComponent(name),
      rows,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
    });
  }
  return tables;
}

/** Reads the number of rows of a part, whichever backup of the chain holds that file. */
function countReader(chain: readonly Listed[]): (file: BackupFile) => Promise<number> {
  const places = new Map<string, string>();
  for (const { folder, files } of chain)
    for (const { checksum, size, baseSize, dataFile } of files)
      if (size <= MOST_DIGITS && size > baseSize) places.set(checksum, join(folder, dataFile));
  const known = new Map<string, number>();
  return async ({ name, checksum }) => {
    const cached = known.get(checksum);
    if (cached !== undefined) return cached;
    const place = places.get(checksum);
    if (place === undefined)
      throw new BackupError('damaged', `${name} is in none of the backups that this one builds on.`);
    const rows = Number(await readFile(place, 'utf8'));
    known.set(checksum, rows);
    return rows;
  };
}
