/**
 * `refused`: ClickHouse does not accept or cannot finish the statement; `stalled`: it makes no progress; `lost`: it no
 * longer knows the operation, because it was restarted; `not_empty`: the database to restore into holds something;
 * `unfinished`: the database is half of a restore; `damaged`: files of the backup are missing or have another size.
 */
export type BackupErrorCode = 'refused' | 'stalled' | 'lost' | 'not_empty' | 'unfinished' | 'damaged';

/** A backup or a restore that did not succeed. The message is for the operator, without secrets. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  constructor(
    readonly code: BackupErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
