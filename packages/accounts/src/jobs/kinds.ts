import type { LaneLimits } from './types.js';

/** The kinds of jobs of the product: each has a queue, which `migrateAccounts` makes. */
export const JOB_KINDS = [
  'check-sandwich',
  'check-wallet',
  'check-attacker',
  'validate-competition',
  'backfill-transaction',
] as const;

/**
 * Kinds with limits of their own, in every process alike: whoever ends a job admits its account's next one.
 * A backfill costs calls to a node that bills for them, and so much that no account needs two at once.
 */
export const KIND_LIMITS: Readonly<Record<string, LaneLimits>> = {
  'backfill-transaction': { runningPerAccount: 1, queuedPerAccount: 10 },
};
