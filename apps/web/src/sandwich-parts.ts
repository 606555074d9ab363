import type { Schemas } from '@tickscope/sdk';
import type { RoleName } from './design/index.js';

type Victim = Schemas['SandwichVictim'];

/** A leg or a victim of a sandwich. */
export interface SandwichPart
  extends Pick<Victim, 'signature' | 'wallet' | 'slot' | 'block_index' | 'poh_tick' | 'paid' | 'received'>,
    Pick<Victim, 'loss' | 'loss_method'> {
  role: RoleName;
}

export function roleOfLeg({ interaction_type: type, success }: Schemas['SandwichLeg']): RoleName {
  const side = type === 'sandwich_frontrun' ? 'frontrun' : 'backrun';
  return success ? side : `${side}_attempt`;
}

/** The legs and victims of a sandwich, in the order of the chain. */
export function partsOf({
  legs,
  victims,
}: Pick<Schemas['SandwichEvent'], 'legs' | 'victims'>): SandwichPart[] {
  const ofLegs = legs.map((leg) => ({
    ...{ ...leg, role: roleOfLeg(leg), signature: leg.attacker_signature, wallet: leg.attacker_wallet },
    ...{ loss: null, loss_method: null },
  }));
  return [...ofLegs, ...victims.map((victim) => ({ ...victim, role: 'victim' as const }))].sort(
    (left, right) => left.slot - right.slot || left.block_index - right.block_index,
  );
}

/** Chooses a mark by the roles of a transaction, an attack before its victims; null where it has none. */
export function partOf(
  roles: readonly Pick<Schemas['SandwichRole'], 'role'>[],
): 'frontrun' | 'backrun' | 'victim' | 'attempt' | null {
  const names = roles.map(({ role }) => role);
  const part = (['frontrun', 'backrun', 'victim'] as const).find((name) => names.includes(name));
  return part ?? (names.length > 0 ? 'attempt' : null);
}
