import {
  ANALYST_GRANTS,
  CLUSTER_GRANTS,
  CLUSTER_SETTINGS,
  FILE_SETTINGS,
  OWNER_GRANTS,
  queryLimits,
  READER_GRANTS,
  readOnlyProfile,
  SHORT_QUERY_SETTINGS,
} from './clickhouse-users.js';
import { type ConfigTree, renderXml } from './xml.js';

/** Engines of tables on servers with replicas. */
const REPLICATED_GRANTS = [
  'ReplicatedMergeTree',
  'ReplicatedReplacingMergeTree',
  'ReplicatedAggregatingMergeTree',
].map((engine) => `GRANT TABLE ENGINE ON ${engine}`);
/** Settings in a cluster with replicas. */
const REPLICA_SETTINGS = {
  ...CLUSTER_SETTINGS,
  // The replica that is listed first, while it is there: the one that was written to.
  load_balancing: 'in_order',
  // Another one only if it lacks no more than this many seconds; otherwise the query fails, and is asked again.
  max_replica_delay_for_distributed_queries: 1,
  fallback_to_stale_replicas_for_distributed_queries: 0,
};

/** The machine for which the limits of the shipped file are computed. */
const MEMORY_BYTES = 16_000_000_000;
const CORES = 8;

const HEAD = [
  "The users of Tickscope for a ClickHouse server of your own (users.d). Passwords come from the server's environment.",
  'Rendered by packages/operate/embedded/src/shipped-users.ts, with the rights and limits of the embedded server; tests compare',
  'this file with what the code renders and start a server with it. The limits are for 16 GB and 8 cores: change the',
  'numbers of both the settings and their constraints for another machine.',
];

const CLUSTER_HEAD = [
  'The users of Tickscope for servers that are shards with replicas (users.d of every server). As ../users.xml, with what',
  'several servers need in addition. NOT RUN HERE. Rendered by packages/operate/embedded/src/shipped-users.ts.',
];

/**
 * Renders `infra/clickhouse/users.xml`: `writer` for the ingester and migrations, `reader` for the API, `analyst` for
 * people. The two read-only users may tighten their limits, as clients do with every query (`max_execution_time`), but
 * never loosen them.
 */
export function renderShippedUsers(): string {
  return render(false);
}

/** Renders `infra/clickhouse/cluster/users.xml`: the same users for servers that are shards with replicas. */
export function renderShippedClusterUsers(): string {
  return render(true);
}

function render(isShard: boolean): string {
  const limits = queryLimits(MEMORY_BYTES, CORES);
  const shared = isShard ? REPLICA_SETTINGS : {};
  const user = (variable: string, profile: string, grants: readonly string[]): ConfigTree => ({
    password: { '@from_env': variable },
    networks: { ip: '::/0' },
    profile,
    quota: 'default',
    grants: { query: grants },
  });
  return renderXml(
    {
      profiles: {
        default: { ...FILE_SETTINGS, ...shared },
        tickscope_writer: { ...SHORT_QUERY_SETTINGS, ...shared },
        tickscope_reader: { ...readOnlyProfile(limits.reader, isShard), ...shared },
        tickscope_analyst: { ...readOnlyProfile(limits.analyst, isShard), ...shared },
      },
      users: {
        writer: user('WRITER_PASSWORD', 'tickscope_writer', [
          ...OWNER_GRANTS,
          ...(isShard ? [...CLUSTER_GRANTS.owner, ...REPLICATED_GRANTS] : []),
        ]),
        reader: user('READER_PASSWORD', 'tickscope_reader', [
          ...READER_GRANTS,
          ...(isShard ? CLUSTER_GRANTS.reader : []),
        ]),
        analyst: user('ANALYST_PASSWORD', 'tickscope_analyst', [
          ...ANALYST_GRANTS,
          ...(isShard ? CLUSTER_GRANTS.analyst : []),
        ]),
      },
    },
    isShard ? CLUSTER_HEAD : HEAD,
  );
}
