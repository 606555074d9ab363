import { mkdir, readdir, realpath, rm, rmdir, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CliError, formatBytes } from '@tickscope/command-line';
import { DIGESTS } from './file-digests.js';
import { ACCOUNTS_FOLDER, CLICKHOUSE_FOLDER, type Location, MANIFEST, UNFINISHED } from './manifest.js';
import { isBeingMade, readMark, type UnfinishedMark, writeMark } from './unfinished.js';

/** Names that a kill can leave of a file of ours that was being written. */
const HALF_WRITTEN = new RegExp(`^(${MANIFEST}|${UNFINISHED}|${DIGESTS})\\.[0-9a-f]+\\.new$`);

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

/** `mark`: of the interrupted backup; null where it cannot be read. */
export type NewFolder = { state: 'new' } | { state: 'unfinished'; mark: UnfinishedMark | null };

/**
 * Whether a backup may be made in the folder: it does not exist, is empty, or holds what an interrupted backup left.
 * @throws CliError for any other, and for one in which another program makes a backup
 */
export async function checkNewFolder(folder: string): Promise<NewFolder> {
  let names: string[];
  try {
    names = (await readdir(folder)).filter((name) => !HALF_WRITTEN.test(name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { state: 'new' };
    throw new CliError(
      code === 'ENOTDIR' ? `${folder} is not a folder` : `${folder} cannot be read: ${code}`,
    );
  }
  if (names.length === 0) return { state: 'new' };
  if (names.includes(MANIFEST))
    throw new CliError(`${folder} holds a backup already. Give another folder, or remove it first.`);
  if (!names.includes(UNFINISHED))
    throw new CliError(`${folder} is not empty, and what is in it is no backup. Give another folder.`);
  const mark = await readMark(folder);
  if (mark !== null && isBeingMade(mark))
    throw new CliError(
      `process ${mark.process.pid} is making a backup in ${folder}. Wait for its end, or give another folder.`,
    );
  return { state: 'unfinished', mark };
}

/** Creates the folder, without what an interrupted backup left, and marks it as unfinished. */
export async function openFolder(folder: string, id: string, location: Location): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeParts(folder);
    await writeMark(folder, { id, location });
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
  for (const part of [CLICKHOUSE_FOLDER, ACCOUNTS_FOLDER, DIGESTS])
    await rm(join(folder, part), { recursive: true, force: true });
  for (const name of await readdir(folder)) if (HALF_WRITTEN.test(name)) await rm(join(folder, name));
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
