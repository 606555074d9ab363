import { type ConfigTree, renderXml } from './xml.js';

export const SHARDS = [1, 2] as const;
export const REPLICAS = [1, 2] as const;
export const KEEPERS = [1, 2, 3] as const;

const NOT_RUN = [
  'NOT RUN HERE: the embedded engine has no replication, and no full server was at hand. Rendered by',
  'packages/operate/embedded/src/shipped-cluster.ts; tests compare the names with those that `tickscope migrate` checks.',
];

/** The host of a server, as infra/clickhouse/cluster/docker-compose.yaml names it. */
export function serverHost(shard: number, replica: number): string {
  return `clickhouse-${shard}-${replica}`;
}

export function keeperHost(keeper: number): string {
  return `keeper-${keeper}`;
}

/** `infra/clickhouse/cluster/cluster.xml` (config.d), the same for every server: its number comes from its environment. */
export function renderShippedCluster(): string {
  const shard = (number: number): ConfigTree => ({
    // A row is written to one replica, which sends it to the others.
    internal_replication: 'true',
    replica: REPLICAS.map((replica) => ({ host: serverHost(number, replica), port: 9000 })),
  });
  const secret: ConfigTree = { '@from_env': 'CLUSTER_SECRET' };
  return renderXml(
    {
      remote_servers: {
        tickscope: { secret, shard: SHARDS.map(shard) },
        tickscope_first: { secret, shard: [shard(SHARDS[0])] },
      },
      macros: { shard: { '@from_env': 'SHARD' }, replica: { '@from_env': 'REPLICA' } },
      zookeeper: { node: KEEPERS.map((keeper) => ({ host: keeperHost(keeper), port: 9181 })) },
      // Replicas fetch parts from each other by this name.
      interserver_http_host: { '@from_env': 'HOSTNAME' },
      listen_host: '::',
    },
    [
      'Two shards of two replicas each, as one store (config.d of every server; docs/scaling.md). From the environment:',
      'SHARD, REPLICA, HOSTNAME, CLUSTER_SECRET.',
      ...NOT_RUN,
    ],
  );
}

/** `infra/clickhouse/cluster/keeper.xml`, the same for each of the three. */
export function renderShippedKeeper(): string {
  return renderXml(
    {
      listen_host: '::',
      keeper_server: {
        tcp_port: 9181,
        server_id: { '@from_env': 'KEEPER' },
        log_storage_path: '/var/lib/clickhouse-keeper/log',
        snapshot_storage_path: '/var/lib/clickhouse-keeper/snapshots',
        coordination_settings: { operation_timeout_ms: 10_000, session_timeout_ms: 30_000 },
        raft_configuration: {
          server: KEEPERS.map((keeper) => ({ id: keeper, hostname: keeperHost(keeper), port: 9234 })),
        },
      },
    },
    ['A ClickHouse Keeper. From the environment: KEEPER, its number.', ...NOT_RUN],
  );
}
