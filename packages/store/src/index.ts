export { type ClickHouseClient, openStore, type StoreOptions } from './client.js';
export { type Gap, writeGap, writeGaps } from './gaps.js';
export { type MigrateOptions, type MigrationReport, migrate, pendingMigrations } from './migrate.js';
export { newestFullSlot } from './newest-block.js';
export { type QueryOptions, queryRows } from './query.js';
export { sqlFile } from './sql-file.js';
export { BlockWriter, type WriteOutcome, type WriteResult } from './writer/block-writer.js';
export { blockQuality } from './writer/quality.js';
export { type BlockTable, ROW_TABLES, TABLE_COLUMNS } from './writer/tables.js';
