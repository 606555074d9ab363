import type { PlanContext, Scenario } from '../../kinds/kind.js';
import type { GeneratorOptions } from '../../options.js';
import type { Pool } from '../../plan.js';
import type { Holders } from '../flow/holders.js';
import type { Market } from '../market.js';
import type { DexName } from '../pool.js';
import { counted, dueSteps, type Step } from '../steps.js';
import { judge } from './judge.js';
import { SANDWICH_KINDS } from './kinds/index.js';
import { type SandwichLabel, sandwichLabel } from './label.js';
import { createReputation } from './reputation.js';
import { close, type Sandwich } from './sandwich.js';
import type { SandwichDraft, SandwichKind, Setting } from './sandwich-kind.js';

/** Plants sandwiches in the honest flow and records their labels. */
export interface Planter extends Scenario {
  takeLabels(): SandwichLabel[];
}

interface OpenPlant {
  sandwich: Sandwich;
  stepsLeft: number;
}

/** Slots for which a pool rests after a plant, so that plants do not overlap. */
const COOLDOWN_SLOTS = 3;
/** Kinds tried before a slot is skipped: some need particular slots ahead. */
const TRIES = 8;

export function createPlanter(market: Market, holders: Holders, options: GeneratorOptions): Planter {
  const kinds = chosenKinds(options.sandwichKinds);
  const limit = options.sandwichLimit ?? Number.POSITIVE_INFINITY;
  const pending: Step[] = [];
  const openPlants = new Set<OpenPlant>();
  const nextDex = new Map<SandwichKind, number>();
  const reputation = createReputation();
  let deck: SandwichKind[] = [];
  const labels: SandwichLabel[] = [];
  let planted = 0;
  let serial = 0;

  const draftOf = (kind: SandwichKind, pool: Pool): OpenPlant => {
    serial += 1;
    const sandwich: Sandwich = {
      id: `${kind.name}-${String(serial).padStart(6, '0')}`,
      kind: kind.name,
      pool,
      isBuy: true,
      attackers: [],
      link: 'same_signer',
      privateProgram: null,
      fronts: [],
      backs: [],
      intended: new Set(),
      uses: new Map(),
      attempts: [],
      linkPlans: [],
      isKnownBot: (asked) => reputation.isKnown(asked),
      opened: null,
    };
    return { sandwich, stepsLeft: 0 };
  };

  const settle = (
    plants: readonly OpenPlant[],
    drafts: readonly SandwichDraft[],
    context: PlanContext,
  ): void => {
    const plantOf = new Map(plants.map((plant) => [plant.sandwich, plant]));
    for (const { sandwich, steps } of drafts) {
      openPlants.add(plantOf.get(sandwich)!);
      for (const step of steps) {
        const plant = plantOf.get(step.of ?? sandwich)!;
        plant.stepsLeft += 1;
        pending.push(counted(step, plant));
      }
      const lastSlot = Math.max(...steps.map(({ slot }) => slot), context.slot);
      sandwich.pool.reservedUntilSlot = Math.max(sandwich.pool.reservedUntilSlot, lastSlot + COOLDOWN_SLOTS);
      planted += 1;
    }
  };

  const plantOne = (context: PlanContext): void => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      if (deck.length <= tried) deck = [...deck, ...shuffled(kinds, context)];
      const kind = deck[tried]!;
      const turn = nextDex.get(kind) ?? kinds.indexOf(kind);
      const dex = kind.dexes[turn % kind.dexes.length]!;
      const plants: OpenPlant[] = [];
      const setting: Setting = {
        context,
        market,
        holders,
        dex,
        freePool: (wanted = dex) => freePool(market, wanted, context, plants),
        sandwich: (pool) => {
          const plant = draftOf(kind, pool);
          plants.push(plant);
          return plant.sandwich;
        },
        slotsAhead: (count) => slotsAhead(context, count),
      };
      const drafts = kind.plan(setting);
      if (drafts === null) continue;
      deck.splice(tried, 1);
      nextDex.set(kind, turn + 1);
      settle(plants, drafts, context);
      return;
    }
  };

  return {
    name: 'sandwiches',
    schedule(context) {
      const { random } = context;
      const mean = options.sandwichesPerSlot;
      const wanted = Math.floor(mean) + (random.chance(mean % 1) ? 1 : 0);
      for (let count = 0; count < wanted && planted < limit; count += 1) plantOne(context);
      return dueSteps(pending, context.slot);
    },
    afterBlock() {
      for (const plant of openPlants) {
        if (plant.stepsLeft > 0) continue;
        openPlants.delete(plant);
        const { sandwich } = plant;
        // A plant whose pool could no longer fill it gets no label.
        if (sandwich.fronts.length > 0 && sandwich.backs.length > 0) {
          labels.push(sandwichLabel(sandwich));
          reputation.add(sandwich, judge(sandwich));
        }
        close(sandwich);
      }
    },
    takeLabels: () => labels.splice(0),
  };
}

function chosenKinds(names: readonly string[] | null): SandwichKind[] {
  if (names === null) return [...SANDWICH_KINDS];
  return names.map((name) => {
    const kind = SANDWICH_KINDS.find((known) => known.name === name);
    if (kind === undefined) throw new RangeError(`there is no sandwich kind "${name}"`);
    return kind;
  });
}

function shuffled(kinds: readonly SandwichKind[], { random }: PlanContext): SandwichKind[] {
  const items = [...kinds];
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    const kept = items[last]!;
    items[last] = items[other]!;
    items[other] = kept;
  }
  return items;
}

/** A pool of a DEX that neither a running plant nor the one being made uses. */
function freePool(
  market: Market,
  dex: DexName,
  { slot, random }: PlanContext,
  plants: readonly OpenPlant[],
): Pool | null {
  const { pools } = market;
  for (const pool of random.rotation(pools)) {
    if (pool.dex.name !== dex || pool.reservedUntilSlot > slot) continue;
    if (plants.some(({ sandwich }) => sandwich.pool === pool)) continue;
    return pool;
  }
  return null;
}

/** This slot and the next ones that will have blocks. */
function slotsAhead({ slot, isSkipped }: PlanContext, count: number): number[] {
  const slots = [slot];
  for (let next = slot + 1; slots.length < count && next < slot + 20 * count; next += 1)
    if (!isSkipped(next)) slots.push(next);
  return slots;
}
