/**
 * `damaged`: a file of the backup is missing or has another content; `not_empty`: the database has accounts already;
 * `version`: the rows are of a version that this build does not know.
 */
export type AccountsBackupErrorCode = 'damaged' | 'not_empty' | 'version';

/** The accounts cannot be restored. The message is for the operator. */
export class AccountsBackupError extends Error {
  override readonly name = 'AccountsBackupError';
  constructor(
    readonly code: AccountsBackupErrorCode,
    message: string,
  ) {
    super(message);
  }
}
