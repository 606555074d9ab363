import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir, writePrivateFile } from '@tickscope/embedded';
import { CliError } from '../cli-error.js';
import { DEFAULT_DATABASE } from '../embedded-servers.js';
import { type CopyName, copyFolder, type StoredLayout, storedLayout, storeLayout } from '../servers.js';

/** Beside the data of each server of a copy. */
const GENERATION = 'copy.json';
const PARTS = /^(clickhouse|shard-\d+)$/;
const FINISHED = 'finished.json';

/**
 * Which of the two copies can be started as they are. A copy is lost if the database is missing on one of its servers, or if
 * it misses something that the other has: its generation is then lower. `new`: none of them holds anything.
 */
export type MirrorState = { state: 'whole' | 'new' } | { state: 'lost'; copy: CopyName };

/** @throws CliError where neither copy is whole */
export function mirrorState(dataDir: string): MirrorState {
  const layout = mirrorLayout(dataDir);
  const first = copyState(dataDir, 'first', layout);
  const mirror = copyState(dataDir, 'mirror', layout);
  if (first.present === 0 && mirror.present === 0) return { state: 'new' };
  const isFirst = first.isWhole && (!mirror.isWhole || first.generation >= mirror.generation);
  const isMirror = mirror.isWhole && (!first.isWhole || mirror.generation >= first.generation);
  if (isFirst && isMirror) return { state: 'whole' };
  if (isFirst) return { state: 'lost', copy: 'mirror' };
  if (isMirror) return { state: 'lost', copy: 'first' };
  throw new CliError(
    `neither copy of the store in ${dataDir} is whole: data is missing in ${dataDir} and in ${copyFolder(dataDir, 'mirror')}. Put one of them back, or restore a backup.`,
  );
}

interface CopyFound {
  /** Servers with the database. */
  present: number;
  isWhole: boolean;
  generation: number;
}

function copyState(dataDir: string, copy: CopyName, { shards, generation }: StoredLayout): CopyFound {
  const servers = serverFolders(copyFolder(dataDir, copy), shards);
  const present = servers.filter((folder) =>
    existsSync(join(folder, 'clickhouse', 'metadata', `${DEFAULT_DATABASE}.sql`)),
  ).length;
  const own = Math.min(...servers.map(storedGeneration));
  return { present, isWhole: present === shards && own >= generation, generation: own };
}

function serverFolders(folder: string, shards: number): string[] {
  return Array.from({ length: shards }, (_, server) =>
    server === 0 ? folder : join(folder, `shard-${server + 1}`),
  );
}

function storedGeneration(folder: string): number {
  try {
    const text = readFileSync(join(folder, 'clickhouse', GENERATION), 'utf8');
    const { generation } = JSON.parse(text) as { generation?: unknown };
    return Number.isSafeInteger(generation) ? Number(generation) : 0;
  } catch {
    return 0;
  }
}

async function storeGeneration(folder: string, shards: number, generation: number): Promise<void> {
  for (const server of serverFolders(folder, shards))
    await writePrivateFile(join(server, 'clickhouse', GENERATION), `${JSON.stringify({ generation })}\n`);
}

function mirrorLayout(dataDir: string): StoredLayout {
  const layout = storedLayout(dataDir);
  if (layout?.mirror !== true) throw new Error(`${dataDir} is not mirrored`);
  return layout;
}

/**
 * Gives a whole copy a higher generation than the other can have, so that the other counts as lost from here on: it is to
 * be filled, was just filled elsewhere, or is to be left behind.
 *
 * @returns the generation
 */
export async function preferCopy(
  dataDir: string,
  copy: CopyName,
  layout: StoredLayout = mirrorLayout(dataDir),
): Promise<number> {
  const { shards } = layout;
  const both = (['first', 'mirror'] as const).map(
    (each) => copyState(dataDir, each, { ...layout, generation: 0 }).generation,
  );
  const generation = Math.max(layout.generation, ...both) + 1;
  await storeGeneration(copyFolder(dataDir, copy), shards, generation);
  await storeLayout(dataDir, { ...layout, generation });
  return generation;
}

