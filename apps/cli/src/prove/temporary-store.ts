import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickHouse } from '@tickscope/embedded';
import { migrate, openStore, type Store } from '@tickscope/store';
import { DEFAULT_DATABASE, embedded } from '../embedded-servers.js';

export interface TemporaryStore {
  store: Store;
  clickHousePid: number;
  /** Stops the server and removes its files. */
  remove(): Promise<void>;
}

/** An empty store in a folder of its own below the system's folder for temporary files (`TMPDIR`). */
export async function openTemporaryStore(): Promise<TemporaryStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickscope-prove-'));
  const closers = [() => rm(dataDir, { recursive: true, force: true })];
  const remove = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const server = await embedded(() => startClickHouse({ dataDir }));
    closers.push(async () => void (await server.stop()));
    const store = openStore({
      ...{ url: server.url, ...server.users.owner, database: DEFAULT_DATABASE },
      ...{ application: 'tickscope-cli', requestTimeoutMs: 120_000 },
    });
    closers.push(() => store.close());
    await migrate(store);
    return { store, clickHousePid: server.pid, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
