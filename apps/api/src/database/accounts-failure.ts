import { AccountsUnavailableError } from '@tickscope/accounts';
import type { FailureReason } from './failure.js';

/** SQLSTATEs ("Appendix A. PostgreSQL Error Codes"): a wrong user or password, or rights that are missing. */
const REFUSED = new Set(['28P01', '28000', '42501']);
/** A database, a schema, a table or a column that is not there. */
const NOT_MIGRATED = new Set(['3D000', '3F000', '42P01', '42703']);

/** Classifies what a query of Postgres threw, as `failureReason` does for ClickHouse. */
export function accountsFailureReason(error: unknown): FailureReason {
  if (error instanceof AccountsUnavailableError)
    return stateOf(error.cause).startsWith('53') ? 'busy' : 'unreachable';
  const state = stateOf(error);
  if (REFUSED.has(state)) return 'refused';
  return NOT_MIGRATED.has(state) ? 'not_migrated' : 'bug';
}

/** Class 53 is "insufficient resources". */
function stateOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
