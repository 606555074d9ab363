import { mkdir, readdir, realpath, rm, rmdir, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { writePrivateFile } from '@tickscope/embedded';
import { CliError } from '../cli-error.js';
import { formatBytes } from '../table.js';
import { ACCOUNTS_FOLDER, CLICKHOUSE_FOLDER, MANIFEST, UNFINISHED } from './manifest.js';

/** The path without symbolic links: ClickHouse compares it with the folders in which it may write, as text. */
export async function realFolder(path: string): Promise<string> {
  const folder = resolve(path);
  try {
    return await realpath(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return join(await realFolder(dirname(folder)), basename(folder));
  }
}

/**
 * Whether a backup may be made in the folder: it does not exist, is empty, or holds what an interrupted backup left.
 * @throws CliError for any other
 */
export async function checkNewFolder(folder: string): Promise<'new' | 'unfinished'> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'new';
    throw new CliError(
      code === 'ENOTDIR' ? `${folder} is not a folder` : `${folder} cannot be read: ${code}`,
    );
  }
  if (names.length === 0) return 'new';
  if (names.includes(MANIFEST))
    throw new CliError(`${folder} holds a backup already. Give another folder, or remove it first.`);
  if (!names.includes(UNFINISHED))
    throw new CliError(`${folder} is not empty, and what is in it is no backup. Give another folder.`);
  return 'unfinished';
}

/** Creates the folder, without what an interrupted backup left, and marks it as unfinished. */
export async function openFolder(folder: string, id: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeParts(folder);
    await writePrivateFile(join(folder, UNFINISHED), `${JSON.stringify({ id, pid: process.pid })}\n`);
  } catch (error) {
    throw new CliError(`${folder} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
}

export async function markFinished(folder: string): Promise<void> {
  await rm(join(folder, UNFINISHED));
}

/** Removes what a failed backup wrote; the mark goes last. */
export async function discardFolder(folder: string): Promise<void> {
  await removeParts(folder);
  await rm(join(folder, UNFINISHED), { force: true });
  // It stays where it holds anything else.
  await rmdir(folder).catch(() => {});
}

async function removeParts(folder: string): Promise<void> {
  for (const part of [CLICKHOUSE_FOLDER, ACCOUNTS_FOLDER])
    await rm(join(folder, part), { recursive: true, force: true });
}

/** @throws CliError where the disk of the folder, or of the nearest one above it, has less room than needed */
export async function checkSpace(folder: string, neededBytes: number, what: string): Promise<void> {
  let existing = folder;
  for (;;) {
    const found = await statfs(existing).catch(() => null);
    if (found !== null) {
      const free = found.bavail * found.bsize;
      if (free >= neededBytes) return;
      throw new CliError(
        `${what} needs up to ${formatBytes(neededBytes)}; the disk of ${folder} has ${formatBytes(free)} free.`,
      );
    }
    if (dirname(existing) === existing) return;
    existing = dirname(existing);
  }
}
