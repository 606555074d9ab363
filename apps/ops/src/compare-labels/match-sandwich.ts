import type { Signature } from '@tickscope/chain';
import type { SandwichEvent } from '@tickscope/queries/feed';
import type { Label } from './label.js';
import { signaturesOf } from './label.js';
import type { StoredFacts } from './stored-facts.js';

/** The transactions of a stored sandwich, by their part in it. */
export interface SandwichParts {
  fronts: ReadonlySet<string>;
  backs: ReadonlySet<string>;
  victims: ReadonlySet<string>;
  /** Wallets of the attacker: traders and payers of its legs. */
  attackers: ReadonlySet<string>;
}

export function partsOf({ legs, victims, attackers }: SandwichEvent): SandwichParts {
  const side = (type: 'sandwich_frontrun' | 'sandwich_backrun'): Set<string> =>
    new Set(
      legs
        .filter((leg) => leg.success && leg.interaction_type === type)
        .flatMap((leg) => leg.attacker_signature ?? []),
    );
  return {
    fronts: side('sandwich_frontrun'),
    backs: side('sandwich_backrun'),
    victims: new Set(victims.flatMap(({ signature }) => signature ?? [])),
    attackers: new Set([
      ...attackers,
      ...legs.flatMap((leg) => [leg.attacker_wallet, ...(leg.attacker_signer ?? [])]),
    ]),
  };
}

/**
 * The stored sandwiches that share a transaction with a label: those that count first, and of these the ones with most of
 * its victims. One transaction may be the front of several sandwiches, each in another pool.
 */
export interface Relatives {
  /** With the label's legs: a front and a back in common, as far as the label names them. */
  sameLegs: SandwichEvent[];
  /** With a victim in common, and not the legs. */
  sameVictim: SandwichEvent[];
  others: SandwichEvent[];
}

export function relativesOf(label: Label, facts: StoredFacts): Relatives {
  const all = new Map<string, SandwichEvent>();
  for (const signature of signaturesOf(label))
    for (const sandwich of facts.sandwichesOf(signature)) all.set(sandwich.id, sandwich);
  const relatives: Relatives = { sameLegs: [], sameVictim: [], others: [] };
  const ordered = [...all.values()]
    .map((sandwich) => ({ sandwich, parts: partsOf(sandwich) }))
    .map((one) => ({
      ...one,
      victims: label.victims.filter((victim) => one.parts.victims.has(victim)).length,
    }))
    .sort(
      (left, right) =>
        Number(isCounted(right.sandwich)) - Number(isCounted(left.sandwich)) ||
        right.victims - left.victims ||
        (left.sandwich.id < right.sandwich.id ? -1 : 1),
    );
  for (const { sandwich, parts } of ordered) {
    if (hasLegs(label, parts)) relatives.sameLegs.push(sandwich);
    else if (shares(label.victims, parts.victims)) relatives.sameVictim.push(sandwich);
    else relatives.others.push(sandwich);
  }
  return relatives;
}

export function isCounted({ confidence }: SandwichEvent): boolean {
  return confidence !== 'suspected';
}

function hasLegs({ fronts, backs, victims, attackers }: Label, parts: SandwichParts): boolean {
  const hasFront = fronts.length === 0 || shares(fronts, parts.fronts);
  const hasBack = backs.length === 0 || shares(backs, parts.backs);
  if (fronts.length > 0 || backs.length > 0) return hasFront && hasBack;
  // Of a list of victims alone, only the attacker's wallet says whose sandwich is meant.
  const isAttacker = attackers.length === 0 || attackers.some((wallet) => parts.attackers.has(wallet));
  return isAttacker && shares(victims, parts.victims);
}

function shares(signatures: readonly Signature[], among: ReadonlySet<string>): boolean {
  return signatures.some((signature) => among.has(signature));
}
