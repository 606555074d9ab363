import { join } from 'node:path';
import type { ClickHouseOptions } from './clickhouse.js';

export interface ServerPorts {
  readonly httpPort: number;
  readonly tcpPort: number;
}

/** Share of the memory for all servers together. */
const MEMORY_RATIO = 0.6;

/**
 * Makes the options of a cluster's servers, one for each pair of ports. The first one's data is in the data folder
 * itself, as that of a single server is, the others' in folders below it.
 */
export function shardOptions(dataDir: string, ports: readonly ServerPorts[]): ClickHouseOptions[] {
  const cluster = { tcpPorts: ports.map(({ tcpPort }) => tcpPort), passwordsDir: dataDir };
  return ports.map((own, index) => ({
    dataDir: index === 0 ? dataDir : join(dataDir, `shard-${index + 1}`),
    memoryRatio: MEMORY_RATIO / ports.length,
    ...own,
    cluster,
  }));
}
