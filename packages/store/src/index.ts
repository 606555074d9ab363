export { type BackedUpTable, readBackedUpTables } from './backup/backed-up-tables.js';
export { BackupError, type BackupErrorCode } from './backup/backup-error.js';
export { serverCount } from './backup/backup-steps.js';
export {
  type BackupStoreOptions,
  backupStore,
  readBackupSize,
  type StoreBackup,
  type TableSize,
} from './backup/backup-store.js';
export type { BackupTarget } from './backup/backup-target.js';
export { beginRestore, finishRestore, readStoreContent, type StoreContent } from './backup/restore-marker.js';
export {
  type RestoreStoreOptions,
  restoreStore,
  type SettledSlots,
  settleRestored,
} from './backup/restore-store.js';
export { cancelBackupsInto } from './backup/run-operation.js';
export type { AdminConnection, StoreCopy, StorePlace } from './connection/admin-connection.js';
export type { CopyChange } from './connection/fail-over-reader.js';
export { openStore, type ReadWrite, type Store, type StoreOptions } from './connection/open-store.js';
export { OneServerOnlyError } from './connection/placed-statements.js';
export type { QueryOptions, ReadConnection } from './connection/read-connection.js';
export type { WriteConnection } from './connection/write-connection.js';
export {
  countGaps,
  readDueGaps,
  readLinks,
  readNextLink,
  type StoredCopy,
  type StoredLink,
} from './gaps/read-gaps.js';
export { closeGap, type Gap, writeGap, writeGaps } from './gaps/write-gaps.js';
export { BUCKET_SLOTS, bucketOf } from './heat/bucket.js';
export { type HeatEvents, keepHeat } from './heat/keep-heat.js';
export { type HeatRefresh, type RefreshOptions, refreshHeat } from './heat/refresh-heat.js';
export { innerIndex, type PositionColumns, toPosition } from './instruction-position.js';
export { isTimeout, isUnreachable } from './is-unreachable.js';
export {
  type MigrateOptions,
  type MigrationProgress,
  type MigrationReport,
  migrate,
  pendingMigrations,
  RewriteRefusedError,
  storedVersion,
} from './migrate.js';
export { latestMigration, migrationInserts } from './migration-files.js';
export { MoveError, type MoveErrorCode } from './move/move-error.js';
export { type MoveReport, type MoveStoreOptions, moveStore } from './move/move-store.js';
export type { Moved, MoveProgress } from './move/moving.js';
export { newestDetectableSlot, newestFullSlot } from './newest-block.js';
export {
  column,
  defineQuery,
  type ParametersOf,
  param,
  type Query,
  type Read,
  type RowOf,
  readWith,
  runQuery,
  sqlFile,
  tuples,
} from './query/index.js';
export {
  type LeaderSchedule,
  readStoredRange,
  readUnnamedMints,
  readValidators,
  replaceLabels,
  type StoredLabel,
  type TokenFacts,
  type ValidatorFacts,
  writeLeaders,
  writeTokens,
  writeValidators,
} from './reference/index.js';
export {
  applyRetention,
  DEFAULT_RETENTION,
  type RetentionChange,
  type RetentionDays,
} from './retention/apply-retention.js';
export { type BudgetReport, checkDiskBudget } from './retention/disk-budget.js';
export { type DiskUse, readDiskUse, type TableUse, totalUse } from './retention/disk-use.js';
export { retentionDays, ttlClauses } from './retention/ttl-clauses.js';
export {
  compareSandwiches,
  type SandwichDifference,
  type SandwichWrite,
} from './sandwiches/compare-sandwiches.js';
export {
  type DetectionCopy,
  markDetected,
  type ReadCopy,
  readDetectionCopies,
  readUndetectedSlots,
} from './sandwiches/detected-slots.js';
export {
  type DetectionState,
  digestSandwiches,
  neighbourSlots,
  readDetectionState,
  storedSandwichIds,
} from './sandwiches/detection-state.js';
export { ACTOR_HOUR_COLUMNS, PAYER_COLUMNS, PAYER_SLOTS, RECORD_SLOTS } from './sandwiches/history-rows.js';
export { markDueAfter, markDueByPayers } from './sandwiches/mark-due.js';
export { mendFeed } from './sandwiches/mend-feed.js';
export { type PlacedTransactions, placedTransactions } from './sandwiches/placed-transactions.js';
export { LEG_ROLES, type LegRole } from './sandwiches/sandwich-rows.js';
export { writeSandwiches } from './sandwiches/sandwich-writer.js';
export { undecodedAttempts } from './sandwiches/undecoded-attempts.js';
export { parseVerdicts, type VerdictTexts } from './sandwiches/verdict-text.js';
export { BlockWriter, type WriteOutcome, type WriteResult } from './writer/block-writer.js';
export {
  type EncodedBlock,
  encodedBlock,
  isEncoded,
  tradesOfBlock,
  transactionRows,
  unknownFramesOfBlock,
  type WritableBlock,
} from './writer/encoded-block.js';
export { blockQuality, LINKS_KNOWN } from './writer/quality.js';
export { BLOCK_TABLES, type BlockTable, ROW_TABLES, TABLE_COLUMNS } from './writer/tables.js';
