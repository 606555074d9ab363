import type { Accounts } from '../accounts.js';
import { createJobs, type Jobs } from '../jobs/jobs.js';
import type { JobsOptions } from '../jobs/settings.js';
import type { AccountsLog } from '../log.js';

/** Kinds of jobs for tests only. */
export const TEST_KINDS = ['note', 'slow', 'echo', 'other'] as const;

/** Jobs of these kinds. */
export function createTestJobs(
  accounts: Accounts,
  options: JobsOptions & { readonly log?: AccountsLog } = {},
): Jobs {
  return createJobs(accounts, { ...options, kinds: TEST_KINDS });
}
