import type { Swap } from '@tickscope/dex';
import type { Candidate, Chosen } from '../model/candidate.js';
import type { PoolWindow } from '../model/leg.js';
import type { JudgingContext } from '../rules/judging-context.js';
import { Tier } from '../rules/rule-7-claims.js';
import { type Claims, chooseSandwiches } from './choose-sandwiches.js';

/** A pool's candidates that are not final, in claim order, and those of them that have their legs. */
export interface OpenPool<S extends Swap> {
  candidates: readonly Candidate<S>[];
  chosen: readonly Chosen<S>[];
}

/**
 * Rule 7 across pools, among the legs that the pools left. A candidate with a part of its back elsewhere takes the place
 * of the same legs without that part: `replaced`, which leave their pools' chosen.
 *
 * @param claims cleared first; holds afterwards what all chosen took
 */
export function chooseAcross<S extends Swap>(
  crossing: readonly Candidate<S>[],
  pools: ReadonlyMap<PoolWindow<S>, OpenPool<S>>,
  claims: Claims<S>,
  context: JudgingContext<S>,
): { chosen: Candidate<S>[]; replaced: Set<Candidate<S>> } {
  claims.clear();
  const parts = crossing.filter(isPartlyElsewhere);
  const spared: Chosen<S>[] = [];
  for (const pool of pools.values())
    for (const chosen of pool.chosen) {
      if (parts.some((whole) => isPartOf(chosen.candidate, whole))) spared.push(chosen);
      else claims.take(chosen.candidate, chosen.sandwich.isPassing);
    }
  const chosen = chooseSandwiches(parts, claims, context);
  const replaced = new Set<Candidate<S>>();
  for (const { candidate, sandwich } of spared) {
    if (chosen.some((whole) => isPartOf(candidate, whole))) replaced.add(candidate);
    else claims.take(candidate, sandwich.isPassing);
  }
  for (const { fronts } of replaced) {
    const pool = pools.get(fronts[0]!.pool)!;
    pool.chosen = pool.chosen.filter(({ candidate }) => !replaced.has(candidate));
  }
  const others = crossing.filter((candidate) => !isPartlyElsewhere(candidate));
  chosen.push(...chooseSandwiches(others, claims, context));
  return { chosen, replaced };
}

export function isPartlyElsewhere<S extends Swap>({ tier }: Candidate<S>): boolean {
  return tier === Tier.PARTLY_ELSEWHERE;
}

/** Whether its amounts do not match because a part is missing. */
function isPartOf<S extends Swap>({ tier, fronts, backs }: Candidate<S>, whole: Candidate<S>): boolean {
  return (
    tier === Tier.MISMATCHED &&
    fronts.every((leg) => whole.fronts.includes(leg)) &&
    backs.every((leg) => whole.backs.includes(leg))
  );
}
