import { join } from 'node:path';
import type { ClickHouseOptions } from './clickhouse.js';

export interface ServerPorts {
  readonly httpPort: number;
  readonly tcpPort: number;
}

/** Share of the memory for all servers together. */
export const MEMORY_RATIO = 0.6;

export interface ShardSharing {
  /** The data folder whose passwords and cluster secret the servers have. Default: that of the first. */
  passwordsDir?: string;
  /** Share of the memory for all of these servers together. Default: `MEMORY_RATIO`. */
  memoryRatio?: number;
}

/**
 * What to start the servers of a cluster with, one for each pair of ports. The first one's data is in the data folder
 * itself, as that of a single server is, the others' in folders below it.
 */
export function shardOptions(
  dataDir: string,
  ports: readonly ServerPorts[],
  { passwordsDir = dataDir, memoryRatio = MEMORY_RATIO }: ShardSharing = {},
): ClickHouseOptions[] {
  const cluster = { tcpPorts: ports.map(({ tcpPort }) => tcpPort), passwordsDir };
  return ports.map((own, index) => ({
    dataDir: index === 0 ? dataDir : join(dataDir, `shard-${index + 1}`),
    memoryRatio: memoryRatio / ports.length,
    ...own,
    cluster,
  }));
}