/** Waits until servers that a killed process left in the folders of a copy have ended. @throws EmbeddedError if they run on */
export async function serversGone(dataDir: string, copy: CopyName, shards: number): Promise<void> {
  // The caller has the lock on the data folder itself.
  for (const folder of serverFolders(copyFolder(dataDir, copy), shards))
    if (folder !== dataDir && existsSync(folder)) (await lockDataDir(folder)).release();
}

/** The folder in which the servers of a copy are filled: on the disk of that copy. */
export function fillingFolder(dataDir: string, copy: CopyName): string {
  return join(copyFolder(dataDir, copy), 'filling');
}

/** The servers that were filled are whole and stopped: from here on `putInPlace` takes them, at any start. */
export async function markFilled(dataDir: string, copy: CopyName): Promise<void> {
  const generation = await preferCopy(dataDir, copy === 'first' ? 'mirror' : 'first');
  const filling = fillingFolder(dataDir, copy);
  await storeGeneration(filling, mirrorLayout(dataDir).shards, generation);
  await writePrivateFile(join(filling, FINISHED), '{}\n');
}

/**
 * Puts servers that were filled in the place of what is left of their copy. Without any, nothing happens. Interrupted at any
 * point, the next call goes on.
 */
export async function putInPlace(dataDir: string, copy: CopyName): Promise<void> {
  const folder = copyFolder(dataDir, copy);
  const [filling, filled] = [fillingFolder(dataDir, copy), join(folder, 'filled')];
  if (existsSync(join(filling, FINISHED))) {
    for (const name of await partsOf(folder)) await rm(join(folder, name), { recursive: true });
    // From here on the copy has none but the new ones.
    await rename(filling, filled);
  }
  if (!existsSync(filled)) return;
  for (const name of await partsOf(filled)) await rename(join(filled, name), join(folder, name));
  await rm(filled, { recursive: true });
}

async function partsOf(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => PARTS.test(name));
}

/**
 * Whether a data folder is mirrored, after it was made so or not.
 *
 * @param wanted null: as it is
 * @throws CliError where the second copy cannot be given up
 */
export async function keepMirror(dataDir: string, shards: number, wanted: boolean | null): Promise<boolean> {
  const layout = storedLayout(dataDir) ?? { shards, mirror: false, generation: 0 };
  if (wanted === null || wanted === layout.mirror) return layout.mirror;
  if (wanted) {
    const mirrored = { ...layout, mirror: true };
    // A copy that is still there from an earlier mirror misses what was written since.
    if (existsSync(join(dataDir, 'clickhouse'))) await preferCopy(dataDir, 'first', mirrored);
    else await storeLayout(dataDir, mirrored);
    return true;
  }
  await endMirror(dataDir, layout);
  return false;
}

async function endMirror(dataDir: string, layout: StoredLayout): Promise<void> {
  for (const copy of ['first', 'mirror'] as const) await putInPlace(dataDir, copy);
  const found = mirrorState(dataDir);
  if (found.state === 'lost' && found.copy === 'first')
    throw new CliError(
      `the first copy of the store in ${dataDir} is lost: start it without --no-mirror first, which fills it from the mirror.`,
    );
  const [mirror, former] = [copyFolder(dataDir, 'mirror'), join(dataDir, 'former')];
  if (existsSync(former))
    throw new CliError(`${former} has the servers of before: remove that folder first.`);
  await storeLayout(dataDir, { ...layout, mirror: false });
  if (!existsSync(mirror)) return;
  await serversGone(dataDir, 'mirror', layout.shards);
  await mkdir(former, { mode: 0o700 });
  await rename(mirror, join(former, 'mirror'));
}
