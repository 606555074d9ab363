import type { Sandwich } from '@tickscope/sandwich';
import { idOf, isCounted, type Label } from './label.js';

/** Score of a kind of scene. */
export interface KindScore {
  kind: string;
  labels: number;
  expectedCounted: number;
  /** Of those, found as counted with all legs and all victims. */
  found: number;
  /** Of those, with exactly the class that the definition gives. */
  sameClass: number;
  /** Counted sandwiches on scenes of this kind without a matching counted label. */
  falseCounted: number;
  /** Of the suspected ones, stored as suspected; and with the label's reason. */
  suspectedStored: number;
  suspectedSameReason: number;
}

export interface Score {
  kinds: KindScore[];
  counted: number;
  trueCounted: number;
  expected: number;
  found: number;
  precision: number;
  recall: number;
  /** Labels not found, and counted sandwiches without a label. */
  missed: Label[];
  false: Sandwich[];
  /** Counted sandwiches with their labels. */
  pairs: { label: Label; sandwich: Sandwich }[];
}

/** Victims near the minimum size are not scored: the definition does not say whether several fronts count as one. */
const SURE_VICTIM = 0.004;

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

/** Compares sandwiches with labels. A match has the same pool, the same legs and all certain victims. */
export function score(sandwiches: readonly Sandwich[], labels: readonly Label[]): Score {
  const byLeg = new Map<string, Label[]>();
  for (const label of labels)
    for (const leg of [...label.fronts, ...label.backs]) byLeg.set(leg, [...(byLeg.get(leg) ?? []), label]);
  const sandwichesOf = new Map<Label, Sandwich[]>();
  for (const sandwich of sandwiches) {
    const legs = [...sandwich.fronts, ...sandwich.backs].map(idOf);
    for (const label of new Set(legs.flatMap((leg) => byLeg.get(leg) ?? [])))
      sandwichesOf.set(label, [...(sandwichesOf.get(label) ?? []), sandwich]);
  }
  // Rule 4: a leg of a counted sandwich is not a victim of another.
  const legs = new Set(
    sandwiches
      .filter(({ confidence }) => isCounted(confidence))
      .flatMap(({ fronts, backs }) => [...fronts, ...backs].map(idOf)),
  );
  const right = new Set<Sandwich>();
  const open = new Set<Sandwich>();
  const pairs: Score['pairs'] = [];
  const missed: Label[] = [];
  const kinds = new Map<string, KindScore>();
  for (const label of labels) {
    const kind = kinds.get(label.kind) ?? emptyKind(label.kind);
    kinds.set(label.kind, kind);
    kind.labels += 1;
    const near = sandwichesOf.get(label) ?? [];
    if (label.expected === 'open') {
      for (const sandwich of near) open.add(sandwich);
      continue;
    }
    if (label.expected === 'suspected') {
      const stored = near.filter(({ confidence }) => confidence === 'suspected');
      if (stored.length > 0) kind.suspectedStored += 1;
      if (stored.some(({ reason }) => reason === label.reason)) kind.suspectedSameReason += 1;
    }
    if (!isCounted(label.expected)) continue;
    kind.expectedCounted += 1;
    const sandwich = near.find(
      (candidate) => isCounted(candidate.confidence) && matches(candidate, label, legs),
    );
    if (sandwich === undefined) missed.push(label);
    else {
      kind.found += 1;
      if (sandwich.confidence === label.expected) kind.sameClass += 1;
      right.add(sandwich);
      pairs.push({ label, sandwich });
    }
  }
  const counted = sandwiches.filter((sandwich) => isCounted(sandwich.confidence) && !open.has(sandwich));
  const wrong = counted.filter((sandwich) => !right.has(sandwich));
  for (const sandwich of wrong) {
    const label = byLeg.get(idOf(sandwich.fronts[0]!))?.[0] ?? byLeg.get(idOf(sandwich.backs[0]!))?.[0];
    const kind = label?.kind ?? 'honest flow';
    const entry = kinds.get(kind) ?? emptyKind(kind);
    kinds.set(kind, entry);
    entry.falseCounted += 1;
  }
  const expected = labels.filter((label) => isCounted(label.expected)).length;
  return {
    kinds: [...kinds.values()],
    counted: counted.length,
    trueCounted: right.size,
    expected,
    found: pairs.length,
    precision: counted.length === 0 ? 1 : right.size / counted.length,
    recall: expected === 0 ? 1 : pairs.length / expected,
    missed,
    false: wrong,
    pairs,
  };
}

/** The same legs, every certain victim, and no victim unknown to the label. */
function matches(sandwich: Sandwich, label: Label, countedLegs: ReadonlySet<string>): boolean {
  if (sandwich.pool !== label.pool) return false;
  if (!sameSet(sandwich.fronts.map(idOf), label.fronts) || !sameSet(sandwich.backs.map(idOf), label.backs))
    return false;
  const found = new Set(sandwich.victims.map(({ swap }) => idOf(swap)));
  const known = new Set(label.victims.map(({ id }) => id));
  return (
    label.victims.every(
      ({ id, sizeShare, trueLoss }) =>
        found.has(id) || countedLegs.has(id) || sizeShare < SURE_VICTIM || trueLoss <= 0n,
    ) && [...found].every((id) => known.has(id))
  );
}

function emptyKind(kind: string): KindScore {
  return {
    kind,
    labels: 0,
    expectedCounted: 0,
    found: 0,
    sameClass: 0,
    falseCounted: 0,
    suspectedStored: 0,
    suspectedSameReason: 0,
  };
}
