import { DEX_PROGRAMS } from './programs/index.js';
import { ROUTE_PROGRAMS } from './programs/routes.js';

const PUBLIC: ReadonlySet<string> = new Set([
  ...DEX_PROGRAMS.map(({ id }) => id),
  ...ROUTE_PROGRAMS.map(({ id }) => id),
]);

/**
 * Whether a program (base58) is publicly used: a DEX of the registry, an aggregator or a terminal. Any other outer
 * program of a swap may be private to its caller, and then links the wallets that call it.
 */
export function isPublicProgram(programId: string): boolean {
  return PUBLIC.has(programId);
}
