export { type ClickHouseClient, openStore, type StoreOptions } from './client.js';
export {
  countGaps,
  readDueGaps,
  readLinks,
  readNextLink,
  type StoredLink,
} from './gaps/read-gaps.js';
export { type Gap, writeGap, writeGaps } from './gaps/write-gaps.js';
export { type MigrateOptions, type MigrationReport, migrate, pendingMigrations } from './migrate.js';
export { newestFullSlot } from './newest-block.js';
export { type QueryOptions, queryRows } from './query.js';
export { type BracketWrite, writeBrackets } from './sandwiches/bracket-writer.js';
export {
  type DetectionProgress,
  type DetectionState,
  neighbourSlots,
  readDetectionProgress,
  readDetectionState,
  storedBracketIds,
  writeDetectionProgress,
} from './sandwiches/detection-state.js';
export { sqlFile } from './sql-file.js';
export {
  type NamedRead,
  readTrades,
  readTradesWith,
  type TradesOf,
  type TradesRange,
} from './trades/read-trades.js';
export { BlockWriter, type WriteOutcome, type WriteResult } from './writer/block-writer.js';
export { blockQuality } from './writer/quality.js';
export { type BlockTable, ROW_TABLES, TABLE_COLUMNS } from './writer/tables.js';
