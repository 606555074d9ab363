import type { Operation } from './operation.js';
import { analyzeTrade } from './routes/analyze-trade/handler.js';
import { getAttacker } from './routes/attacker/handler.js';
import { getBackfillStatus } from './routes/backfill-status/handler.js';
import { backfillTransaction } from './routes/backfill-transaction/handler.js';
import { checkAttacker } from './routes/check-attacker/handler.js';
import { checkSandwich } from './routes/check-sandwich/handler.js';
import { checkSandwichFast } from './routes/check-sandwich-fast/handler.js';
import { checkWallet } from './routes/check-wallet/handler.js';
import { createKey } from './routes/create-key/handler.js';
import { createWebhook } from './routes/create-webhook/handler.js';
import { deleteWebhook } from './routes/delete-webhook/handler.js';
import { enhanceMetadata } from './routes/enhance-metadata/handler.js';
import { getJobStatus } from './routes/job-status/handler.js';
import { listAttackers } from './routes/list-attackers/handler.js';
import { listKeys } from './routes/list-keys/handler.js';
import { listSandwiches } from './routes/list-sandwiches/handler.js';
import { listSlots } from './routes/list-slots/handler.js';
import { listValidators } from './routes/list-validators/handler.js';
import { listWebhooks } from './routes/list-webhooks/handler.js';
import { streamSandwiches } from './routes/mev-stream/handler.js';
import { revokeKey } from './routes/revoke-key/handler.js';
import { getSandwich } from './routes/sandwich/handler.js';
import { getSlot } from './routes/slot/handler.js';
import { getStatus } from './routes/status/handler.js';
import { getSubscription } from './routes/subscription/handler.js';
import { getTransaction } from './routes/transaction/handler.js';
import { validateCompetition } from './routes/validate-competition/handler.js';
import { walletSignatures } from './routes/wallet-signatures/handler.js';
import { getAccountWriteLocks } from './routes/write-locks-account/handler.js';
import { findHotAccounts } from './routes/write-locks-hot-accounts/handler.js';

/** All operations of the API. */
export const OPERATIONS: readonly Operation[] = [
  analyzeTrade,
  getTransaction,
  backfillTransaction,
  getBackfillStatus,
  walletSignatures,
  enhanceMetadata,
  checkSandwichFast,
  checkSandwich,
  checkWallet,
  checkAttacker,
  validateCompetition,
  getJobStatus,
  streamSandwiches,
  listSandwiches,
  getSandwich,
  listAttackers,
  getAttacker,
  listValidators,
  findHotAccounts,
  getAccountWriteLocks,
  getStatus,
  listSlots,
  getSlot,
  createKey,
  listKeys,
  revokeKey,
  createWebhook,
  listWebhooks,
  deleteWebhook,
  getSubscription,
];
