/**
 * Excludes control and format characters (they reorder or hide text in logs and terminals), line separators,
 * and lone surrogates: Postgres stores all lone surrogates as the same character, so two subjects would become
 * one account.
 */
const ACCOUNT_ID = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,255}$/u;

/** Whether a text can be an account: 1 to 255 characters, no control characters. Spaces and case count. */
export function isAccountId(text: string): boolean {
  return ACCOUNT_ID.test(text);
}

/** @throws InvalidAccountError */
export function assertAccountId(text: string): void {
  if (!isAccountId(text)) throw new InvalidAccountError();
}

/** The text cannot be an account. The message does not repeat it. A retry with the same text fails again. */
export class InvalidAccountError extends TypeError {
  override readonly name = 'InvalidAccountError';
  readonly code = 'invalid_account';
  constructor() {
    super('an account has 1 to 255 characters, no control characters among them');
  }
}

/** Begins the account of a caller without credentials; the address follows. Visitors share as one account: jobs/next.sql. */
export const VISITOR_PREFIX = 'visitor/';
