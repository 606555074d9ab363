import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountsDump } from '@tickscope/accounts';
import { CliError } from '@tickscope/command-line';
import { writePrivateFile } from '@tickscope/embedded';
import type { FileDigests } from './file-digests.js';
import { manifestProblem } from './manifest-shape.js';

/** Where ClickHouse has its part, without credentials. */
export type Location =
  /** In the folder `clickhouse` beside the manifest. */
  { kind: 'folder' } | { kind: 'disk'; disk: string; path: string } | { kind: 's3'; url: string };

export interface ManifestTable {
  /** With several servers, the tables of a shard have its name before theirs: `shard-2/swaps`. */
  table: string;
  /** Unmerged versions included; counted on the server after the copy where the copy is not in the folder. */
  rows: number;
  bytes: number;
}

/** Content of a backup. Written last: a folder without it holds no backup. */
export interface Manifest {
  format: 2;
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
    /** Hash of the tables (`schemaHash`); absent: made before they had one. */
    schema?: string;
    location: Location;
    headSlot: number | null;
    /** By the server's clock, in microseconds. */
    startedAtUs: string;
    unsettledSlots: number[];
    tables: ManifestTable[];
    /** Digest of its files; null where the copy is not in the folder. */
    digests: FileDigests | null;
  };
  /** Null: there was no accounts database. */
  accounts: AccountsDump | null;
  /** SHA-256 of this manifest without this field. */
  digest: string;
}

const FORMAT = 2;
export const MANIFEST = 'manifest.json';
/** Marks a folder in which a backup began; removed when the manifest is there. */
export const UNFINISHED = 'unfinished.json';
/** Folders beside the manifest. */
export const CLICKHOUSE_FOLDER = 'clickhouse';
export const ACCOUNTS_FOLDER = 'accounts';

/** Writes a manifest, and returns it with its digest. */
export async function writeManifest(folder: string, content: Omit<Manifest, 'digest'>): Promise<Manifest> {
  const manifest = { ...content, digest: digestOf(content) };
  await writePrivateFile(join(folder, MANIFEST), textOfManifest(manifest));
  return manifest;
}

function textOfManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function digestOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
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
  return parsed(text, path);
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

function parsed(text: string, path: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CliError(`${path} is damaged: it is not JSON (${(error as Error).message}).`);
  }
  const format = (value as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format !== FORMAT)
    throw new CliError(
      `${path} is a manifest of format ${format}; this build reads format ${FORMAT}: use the build that made the backup.`,
    );
  const problem = manifestProblem(value);
  if (problem !== null) throw new CliError(`${path} is no manifest of a backup: ${problem}.`);
  const { digest, ...content } = value as Manifest;
  if (digestOf(content) !== digest || text !== textOfManifest(value as Manifest))
    throw new CliError(`${path} is damaged: it is not what the backup wrote (its digest differs).`);
  return value as Manifest;
}
