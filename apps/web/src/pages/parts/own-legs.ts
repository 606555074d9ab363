import { useQuery } from '@tanstack/react-query';
import { ATTACKER_LISTED, sandwichesQuery } from '../../api/queries.js';
import type { RoleName } from '../../design/index.js';
import { roleOfLeg } from '../../sandwich-parts.js';

const NONE: ReadonlyMap<string, RoleName> = new Map();

/** The parts that transactions have in the newest sandwiches of an attacker, by signature. */
export function useOwnLegs(attacker: string, isEnabled: boolean): ReadonlyMap<string, RoleName> {
  const made = useQuery({
    ...sandwichesQuery({ attacker }, ATTACKER_LISTED),
    enabled: isEnabled,
  });
  if (made.data === undefined) return NONE;
  const roles = new Map<string, RoleName>();
  for (const { legs } of made.data.sandwiches)
    for (const leg of legs)
      if (leg.attacker_signature !== null) roles.set(leg.attacker_signature, roleOfLeg(leg));
  return roles;
}
