import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRunning, type ProcessIdentity, thisProcess, writePrivateFile } from '@tickscope/embedded';
import { type Location, MANIFEST, UNFINISHED } from './manifest.js';

/** Mark of a folder in which a backup began. */
export interface UnfinishedMark {
  /** The backup's id. */
  id: string;
  process: ProcessIdentity;
  begunAt: string;
  /** Where ClickHouse writes its part. */
  location: Location;
}

export async function writeMark(folder: string, { id, location }: Pick<UnfinishedMark, 'id' | 'location'>) {
  const mark: UnfinishedMark = { id, process: thisProcess(), begunAt: new Date().toISOString(), location };
  await writePrivateFile(join(folder, UNFINISHED), `${JSON.stringify(mark)}\n`);
}

/** Null: there is no mark that can be read. */
export async function readMark(folder: string): Promise<UnfinishedMark | null> {
  try {
    const mark = JSON.parse(await readFile(join(folder, UNFINISHED), 'utf8')) as Partial<UnfinishedMark>;
    const isWhole =
      typeof mark.id === 'string' &&
      typeof mark.begunAt === 'string' &&
      typeof mark.process?.pid === 'number' &&
      typeof mark.location?.kind === 'string';
    return isWhole ? (mark as UnfinishedMark) : null;
  } catch {
    return null;
  }
}

/** Whether the program that made the mark still runs, as far as this machine knows. */
export function isBeingMade(mark: UnfinishedMark): boolean {
  return isRunning(mark.process);
}

/** Other folders beside a backup in which one began that has no end. */
export async function unfinishedBeside(folder: string): Promise<{ folder: string; begunAt: string }[]> {
  const parent = dirname(folder);
  const names = await readdir(parent).catch(() => []);
  const found: { folder: string; begunAt: string }[] = [];
  for (const name of names.sort()) {
    const beside = join(parent, name);
    if (beside === folder || existsSync(join(beside, MANIFEST))) continue;
    const mark = await readMark(beside);
    if (mark !== null && !isBeingMade(mark)) found.push({ folder: beside, begunAt: mark.begunAt });
  }
  return found;
}
