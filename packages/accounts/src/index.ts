export { type Accounts, type AccountsOptions, openAccounts, type Transaction } from './accounts.js';
export { dumpAccounts, readAccountsBytes } from './backup/dump.js';
export { AccountsBackupError, type AccountsBackupErrorCode } from './backup/errors.js';
export {
  type AccountsContent,
  checkAccountsFiles,
  type LoadOptions,
  loadAccounts,
  readAccountsContent,
} from './backup/load.js';
export type { AccountsDump, DumpedSequence, DumpedTable } from './backup/types.js';
export { createJobs, type Jobs } from './jobs/jobs.js';
export { JOB_KINDS } from './jobs/kinds.js';
export { type AbortCause, JobAbortedError } from './jobs/run-job.js';
export { type JobsOptions, MAX_REQUEST_BYTES, MAX_RESULT_BYTES } from './jobs/settings.js';
export type { Submission } from './jobs/submit.js';
export {
  type JobBasis,
  type JobContext,
  JobError,
  type JobErrorCode,
  type JobHandler,
  JobRefusedError,
  type JobRequest,
  type JobState,
  type JobStatus,
  type LaneLimits,
} from './jobs/types.js';
export type { Workers, WorkOptions } from './jobs/workers.js';
export { InvalidAccountError, isAccountId } from './keys/account-id.js';
export { admitCaller, type FindAccountOptions, findAccount, findCaller } from './keys/callers.js';
export { isKeyText } from './keys/key-text.js';
export { createKey, isKeyName, listKeys, recentKeyHashes, revokeKey } from './keys/keys.js';
export {
  type AdmittedCaller,
  type ApiKey,
  type Caller,
  type CreatedKey,
  type ExpectedCaller,
  type KeyKind,
  KeyLimitError,
  type KeyRequest,
  MAX_LIVE_KEYS,
  type SeenCaller,
} from './keys/types.js';
export { cleanWindows, takeWindows } from './limits/take-windows.js';
export type { Taken, Window, WindowState } from './limits/types.js';
export type { AccountsLog } from './log.js';
export {
  type AccountsMigrationReport,
  latestAccountsMigration,
  type MigrateAccountsOptions,
  migrateAccounts,
  pendingAccountsMigrations,
} from './migrate.js';
export { loadPlans, PlansError } from './plans/load-plans.js';
export type { Plan, PlanLimit, Plans } from './plans/types.js';
export {
  type RpcCallCap,
  type RpcCallLimits,
  type RpcTurn,
  rpcCallCap,
} from './rpc-calls/rpc-cap.js';
export { allowsAccess } from './subscriptions/status.js';
export { NoSubscriptionError, readSubscription, setSubscription } from './subscriptions/subscriptions.js';
export {
  type ClockOptions,
  SUBSCRIPTION_STATUSES,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionStatus,
} from './subscriptions/types.js';
export { AccountsUnavailableError, isUnavailable } from './unavailable.js';
export {
  claimDeliveries,
  cleanDeliveries,
  disableWebhook,
  endDelivery,
  forgetFeedPosition,
  queueSandwiches,
  RETRY_WAITS_MS,
  retryDelivery,
  type SandwichListener,
  sandwichListeners,
  takeFeed,
} from './webhooks/deliveries.js';
export {
  type CreatedWebhook,
  type Delivery,
  type DueDelivery,
  type ListedWebhook,
  MAX_WEBHOOKS,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
  WebhookLimitError,
  type WebhookRequest,
} from './webhooks/types.js';
export { createWebhook, deleteWebhook, listWebhooks } from './webhooks/webhooks.js';
