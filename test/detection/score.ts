import { decodeGeyserUpdate } from '@tickscope/chain';
import { extractBlockTrades, type InstructionPosition, type TradesOfBlock } from '@tickscope/dex';
import type { Sandwich } from '@tickscope/sandwich';
import { type GeneratorOptions, generateUpdates, type SandwichLabel } from '@tickscope/simulator';

export interface PlantedChain {
  blocks: TradesOfBlock[];
  labels: SandwichLabel[];
  swaps: number;
}

/** A generated chain with planted sandwiches, read by the packages that read real blocks. */
export function plantedChain(options: Partial<GeneratorOptions>, slots: number): PlantedChain {
  const chain: PlantedChain = { blocks: [], labels: [], swaps: 0 };
  for (const { update, labels } of generateUpdates(options, slots)) {
    chain.labels.push(...labels);
    if (update === null) continue;
    const trades = tradesOfUpdate(update);
    chain.blocks.push(trades);
    chain.swaps += trades.swaps.length;
  }
  return chain;
}

/** A dense one: eight plants a slot, in honest flow. */
export function denseChain(seed: string, slots: number): PlantedChain {
  return plantedChain(
    {
      ...{ seed, voteShare: 0.1, transactionsPerSlot: 20, dexShare: 0.8 },
      ...{ sandwichesPerSlot: 8, pools: 600, logMessages: false },
    },
    slots,
  );
}

/** The DEX events of a block message, as the ingester reads it. */
export function tradesOfUpdate(update: Uint8Array): TradesOfBlock {
  const decoded = decodeGeyserUpdate(update);
  if (decoded.kind !== 'block') throw new Error('a generated update is not a block');
  // Messages have the transactions in arrival order. The ingester's assembler sorts them; here it is done by hand.
  const transactions = [...decoded.block.transactions].sort((left, right) => left.index - right.index);
  return extractBlockTrades({ ...decoded.block, transactions } as never);
}

/** The id of an instruction; −1 for an outer instruction itself. */
export const idOf = ({ slot, blockIndex, outerIndex, innerIndex }: InstructionPosition): string =>
  `${slot}.${blockIndex}.${outerIndex}.${innerIndex ?? -1}`;
export const legId = (leg: SandwichLabel['fronts'][number]): string =>
  `${leg.slot}.${leg.block_index}.${leg.outer_index}.${leg.inner_index ?? -1}`;

/** Score of a planted kind. */
export interface KindScore {
  kind: string;
  labels: number;
  expectedCounted: number;
  /** Those of them that were found as counted with all legs and all victims. */
  found: number;
  /** Those of them with exactly the class that the definition gives. */
  sameClass: number;
  /** Counted sandwiches on plants of this kind without a matching counted label. */
  falseCounted: number;
  /** Those that do not count and are stored as suspected; and with the label's reason. */
  suspectedStored: number;
  suspectedSameReason: number;
}

export interface Score {
  kinds: KindScore[];
  counted: number;
  trueCounted: number;
  expected: number;
  precision: number;
  recall: number;
  /** Labels not found, and counted sandwiches without a label. */
  missed: SandwichLabel[];
  false: Sandwich[];
  /** Counted sandwiches with their labels. */
  pairs: { label: SandwichLabel; sandwich: Sandwich }[];
}

const isCounted = ({ confidence }: Sandwich): boolean => confidence !== 'suspected';

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

/** Compares sandwiches with labels. A match has the same pool, the same legs and the same victims. */
export function score(sandwiches: readonly Sandwich[], labels: readonly SandwichLabel[]): Score {
  const byLeg = new Map<string, SandwichLabel[]>();
  for (const label of labels)
    for (const leg of [...label.fronts, ...label.backs].map(legId))
      byLeg.set(leg, [...(byLeg.get(leg) ?? []), label]);
  const sandwichesOf = new Map<SandwichLabel, Sandwich[]>();
  for (const sandwich of sandwiches)
    for (const label of new Set(
      [...sandwich.fronts, ...sandwich.backs].flatMap((leg) => byLeg.get(idOf(leg)) ?? []),
    ))
      sandwichesOf.set(label, [...(sandwichesOf.get(label) ?? []), sandwich]);
  const right = new Set<Sandwich>();
  const pairs: Score['pairs'] = [];
  const missed: SandwichLabel[] = [];
  const kinds = new Map<string, KindScore>();
  const kindOf = (name: string): KindScore => {
    const kind = kinds.get(name) ?? emptyKind(name);
    kinds.set(name, kind);
    return kind;
  };
  for (const label of labels) {
    const kind = kindOf(label.kind);
    kind.labels += 1;
    const near = sandwichesOf.get(label) ?? [];
    if (!label.counted) {
      const stored = near.filter(({ confidence }) => confidence === 'suspected');
      if (stored.length > 0) kind.suspectedStored += 1;
      if (stored.some(({ reason }) => reason === label.reason)) kind.suspectedSameReason += 1;
      continue;
    }
    kind.expectedCounted += 1;
    const sandwich = near.find((candidate) => isCounted(candidate) && matches(candidate, label));
    if (sandwich === undefined) missed.push(label);
    else {
      kind.found += 1;
      if (sandwich.confidence === label.confidence) kind.sameClass += 1;
      right.add(sandwich);
      pairs.push({ label, sandwich });
    }
  }
  const counted = sandwiches.filter(isCounted);
  const wrong = counted.filter((sandwich) => !right.has(sandwich));
  for (const { fronts, backs } of wrong) {
    const label = [...fronts, ...backs].flatMap((leg) => byLeg.get(idOf(leg)) ?? [])[0];
    kindOf(label?.kind ?? 'honest flow').falseCounted += 1;
  }
  const expected = pairs.length + missed.length;
  return {
    kinds: [...kinds.values()],
    counted: counted.length,
    trueCounted: right.size,
    expected,
    precision: counted.length === 0 ? 1 : right.size / counted.length,
    recall: expected === 0 ? 1 : pairs.length / expected,
    missed,
    false: wrong,
    pairs,
  };
}

/** The same legs, every victim that lost, and no victim unknown to the label. */
function matches(sandwich: Sandwich, label: SandwichLabel): boolean {
  if (sandwich.pool !== label.pool) return false;
  if (!sameSet(sandwich.fronts.map(idOf), label.fronts.map(legId))) return false;
  if (!sameSet(sandwich.backs.map(idOf), label.backs.map(legId))) return false;
  const found = new Set(sandwich.victims.map(({ swap }) => idOf(swap)));
  const known = new Set(label.victims.map(legId));
  return (
    label.victims.every((victim) => found.has(legId(victim)) || BigInt(victim.loss) <= 0n) &&
    [...found].every((id) => known.has(id))
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
