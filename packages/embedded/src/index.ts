export {
  type ClickHouseOptions,
  type ClusterMember,
  type Credentials,
  type EmbeddedClickHouse,
  startClickHouse,
} from './clickhouse.js';
export { CLICKHOUSE_USERS, type ClickHouseUser, type QueryLimits, queryLimits } from './clickhouse-users.js';
export { type DataLock, lockDataDir } from './data-lock.js';
export { EmbeddedError, type EmbeddedErrorCode } from './errors.js';
export { findClickHouseLibrary } from './native.js';
export { choosePort } from './ports.js';
export { type EmbeddedPostgres, type PostgresOptions, postgresUrl, startPostgres } from './postgres.js';
export { findPostgresPackage } from './postgres-binaries.js';
export { POSTGRES_DATABASE, POSTGRES_USERS, type PostgresUser } from './postgres-config.js';
export { writePrivateFile } from './private-file.js';
export { isRunning, type ProcessIdentity, thisProcess } from './process-identity.js';
export {
  type ClickHouseRun,
  clickHouseRun,
  type PostgresRun,
  postgresRun,
  type RunFile,
  type RunInfo,
  readRunFile,
  removeRunFile,
  storeUrl,
  writeRunFile,
} from './run-file.js';
export type { ExitReport, StopOutcome } from './server-process.js';
export { MEMORY_RATIO, type ServerPorts, type ShardSharing, shardOptions } from './shard-options.js';
export type { ConfigTree, ConfigValue } from './xml.js';
