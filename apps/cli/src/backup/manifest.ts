import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountsDump } from '@tickscope/accounts';
import { writePrivateFile } from '@tickscope/embedded';
import { CliError } from '../cli-error.js';

/** Where ClickHouse has its part, without credentials. */
export type Location =
  /** In the folder `clickhouse` beside the manifest. */
  { kind: 'folder' } | { kind: 'disk'; disk: string; path: string } | { kind: 's3'; url: string };

export interface ManifestTable {
  /** Of several servers, those of a shard with its name before: `shard-2/swaps`. */
  table: string;
  /** Unmerged copies included; counted on the server after the copy where the copy is not in the folder. */
  rows: number;
  bytes: number;
  /** SHA-256 of the list of its files; null where the copy is not in the folder. */
  checksum: string | null;
}

/** What a backup is. Written last: a folder without it holds no backup. */
export interface Manifest {
  format: 1;
  id: string;
  /** Version of Tickscope. */
  product: string;
  startedAt: string;
  finishedAt: string;
  /** The backup that this one adds to, by its id and its folder then. */
  base: { id: string; folder: string } | null;
  clickhouse: {
    server: string;
    /** How many servers the store had, each with a part of the rows; absent: one. */
    servers?: number;
    database: string;
    /** The newest migration that was applied. */
    version: number;
    location: Location;
    headSlot: number | null;
    /** By the server's clock, in microseconds. */
    startedAtUs: string;
    unsettledSlots: number[];
    tables: ManifestTable[];
  };
  /** Null: there was no accounts database. */
  accounts: AccountsDump | null;
}

export const MANIFEST = 'manifest.json';
/** Marks a folder in which a backup began; removed when the manifest is there. */
export const UNFINISHED = 'unfinished.json';
/** Folders beside the manifest. */
export const CLICKHOUSE_FOLDER = 'clickhouse';
export const ACCOUNTS_FOLDER = 'accounts';

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writePrivateFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @throws CliError where the folder holds no complete backup that this build can read */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  const text = await textOf(path);
  if (text === null) {
    const isUnfinished = (await textOf(join(folder, UNFINISHED))) !== null;
    throw new CliError(
      isUnfinished
        ? `${folder} holds a backup that was interrupted. It cannot be restored: run "tickscope backup ${folder}" again, which starts over.`
        : `${folder} holds no backup: there is no ${MANIFEST}.`,
    );
  }
  const manifest = parsed(text);
  if (manifest === null)
    throw new CliError(`${path} is not a manifest of a backup that this build can read.`);
  return manifest;
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

function parsed(text: string): Manifest | null {
  try {
    const value = JSON.parse(text) as Partial<Manifest>;
    const isWhole =
      value.format === 1 &&
      typeof value.id === 'string' &&
      typeof value.clickhouse?.version === 'number' &&
      Array.isArray(value.clickhouse.tables) &&
      ['folder', 'disk', 's3'].includes(value.clickhouse.location?.kind ?? '') &&
      (value.accounts === null || Array.isArray(value.accounts?.tables));
    return isWhole ? (value as Manifest) : null;
  } catch {
    return null;
  }
}
