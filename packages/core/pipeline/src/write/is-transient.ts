import { ChainDataError } from '@tickscope/chain';

/**
 * Whether a failed write may succeed later with the same rows, because the database or the connection failed. Errors
 * that the program itself throws for a block (a value that fits no column, a missing field) would occur again. All
 * others are treated as the database's: its client has no error class for most of them (a hanging server gives a plain
 * `Error`, "The user aborted a request.").
 */
export function isTransient(error: unknown): boolean {
  return !(error instanceof RangeError || error instanceof TypeError || error instanceof ChainDataError);
}
