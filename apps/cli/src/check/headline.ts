import { amountOf, cleanText, percentOf } from '@tickscope/command-line';
import { shortAddress } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';

type SandwichCheck = components['schemas']['SandwichCheck'];
type Incident = components['schemas']['SandwichIncident'];

/**
 * One sentence that says what happened to a transaction, and what it cost. Null where that is no more than what the verdict
 * says in its first line.
 */
export function describeHeadline(check: SandwichCheck): string | null {
  const sandwiches = [
    ...new Map(check.incidents.filter(isLeg).map((leg) => [leg.sandwich.id, leg])).values(),
  ];
  const [leg] = sandwiches;
  if (leg === undefined) return describeAttack(check.roles);
  const { pool_label: label } = check.pools.find((pool) => pool.pool_address === leg.pool_address) ?? {
    pool_label: leg.pool_address,
  };
  const others = sandwiches.length === 1 ? '' : ` and ${sandwiches.length - 1} more`;
  return `This trade was sandwiched by ${shortAddress(leg.attacker_signer)}${others} in ${cleanText(label)}: ${costOf(sandwiches)}.`;
}

function isLeg({ success }: Incident): boolean {
  return success;
}

/** For example `it lost 0.0125 SOL, 1.25 % of what it would have received`. */
function costOf(sandwiches: readonly Incident[]): string {
  const losses = sandwiches.map(({ sandwich }) => sandwich.loss);
  const isLeast = sandwiches.some(({ sandwich }) => sandwich.loss_method === 'front_rate');
  const [only] = losses;
  if (losses.length === 1 && only != null) {
    const value = only.sol === null ? amountOf(only) : `${only.sol} SOL`;
    const least = isLeast ? 'at least ' : '';
    return sandwiches[0]!.sandwich.loss_side === 'paid'
      ? `it paid ${least}${value} too much${shareOf(only, 'paid')}`
      : `it lost ${least}${value}${shareOf(only, 'would have received')}`;
  }
  const known = losses.flatMap((loss) => (loss === null || loss.sol === null ? [] : [Number(loss.sol)]));
  if (known.length === 0) return 'what it lost is not known';
  const total = known.reduce((sum, sol) => sum + sol, 0);
  const least = known.length === losses.length && !isLeast ? '' : 'at least ';
  return `it lost ${least}${Number(total.toFixed(9))} SOL`;
}

function shareOf({ bps }: components['schemas']['Loss'], what: string): string {
  return bps === null ? '' : `, ${percentOf(bps)} of what it ${what}`;
}

const PARTS = {
  frontrun: 'the attacker’s frontrun',
  backrun: 'the attacker’s backrun',
  frontrun_attempt: 'a failed frontrun of the attacker',
  backrun_attempt: 'a failed backrun of the attacker',
} as const;

/** Names the part of an attacker's own transaction. */
function describeAttack(roles: SandwichCheck['roles']): string | null {
  const parts = roles.flatMap(({ role, sandwich_id: id }) =>
    role === 'victim' ? [] : [`${PARTS[role]} in the sandwich ${id}`],
  );
  return parts.length === 0 ? null : `This transaction is ${parts.join(', and ')}.`;
}
