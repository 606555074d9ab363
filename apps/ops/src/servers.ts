import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '@tickscope/command-line';
import {
  type ClickHouseOptions,
  choosePort,
  type DataLock,
  type ServerPorts,
  shardOptions,
  writePrivateFile,
} from '@tickscope/embedded';
import { exchangeServers } from './cluster/folders.js';

const FILE = 'shards.json';
export const MOST_SHARDS = 16;

export interface ShardCountOptions {
  /** Lock that the caller has on the data folder, if any. */
  lock?: DataLock | undefined;
  /** Number of servers of a new folder; default: a single server. */
  ofNew?: number | undefined;
}

/**
 * The number of embedded ClickHouse servers of a data folder. Chosen at its first start and then kept: the rows are where
 * that number puts them. Only a move changes it; one that was finished is put in place here.
 * @param wanted null: what the folder has
 * @throws CliError where the folder has another number
 */
export async function shardCount(
  dataDir: string,
  wanted: number | null,
  { lock, ofNew = 1 }: ShardCountOptions = {},
): Promise<number> {
  await exchangeServers(dataDir, lock);
  const stored = storedCount(dataDir);
  if (stored !== null && wanted !== null && stored !== wanted)
    throw new CliError(
      `${dataDir} has ${stored} ClickHouse ${stored === 1 ? 'server' : 'servers'}, so leave --shards out. To change that, start it and run beside it: tickscope cluster move --shards ${wanted} --data-dir ${dataDir} (docs/scaling.md)`,
    );
  const count = stored ?? wanted ?? ofNew;
  if (stored === null && count > 1)
    await writePrivateFile(join(dataDir, FILE), `${JSON.stringify({ shards: count })}\n`);
  return count;
}

/**
 * The number of servers; null: the folder has no ClickHouse yet.
 * @throws CliError where the file is damaged, or names a mirror
 */
export function storedCount(dataDir: string): number | null {
  const path = join(dataDir, FILE);
  if (!existsSync(path)) return existsSync(join(dataDir, 'clickhouse')) ? 1 : null;
  const { shards, mirror } = readLayout(path);
  if (mirror === true)
    throw new CliError(
      `${dataDir} has a store that was made with --mirror, which this build cannot use. Move clickhouse, shard-*, mirror and shards.json out of that folder (only ClickHouse's data: postgres, with keys and webhooks, stays), and import the blocks again.`,
    );
  if (Number.isInteger(shards) && Number(shards) > 1 && Number(shards) <= MOST_SHARDS) return Number(shards);
  throw new CliError(
    `${path} is damaged: it must be {"shards": N}, where N is 1 more than the folders ${join(dataDir, 'shard-*')}`,
  );
}

function readLayout(path: string): { shards?: unknown; mirror?: unknown } {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) ?? {}) as { shards?: unknown; mirror?: unknown };
  } catch {
    // Treated as damaged.
    return {};
  }
}

/**
 * Makes the options of each embedded server of a data folder.
 * @param first options of the first server, which has the lock on the folder; all of them make backups
 * @param ports absent: any free ones
 */
export async function serverOptions(
  dataDir: string,
  count: number,
  first: Pick<ClickHouseOptions, 'lock' | 'backupDirs'>,
  ports?: readonly ServerPorts[],
): Promise<ClickHouseOptions[]> {
  if (count === 1) return [{ dataDir, ...ports?.[0], ...first }];
  const [one, ...others] = shardOptions(dataDir, ports ?? (await freePorts(count)));
  const backupDirs = [join(dataDir, 'backups'), ...(first.backupDirs ?? [])];
  return [{ ...one!, ...first }, ...others.map((other) => ({ ...other, backupDirs }))];
}

async function freePorts(count: number): Promise<ServerPorts[]> {
  const ports: ServerPorts[] = [];
  for (let server = 0; server < count; server += 1)
    ports.push({
      httpPort: await choosePort('ClickHouse HTTP'),
      tcpPort: await choosePort('ClickHouse TCP'),
    });
  return ports;
}
