import type { LaneLimits } from './types.js';

/** The product's kinds of jobs. */
export const JOB_KINDS = [
  'check-sandwich',
  'check-wallet',
  'check-attacker',
  'validate-competition',
  'backfill-transaction',
] as const;

/**
 * Kinds with limits of their own. They are equal in every process, because the process that ends a job admits
 * its account's next one. A backfill makes many calls to a node that bills for them, and no account needs two
 * at once.
 */
export const KIND_LIMITS: Readonly<Record<string, LaneLimits>> = {
  'backfill-transaction': { runningPerAccount: 1, queuedPerAccount: 10 },
};
