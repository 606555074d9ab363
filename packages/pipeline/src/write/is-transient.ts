import { ChainDataError } from '@tickscope/chain';

/**
 * Whether a failed write may go through later with the same rows: the database or the way to it failed. What the
 * program itself throws at a block (a value that no column holds, a field that is not there) it will throw again.
 * All else is the database's: its client has no class of its own for most errors ("The user aborted a request.", when
 * a server hangs, is a plain `Error`).
 */
export function isTransient(error: unknown): boolean {
  return !(error instanceof RangeError || error instanceof TypeError || error instanceof ChainDataError);
}
