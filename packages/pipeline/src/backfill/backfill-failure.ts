/** A backfill that could not do what was asked. Its message is for the account that asked. */
export class BackfillFailure extends Error {
  override readonly name = 'BackfillFailure';
}
