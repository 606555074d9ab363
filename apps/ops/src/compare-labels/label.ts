import type { Address, Signature, SlotRange } from '@tickscope/chain';

/** A labelled sandwich of someone's list. */
export interface Label {
  /** Number of its first line in the file, from 1. */
  line: number;
  /** As the list names it; null: it does not. */
  name: string | null;
  fronts: Signature[];
  victims: Signature[];
  backs: Signature[];
  /** Wallets of the attacker; empty: the list does not say. */
  attackers: Address[];
  /** The slots that the list states; null: none. */
  slots: SlotRange | null;
}

export type LegRole = 'fronts' | 'victims' | 'backs';
export const LEG_ROLES = ['fronts', 'victims', 'backs'] as const satisfies readonly LegRole[];

/** More than any sandwich has. It bounds what a batch reads. */
export const MOST_SIGNATURES = 400;

export function signaturesOf({ fronts, victims, backs }: Label): Signature[] {
  return [...fronts, ...victims, ...backs];
}
