/**
 * `not_empty`: the store to move into holds something else; `other_version`: the stores have not the tables of this build;
 * `still_written`: the old store changed while the move was to end; `differs`: what was copied is not what was there.
 */
export type MoveErrorCode = 'not_empty' | 'other_version' | 'still_written' | 'differs';

/** A move that cannot go on. The message is for the operator. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
  constructor(
    readonly code: MoveErrorCode,
    message: string,
  ) {
    super(message);
  }
}
