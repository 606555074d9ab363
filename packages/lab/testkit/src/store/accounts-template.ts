import { migrateAccounts } from '@tickscope/accounts';
import type { PostgresTemplate } from './shared-postgres.js';

/** The tables of accounts and jobs, as `tickscope up` makes them. */
export const ACCOUNTS_TEMPLATE: PostgresTemplate = {
  name: 'accounts',
  prepare: (ownerUrl) => migrateAccounts(ownerUrl, { appRole: 'app' }),
};
