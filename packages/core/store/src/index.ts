export { readBackedUpTables } from './backup/backed-up-tables.js';
export { BackupError } from './backup/backup-error.js';
export { serverCount } from './backup/backup-steps.js';
export { backupStore, readBackupSize } from './backup/backup-store.js';
export type { BackupTarget } from './backup/backup-target.js';
export { beginRestore, finishRestore, readStoreContent } from './backup/restore-marker.js';
export { restoreStore, type SettledSlots, settleRestored } from './backup/restore-store.js';
export { cancelBackupsInto } from './backup/run-operation.js';
export type { StorePlace } from './connection/admin-connection.js';
export { openStore, type ReadWrite, type Store, type StoreOptions } from './connection/open-store.js';
export { OneServerOnlyError } from './connection/placed-statements.js';
export type { ReadConnection } from './connection/read-connection.js';
export type { WriteConnection } from './connection/write-connection.js';
export {
  COUNT_GAPS,
  countGaps,
  GAPS_OF_RANGE,
  readDueGaps,
  readGaps,
  readLinks,
  readNextLink,
  type StoredLink,
} from './gaps/read-gaps.js';
export { closeGap, type Gap, writeGap, writeGaps } from './gaps/write-gaps.js';
export { BUCKET_SLOTS, bucketOf } from './heat/bucket.js';
export { type HeatEvents, keepHeat } from './heat/keep-heat.js';
export { refreshHeat } from './heat/refresh-heat.js';
export { innerIndex, type PositionColumns, toPosition } from './instruction-position.js';
export { isTimeout, isUnreachable } from './is-unreachable.js';
export {
  checkSchema,
  migrate,
  OtherSchemaError,
  otherSchemaText,
  pendingMigrations,
  storedVersion,
} from './migrate.js';
export { fillingStatements, latestMigration, schemaHash } from './migration-files.js';
export { MoveError } from './move/move-error.js';
export { type MoveReport, moveStore } from './move/move-store.js';
export type { Moved, MoveProgress } from './move/moving.js';
export { newestDetectableSlot, newestFullSlot } from './newest-block.js';
export {
  column,
  defineFileQuery,
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
export { replaceLabels } from './reference/labels.js';
export { type LeaderSchedule, writeLeaders } from './reference/leaders.js';
export {
  addTipAccount,
  ListedTipAccountError,
  readTipAccounts,
  tipAccountsOf,
} from './reference/tip-accounts.js';
export { readStoredRange, readUnnamedMints, type TokenFacts, writeTokens } from './reference/tokens.js';
export { readValidators, type ValidatorFacts, writeValidators } from './reference/validators.js';
export { applyRetention, DEFAULT_RETENTION, type RetentionDays } from './retention/apply-retention.js';
export { type BudgetReport, checkDiskBudget } from './retention/disk-budget.js';
export { readDiskUse, type TableUse, totalUse } from './retention/disk-use.js';
export { retentionDays, ttlClauses } from './retention/ttl-clauses.js';
export { endless, type RetryPolicy, retry } from './retry.js';
export type { ChangedTrip } from './sandwiches/actor-trips.js';
export { addMissingFeedRows } from './sandwiches/add-missing-feed-rows.js';
export {
  compareSandwiches,
  type SandwichDifference,
  type SandwichWrite,
} from './sandwiches/compare-sandwiches.js';
export {
  type BlockVersion,
  markDetected,
  type ReadVersion,
  readBlockVersions,
  readUndetectedSlots,
} from './sandwiches/detected-slots.js';
export {
  digestSandwiches,
  neighbourSlots,
  readDetectionState,
  storedSandwichIds,
} from './sandwiches/detection-state.js';
export { ACTOR_HOUR_COLUMNS, PAYER_COLUMNS, PAYER_SLOTS, RECORD_SLOTS } from './sandwiches/history-rows.js';
export { staleVerdicts } from './sandwiches/judged-rows.js';
export { keptOf, walletChanges } from './sandwiches/kept.js';
export { markDueAfter, markDueByPayers } from './sandwiches/mark-due.js';
export { placedTransactions } from './sandwiches/placed-transactions.js';
export { changedActors, recentActors } from './sandwiches/recent-actors.js';
export { rejudge } from './sandwiches/rejudge.js';
export {
  actorsOf,
  type ChangedActor,
  mergeActors,
  rejudgeActors,
} from './sandwiches/rejudge-actors.js';
export { LONGEST_REVISION_STEP } from './sandwiches/revision-numbers.js';
export { LEG_ROLES, type LegRole } from './sandwiches/sandwich-rows.js';
export { writeSandwiches } from './sandwiches/sandwich-writer.js';
export { undecodedAttempts } from './sandwiches/undecoded-attempts.js';
export { verdictsNow } from './sandwiches/verdicts-now.js';
export { LOCK_FLAGS } from './writer/account-activity.js';
export {
  BlockWriter,
  type WriteOptions,
  type WriteOutcome,
  type WriteResult,
} from './writer/block-writer.js';
export {
  encodedBlock,
  isEncoded,
  tradesOfBlock,
  transactionRows,
  unknownFramesOfBlock,
  type WritableBlock,
} from './writer/encoded-block.js';
export { blockQuality, LINKS_KNOWN } from './writer/quality.js';
export { BLOCK_TABLES, ROW_TABLES } from './writer/tables.js';
