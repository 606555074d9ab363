/** The kinds of jobs of the product: each has a queue, which `migrateAccounts` makes. */
export const JOB_KINDS = [
  'check-sandwich',
  'check-wallet',
  'check-attacker',
  'validate-competition',
  'backfill-transaction',
] as const;
