import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ClickHouseOptions,
  choosePort,
  type DataLock,
  MEMORY_RATIO,
  type ServerPorts,
  shardOptions,
  writePrivateFile,
} from '@tickscope/embedded';
import { CliError } from './cli-error.js';
import { exchangeServers } from './cluster/folders.js';

const FILE = 'shards.json';
/** Of the second copy, below the data folder. */
const MIRROR = 'mirror';
export const MOST_SHARDS = 16;

export interface ShardCountOptions {
  /** Of the caller on the data folder, if it has one. */
  lock?: DataLock | undefined;
  /** What a new folder gets; default: a single server. */
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
    await storeLayout(dataDir, { shards: count, mirror: false, generation: 0 });
  return count;
}

/** What a data folder keeps about its servers. */
export interface StoredLayout {
  /** Of each copy of the store. */
  shards: number;
  /** The store has a second copy. */
  mirror: boolean;
  /** Copies with a lower one miss something (`mirror/copies.ts`). */
  generation: number;
}

/** The number of servers, of each copy of a mirrored store. Null: the folder has no ClickHouse yet. */
export function storedCount(dataDir: string): number | null {
  return storedLayout(dataDir)?.shards ?? null;
}

/** Null: the folder has no ClickHouse yet. @throws CliError where the file is damaged */
export function storedLayout(dataDir: string): StoredLayout | null {
  const path = join(dataDir, FILE);
  if (!existsSync(path))
    return existsSync(join(dataDir, 'clickhouse')) ? { shards: 1, mirror: false, generation: 0 } : null;
  try {
    const stored = JSON.parse(readFileSync(path, 'utf8')) as Partial<StoredLayout>;
    const { shards = 0, mirror = false, generation = 0 } = stored;
    const isCount = Number.isInteger(shards) && shards >= 1 && shards <= MOST_SHARDS;
    if (isCount && typeof mirror === 'boolean' && (shards > 1 || mirror) && Number.isInteger(generation))
      return { shards, mirror, generation };
  } catch {
    // Treated as damaged.
  }
  throw new CliError(
    `${path} is damaged: it must be {"shards": N}, where N is 1 more than the folders ${join(dataDir, 'shard-*')}; with "mirror": true beside it, if there is a folder ${join(dataDir, MIRROR)}`,
  );
}

export async function storeLayout(
  dataDir: string,
  { shards, mirror, generation }: StoredLayout,
): Promise<void> {
  const path = join(dataDir, FILE);
  const layout = { shards, ...(mirror ? { mirror, generation } : {}) };
  if (shards === 1 && !mirror) await rm(path, { force: true });
  else await writePrivateFile(path, `${JSON.stringify(layout)}\n`);
}

/** One of the two whole copies of a mirrored store. */
export type CopyName = 'first' | 'mirror';

/** Where the first server of a copy has its data, and below which the others have theirs. */
export function copyFolder(dataDir: string, copy: CopyName): string {
  return copy === 'first' ? dataDir : join(dataDir, MIRROR);
}

/** Share of the memory for all servers of one of two copies. */
const COPY_MEMORY_RATIO = MEMORY_RATIO / 2;

/**
 * What to start each server of a copy of a mirrored store with.
 * @param first of the first server of all, which has the lock on the data folder; all of them may make backups
 * @param ports absent: any free ones
 */
export async function copyOptions(
  dataDir: string,
  copy: CopyName,
  count: number,
  first: Pick<ClickHouseOptions, 'lock' | 'backupDirs'>,
  ports?: readonly ServerPorts[],
): Promise<ClickHouseOptions[]> {
  const backupDirs = [join(dataDir, 'backups'), ...(first.backupDirs ?? [])];
  const options = await filledOptions(copyFolder(dataDir, copy), dataDir, count, ports);
  const { lock } = first;
  return options.map((each, server) => ({
    ...each,
    backupDirs,
    ...(copy === 'first' && server === 0 && lock !== undefined ? { lock } : {}),
  }));
}

/** The same for servers in a folder of their own, with the users and passwords of the data folder. */
export async function filledOptions(
  folder: string,
  dataDir: string,
  count: number,
  ports?: readonly ServerPorts[],
): Promise<ClickHouseOptions[]> {
  const shared = { passwordsDir: dataDir, memoryRatio: COPY_MEMORY_RATIO };
  if (count === 1) return [{ dataDir: folder, ...shared, ...ports?.[0] }];
  return shardOptions(folder, ports ?? (await freePorts(count)), shared);
}

/**
 * What to start each embedded server of a data folder with.
 * @param first of the first server, which has the lock on the folder; all of them make backups
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
