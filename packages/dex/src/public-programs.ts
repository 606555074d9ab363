import { DEX_PROGRAMS } from './programs/index.js';
import { ROUTE_PROGRAMS } from './programs/routes.js';

const PUBLIC: ReadonlySet<string> = new Set([
  ...DEX_PROGRAMS.map(({ id }) => id),
  ...ROUTE_PROGRAMS.map(({ id }) => id),
]);

/**
 * Whether a program (base58) is one that anyone calls: a DEX of the registry, an aggregator, a terminal. Another
 * outer program of a swap may be its caller's own, which links those who call it.
 */
export function isPublicProgram(programId: string): boolean {
  return PUBLIC.has(programId);
}
