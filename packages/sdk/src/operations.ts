import type { operations, paths } from './api-types.js';

/** The method and path of an operation, and facts that its types do not have. */
export interface OperationFacts {
  method: 'GET' | 'POST' | 'DELETE';
  path: keyof paths;
  /** Optional fields of the body, for which the document has a default. */
  defaulted?: readonly string[];
  /** False where the operation is not idempotent. */
  isRepeatable?: boolean;
  /** Answers with server-sent events. */
  isStream?: true;
}

/** Every operation of the document by its id; a test compares the two. */
export const OPERATIONS = {
  analyzeTrade: { method: 'POST', path: '/analyze-trade', defaulted: ['slot_range', 'limit', 'page'] },
  getTransaction: { method: 'GET', path: '/transaction/{signature}' },
  backfillTransaction: {
    method: 'POST',
    path: '/backfill-transaction',
    defaulted: ['slotRange', 'max_age_seconds'],
  },
  getBackfillStatus: { method: 'GET', path: '/backfill-status/{requestId}' },
  walletSignatures: { method: 'POST', path: '/wallet/{address}/signatures', defaulted: ['limit'] },
  enhanceMetadata: { method: 'POST', path: '/enhance-metadata' },
  checkSandwichFast: { method: 'POST', path: '/mev/check-sandwich-fast', defaulted: ['slot_range'] },
  checkSandwich: {
    method: 'POST',
    path: '/mev/check-sandwich',
    defaulted: ['slot_range', 'max_age_seconds'],
  },
  checkWallet: {
    method: 'POST',
    path: '/mev/check-wallet',
    defaulted: ['time_range_days', 'slot_window', 'max_age_seconds'],
  },
  checkAttacker: {
    method: 'POST',
    path: '/mev/check-attacker',
    defaulted: ['time_range_days', 'slot_window', 'max_age_seconds'],
  },
  validateCompetition: {
    method: 'POST',
    path: '/mev/validate-competition',
    defaulted: ['time_range_days', 'slot_window', 'page', 'limit', 'max_age_seconds'],
  },
  getJobStatus: { method: 'GET', path: '/mev/job-status/{jobId}' },
  streamSandwiches: { method: 'GET', path: '/mev/stream', isStream: true },
  listSandwiches: { method: 'GET', path: '/mev/sandwiches' },
  getSandwich: { method: 'GET', path: '/mev/sandwiches/{id}' },
  listAttackers: { method: 'GET', path: '/mev/attackers' },
  getAttacker: { method: 'GET', path: '/mev/attackers/{address}' },
  listValidators: { method: 'GET', path: '/validators' },
  findHotAccounts: { method: 'POST', path: '/write-locks/hot-accounts', defaulted: ['limit'] },
  getAccountWriteLocks: { method: 'POST', path: '/write-locks/account' },
  getStatus: { method: 'GET', path: '/status' },
  listSlots: { method: 'GET', path: '/slots' },
  getSlot: { method: 'GET', path: '/slots/{slot}' },
  createKey: { method: 'POST', path: '/keys', isRepeatable: false },
  listKeys: { method: 'GET', path: '/keys' },
  revokeKey: { method: 'DELETE', path: '/keys/{id}' },
  createWebhook: { method: 'POST', path: '/webhooks', isRepeatable: false },
  listWebhooks: { method: 'GET', path: '/webhooks' },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{id}' },
  getSubscription: { method: 'GET', path: '/subscription' },
} as const satisfies { readonly [Id in keyof operations]?: OperationFacts };

export type OperationId = keyof typeof OPERATIONS;

/** The operations that answer with JSON. */
export type CallId = {
  [Id in OperationId]: (typeof OPERATIONS)[Id] extends { isStream: true } ? never : Id;
}[OperationId];
