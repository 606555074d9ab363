export { type Accounts, openAccounts, type Transaction } from './accounts.js';
export { dumpAccounts, readAccountsBytes } from './backup/dump.js';
export { AccountsBackupError } from './backup/errors.js';
export { checkAccountsFiles, loadAccounts, readAccountsContent } from './backup/load.js';
export type { AccountsDump } from './backup/types.js';
export { createJobs, type Jobs } from './jobs/jobs.js';
export type { Submission } from './jobs/submit.js';
export {
  type JobContext,
  JobError,
  type JobHandler,
  JobRefusedError,
  type JobState,
  type JobStatus,
} from './jobs/types.js';
export type { Workers } from './jobs/workers.js';
export { InvalidAccountError, isAccountId, VISITOR_PREFIX } from './keys/account-id.js';
export { admitCaller, findAccount, findCaller } from './keys/callers.js';
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
export type { RateDecision, Window, WindowState } from './limits/types.js';
export { createLinkCode, LINK_CODE_SECONDS, takeLinkCode } from './link-codes/link-codes.js';
export type { AccountsLog } from './log.js';
export { type MigrateAccountsOptions, migrateAccounts, pendingAccountsMigrations } from './migrate.js';
export { loadPlans, PlansError } from './plans/load-plans.js';
export type { Plan, PlanLimit, Plans } from './plans/types.js';
export { type RpcCallCap, type RpcCallLimits, type RpcTurn, rpcCallCap } from './rpc-calls/rpc-cap.js';
export { allowsAccess } from './subscriptions/status.js';
export { NoSubscriptionError, readSubscription, setSubscription } from './subscriptions/subscriptions.js';
export {
  SUBSCRIPTION_STATUSES,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionStatus,
} from './subscriptions/types.js';
export { AccountsUnavailableError } from './unavailable.js';
export {
  type Attempt,
  claimDeliveries,
  cleanDeliveries,
  disableWebhook,
  endDelivery,
  forgetFeedPosition,
  type PlaceHeld,
  queueSandwiches,
  RETRY_WAITS_MS,
  retryDelivery,
  sandwichListeners,
  takeFeed,
} from './webhooks/deliveries.js';
export {
  type CreatedWebhook,
  type Delivery,
  type DueDelivery,
  type ListedWebhook,
  MAX_WEBHOOKS,
  type SendingState,
  type Webhook,
  type WebhookEvent,
  WebhookLimitError,
  type WebhookRequest,
} from './webhooks/types.js';
export { createWebhook, deleteWebhook, listWebhooks } from './webhooks/webhooks.js';
