import type { EmbeddedClickHouse } from '@tickscope/embedded';
import { startMigratedClickHouse } from '@tickscope/testkit/store/migrated-clickhouse';
import { startTestCluster, type TestCluster } from '@tickscope/testkit/store/test-cluster';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { newDataDir } from '../support/cli.js';
import { copyStore } from './copied-store.js';
import { fillStore } from './filled-store.js';

/** A store on one server, and the same rows on several. */
export interface ComparedStores {
  server: EmbeddedClickHouse;
  one: TestConnection;
  cluster: TestCluster;
  stop(): Promise<void>;
}

export async function startComparedStores(shardCount: number): Promise<ComparedStores> {
  const folder = newDataDir();
  const stops: (() => Promise<unknown>)[] = [async () => folder.remove()];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    // Not a pooled one: emptied tables go on with the numbers of their inserts, which order the live feed.
    const server = await startMigratedClickHouse({ dataDir: folder.dataDir });
    stops.push(() => server.stop());
    const one = connectTo(server);
    stops.push(() => one.close());
    await fillStore(one);
    const cluster = await startTestCluster(shardCount);
    stops.push(() => cluster.stop());
    await copyStore(server, cluster.servers);
    return { server, one, cluster, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
