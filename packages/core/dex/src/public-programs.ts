import { DEX_PROGRAMS } from './programs/index.js';
import { LENDING_PROGRAMS } from './programs/lending.js';
import { ROUTE_PROGRAMS } from './programs/routes.js';

const PUBLIC: ReadonlySet<string> = new Set([
  ...DEX_PROGRAMS.map(({ id }) => id),
  ...ROUTE_PROGRAMS.map(({ id }) => id),
  ...LENDING_PROGRAMS.map(({ id }) => id),
]);

/**
 * Whether a program (base58) is publicly used: a DEX of the registry, an aggregator, a terminal or a lender. Any
 * other outer program of a swap may be private to its caller, and then links the wallets that call it.
 *
 * @example
 * ```ts
 * import { isPublicProgram } from '@tickscope/dex';
 *
 * isPublicProgram('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'); // => true
 * ```
 */
export function isPublicProgram(programId: string): boolean {
  return PUBLIC.has(programId);
}
