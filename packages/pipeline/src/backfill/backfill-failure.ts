/** A backfill that could not do what was requested. The message is shown to the account that requested it. */
export class BackfillFailure extends Error {
  override readonly name = 'BackfillFailure';
}
