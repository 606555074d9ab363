import { type ClickHouseOptions, type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import type { StoreOptions } from '@tickscope/store';

export const DEFAULT_DATABASE = 'tickscope';

export async function startServers(options: readonly ClickHouseOptions[]): Promise<EmbeddedClickHouse[]> {
  const servers: EmbeddedClickHouse[] = [];
  try {
    for (const each of options) servers.push(await startClickHouse(each));
    return servers;
  } catch (error) {
    await stopServers(servers);
    throw error;
  }
}

/** The URLs of all servers of a store, as `openStore` takes them. */
export function urlOf(servers: readonly EmbeddedClickHouse[]): string {
  return servers.map((server) => server.url).join(',');
}

export async function stopServers(servers: readonly EmbeddedClickHouse[]): Promise<void> {
  for (const server of servers.toReversed()) await server.stop();
}

/** How this program opens a store. */
export function storeOptions(
  url: string,
  { user, password }: { user: string; password: string },
  database: string,
): StoreOptions {
  return { url, user, password, database, application: 'tickscope-cli', requestTimeoutMs: 120_000 };
}
