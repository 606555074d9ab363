import type { ClickHouseOptions, EmbeddedClickHouse } from '@tickscope/embedded';
import { startServers, stopServers, storeOptions, urlOf } from '../embedded-servers.js';
import { copyOptions } from '../servers.js';
import { mirrorState, putInPlace } from './copies.js';
import { fillCopy } from './fill-copy.js';

export interface BothCopies {
  dataDir: string;
  /** Of each copy. */
  shards: number;
  first: Pick<ClickHouseOptions, 'lock' | 'backupDirs'>;
  database: string;
  /** Gets the servers that were started. */
  servers: EmbeddedClickHouse[];
  say?: ((line: string) => void) | undefined;
}

/**
 * Starts the servers of both copies of a mirrored store for one command. A copy that is lost is filled first.
 *
 * @returns the URL of the store
 * @throws CliError, MoveError, EmbeddedError; no server runs then
 */
export async function startBothCopies(options: BothCopies): Promise<string> {
  const { dataDir, shards, first, database, servers, say = () => {} } = options;
  for (const copy of ['first', 'mirror'] as const) await putInPlace(dataDir, copy);
  const found = mirrorState(dataDir);
  const lost = found.state === 'lost' ? found.copy : null;
  const order = lost === 'first' ? (['mirror', 'first'] as const) : (['first', 'mirror'] as const);
  const urls = { first: '', mirror: '' };
  try {
    for (const copy of order) {
      if (copy === lost) {
        const from = storeOptions(urls[order[0]], servers[0]!.users.owner, database);
        await fillCopy({ dataDir, shards, copy, from, say });
      }
      const started = await startServers(await copyOptions(dataDir, copy, shards, first));
      servers.push(...started);
      urls[copy] = urlOf(started);
    }
    return `${urls.first}|${urls.mirror}`;
  } catch (error) {
    await stopServers(servers.splice(0));
    throw error;
  }
}
