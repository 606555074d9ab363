import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataLock, lockDataDir, writePrivateFile } from '@tickscope/embedded';

/** Parts of a data folder that belong to its ClickHouse servers, beside those that each start makes again. */
const PARTS = /^(clickhouse|shard-\d+|shards\.json)$/;
const FINISHED = 'finished.json';

/** The folders of a move to another number of servers, below a data folder. */
export function moveFolders(dataDir: string) {
  return {
    /** Servers that are being filled. */
    next: join(dataDir, 'next'),
    /** Servers that take the place of those of the data folder: only while folders are renamed. */
    arriving: join(dataDir, 'arriving'),
    /** The servers of before, which nothing reads any more. */
    former: join(dataDir, 'former'),
  };
}

/** The servers in `next` are whole and stopped: from here on `exchangeServers` puts them in place, at any start. */
export async function markFinished(dataDir: string): Promise<void> {
  await writePrivateFile(join(moveFolders(dataDir).next, FINISHED), '{}\n');
}

/**
 * Puts the servers of a finished move in the place of those of the data folder; those go to `former`. Without one,
 * nothing happens. Interrupted at any point, the next call goes on.
 *
 * @param lock of the caller on the data folder; absent: acquired here, where there is something to do
 */
export async function exchangeServers(dataDir: string, lock?: DataLock): Promise<void> {
  const { next, arriving } = moveFolders(dataDir);
  if (!existsSync(join(next, FINISHED)) && !existsSync(arriving)) return;
  const own = lock ?? (await lockDataDir(dataDir));
  try {
    await exchange(dataDir);
  } finally {
    if (lock === undefined) own.release();
  }
}

async function exchange(dataDir: string): Promise<void> {
  const { next, arriving, former } = moveFolders(dataDir);
  if (existsSync(join(next, FINISHED))) {
    await mkdir(former, { recursive: true, mode: 0o700 });
    await renameParts(dataDir, former);
    // From here on the folder has none but the new ones.
    await rename(next, arriving);
  }
  if (!existsSync(arriving)) return;
  await renameParts(arriving, dataDir);
  await rm(arriving, { recursive: true });
}

async function renameParts(from: string, to: string): Promise<void> {
  for (const name of await readdir(from))
    if (PARTS.test(name)) await rename(join(from, name), join(to, name));
}
