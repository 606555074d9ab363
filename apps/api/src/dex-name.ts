import { DEX_PROGRAMS } from '@tickscope/dex';
import { invalidRequest } from './errors.js';

/** DEX names in any case, to the spelling of the tables. */
const DEX_NAMES = new Map(DEX_PROGRAMS.map(({ name }): [string, string] => [name.toLowerCase(), name]));

/** The DEX that a caller names, as the tables have it; null where none is named. A name that does not exist matches nothing: 400. */
export function dexNameOf(dex: string | undefined): string | null {
  const name = dex === undefined ? null : DEX_NAMES.get(dex.toLowerCase());
  if (name === undefined)
    throw invalidRequest(`dex: expected one of ${[...new Set(DEX_NAMES.values())].sort().join(', ')}`);
  return name;
}
