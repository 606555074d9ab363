import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embedded } from '@tickscope/command-line';
import { startClickHouse } from '@tickscope/embedded';
import { migrate, openStore } from '@tickscope/store';
import { DEFAULT_DATABASE, storeOptions } from '../embedded-servers.js';

/**
 * An empty store in a folder of its own below the system's folder for temporary files (`TMPDIR`). `remove` stops its
 * server and removes its files.
 */
export async function openTemporaryStore() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickscope-prove-'));
  const closers = [() => rm(dataDir, { recursive: true, force: true })];
  const remove = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const server = await embedded(() => startClickHouse({ dataDir }));
    closers.push(async () => void (await server.stop()));
    const store = openStore(storeOptions(server.url, server.users.owner, DEFAULT_DATABASE));
    closers.push(() => store.close());
    await migrate(store);
    return { store, clickHousePid: server.pid, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
