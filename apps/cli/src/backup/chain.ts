import { resolve } from 'node:path';
import { readBackedUpTables } from '@tickscope/store';
import { CliError } from '../cli-error.js';
import { formatCount } from '../table.js';
import { CLICKHOUSE_FOLDER, type Manifest, readManifest } from './manifest.js';

/** A backup, and after it those that it builds on, down to a full one. */
export type BackupChain = { folder: string; manifest: Manifest }[];

/** @throws CliError where one of them is not at its place */
export async function readChain(folder: string): Promise<BackupChain> {
  const chain: BackupChain = [];
  let next: { folder: string; id: string | null } | null = { folder, id: null };
  while (next !== null) {
    const { folder: place, id }: { folder: string; id: string | null } = next;
    const manifest = await readManifest(place).catch((error: Error) => {
      throw chain.length === 0
        ? error
        : new CliError(
            `the backup in ${chain.at(-1)!.folder} adds to the one in ${place}, which must be there: ${error.message}`,
          );
    });
    if (id !== null && manifest.id !== id)
      throw new CliError(
        `${place} holds another backup than the one that ${chain.at(-1)!.folder} adds to (${id}).`,
      );
    chain.push({ folder: place, manifest });
    next =
      manifest.base === null ? null : { folder: resolve(place, manifest.base.folder), id: manifest.base.id };
  }
  return chain;
}

/**
 * Checks the files of ClickHouse's part, where they are in the folders, against their lists and the manifest.
 * @throws CliError; BackupError `damaged`
 */
export async function checkChainFiles(chain: BackupChain): Promise<void> {
  const [{ folder, manifest }] = chain as [BackupChain[number]];
  const { location, servers = 1, tables: expected } = manifest.clickhouse;
  if (location.kind !== 'folder') return;
  const folders = chain.map((each) => `${each.folder}/${CLICKHOUSE_FOLDER}`);
  const found = await readBackedUpTables(folders, servers);
  const byName = new Map(found.map((table) => [table.table, table]));
  for (const { table, rows, checksum } of expected) {
    const actual = byName.get(table);
    if (actual?.checksum !== checksum)
      throw new CliError(
        `${folder}: the files of ${table} are not those of the manifest (${formatCount(rows)} rows then, ${formatCount(actual?.rows ?? 0)} now).`,
      );
  }
}
