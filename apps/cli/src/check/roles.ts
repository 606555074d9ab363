import type { Paint } from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';

type Incident = components['schemas']['SandwichIncident'];
type SandwichRole = components['schemas']['SandwichRole'];

export type RoleName = SandwichRole['role'];

/** The part of a transaction in a sandwich. */
export interface Role {
  name: RoleName;
  /** Whether the sandwich is around the trade that was asked about. */
  isOwn: boolean;
}

const WORDS: Record<RoleName, string> = {
  frontrun: 'frontrun',
  victim: 'victim',
  backrun: 'backrun',
  frontrun_attempt: 'failed frontrun',
  backrun_attempt: 'failed backrun',
};

/** The roles of the attackers' transactions around a trade, by signature. */
export function rolesAround(incidents: readonly Incident[]): Map<string, Role[]> {
  const roles = new Map<string, Role[]>();
  for (const { attacker_signature: signature, interaction_type: type, success } of incidents) {
    const side = type === 'sandwich_frontrun' ? 'frontrun' : 'backrun';
    const name = success ? side : (`${side}_attempt` as const);
    const own = roles.get(signature) ?? [];
    if (!own.some((role) => role.name === name)) roles.set(signature, [...own, { name, isOwn: true }]);
  }
  return roles;
}

/** The roles of a transaction in sandwiches that are not around the trade, each once. @param around ids of those that are */
export function rolesElsewhere(roles: readonly SandwichRole[], around: ReadonlySet<string>): Role[] {
  const names = roles.filter(({ sandwich_id: id }) => !around.has(id)).map(({ role }) => role);
  return [...new Set(names)].map((name) => ({ name, isOwn: false }));
}

/** For example `frontrun, victim of another sandwich`; attackers in red, victims in yellow. */
export function describeRoles(roles: readonly Role[], paint: Paint): string {
  return roles
    .map(({ name, isOwn }) => {
      const words = `${WORDS[name]}${isOwn ? '' : ' of another sandwich'}`;
      const color = name === 'victim' ? paint.yellow : paint.red;
      return isOwn ? color(words) : paint.dim(words);
    })
    .join(', ');
}
