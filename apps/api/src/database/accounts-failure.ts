import { AccountsUnavailableError } from '@tickscope/accounts';
import type { FailureReason } from './failure.js';

/** SQLSTATEs ("Appendix A. PostgreSQL Error Codes") for a wrong user or password, or missing rights. */
const REFUSED = new Set(['28P01', '28000', '42501']);
/** SQLSTATEs for a missing database, schema, table or column. */
const NOT_MIGRATED = new Set(['3D000', '3F000', '42P01', '42703']);

/** Classifies an error of a Postgres query, as `failureReason` does for ClickHouse. */
export function accountsFailureReason(error: unknown): FailureReason {
  if (error instanceof AccountsUnavailableError)
    return stateOf(error.cause).startsWith('53') ? 'busy' : 'unreachable';
  const state = stateOf(error);
  if (REFUSED.has(state)) return 'refused';
  return NOT_MIGRATED.has(state) ? 'not_migrated' : 'bug';
}

/** Returns the SQLSTATE of an error, or an empty string. Class 53 is "insufficient resources". */
function stateOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
