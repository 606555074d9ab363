export { type ClickHouseOptions, type EmbeddedClickHouse, startClickHouse } from './clickhouse.js';
export { type DataLock, lockDataDir } from './data-lock.js';
export { EmbeddedError } from './errors.js';
export { findClickHouseLibrary } from './native.js';
export { choosePort } from './ports.js';
export { type EmbeddedPostgres, postgresUrl, startPostgres } from './postgres.js';
export { POSTGRES_DATABASE, POSTGRES_USERS } from './postgres-config.js';
export { writePrivateFile } from './private-file.js';
export { isRunning, type ProcessIdentity, thisProcess } from './process-identity.js';
export {
  type ClickHouseRun,
  clickHouseRun,
  type PostgresRun,
  postgresRun,
  type RunFile,
  readRunFile,
  removeRunFile,
  storeUrl,
  writeRunFile,
} from './run-file.js';
export type { ExitReport } from './server-process.js';
export { type ServerPorts, shardOptions } from './shard-options.js';
