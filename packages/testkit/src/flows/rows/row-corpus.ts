import type { BlockTrades, Sandwich } from '@tickscope/sandwich';
import { makeCrowd } from '../honest/crowd.js';
import { FIRST_SLOT, honestSchedule } from '../honest-flow.js';
import { idOf, isCounted, type Label } from '../label.js';
import { constantProductPools, otherPools } from '../market.js';
import { Random } from '../random.js';
import { Stage } from '../stage.js';
import { World } from '../world.js';
import { ATTACKS } from './attacks.js';
import { LOOK_ALIKES } from './look-alikes.js';
import { OVERLAP } from './overlap.js';
import type { Row } from './row.js';

export const ROWS: readonly Row[] = [...ATTACKS, ...LOOK_ALIKES];

export interface RowCorpus {
  blocks: BlockTrades[];
  /** The scenes that are scored: of an attack only those that gained. An attacker would not send the others. */
  labels: readonly Label[];
}

const POOLS = 150;
const SWAPS_PER_SLOT = 40;
const WALLETS = 5_000;
/** Scenes that begin in a slot. */
const PER_SLOT = 1;
const LAST_SLOTS = 40;

/** A row's scenes among honest traffic, in pools whose arithmetic is the programs' own. */
export function rowCorpus(row: Row, { seed, scenes }: { seed: number; scenes: number }): RowCorpus {
  const random = new Random(seed, [...ROWS, ...OVERLAP].indexOf(row) + 100);
  const other = otherPools(random);
  const pools = constantProductPools(random, POOLS);
  const world = new World(random, pools, FIRST_SLOT);
  const crowd = makeCrowd(random, pools, WALLETS);
  const stage = new Stage(world, crowd, other);
  const honest = honestSchedule(world, crowd, {}, SWAPS_PER_SLOT);
  const plant = row.make(stage);
  const blocks: BlockTrades[] = [];
  const scored = (): Label[] =>
    stage.labels.filter((label) => label.kind === row.name && (!row.isAttack || gained(label)));
  for (let rest = LAST_SLOTS; rest > 0; ) {
    honest();
    const isEnough = blocks.length % 20 === 0 && scored().length >= scenes * (row.times ?? 1);
    if (isEnough || rest < LAST_SLOTS) rest -= 1;
    else for (let scene = 0; scene < PER_SLOT; scene += 1) plant();
    blocks.push(world.closeSlot());
  }
  return { blocks, labels: scored() };
}

function gained({ net, gross }: Label): boolean {
  return (net ?? gross) > 0n;
}

/** Which scenes are counted: a counted sandwich has legs of theirs on both sides, and one of their victims. */
export function countedScenes(labels: readonly Label[], sandwiches: readonly Sandwich[]): Set<Label> {
  const byLeg = new Map<string, Set<Label>>();
  for (const label of labels)
    for (const leg of [...label.fronts, ...label.backs])
      byLeg.set(leg, (byLeg.get(leg) ?? new Set()).add(label));
  const counted = new Set<Label>();
  for (const { confidence, fronts, backs, victims } of sandwiches) {
    if (!isCounted(confidence)) continue;
    const of = (legs: Sandwich['fronts']) => legs.flatMap((leg) => [...(byLeg.get(idOf(leg)) ?? [])]);
    const backOf = new Set(of(backs));
    const named = new Set(victims.map(({ swap }) => idOf(swap)));
    for (const label of of(fronts))
      if (backOf.has(label) && label.victims.some(({ id }) => named.has(id))) counted.add(label);
  }
  return counted;
}
