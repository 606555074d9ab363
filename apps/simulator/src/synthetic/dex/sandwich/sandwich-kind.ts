import type { PlanContext } from '../../kinds/kind.js';
import type { Pool } from '../../plan.js';
import type { Holders } from '../flow/holders.js';
import type { Market } from '../market.js';
import type { DexName } from '../pool.js';
import type { Step as PlannedStep } from '../steps.js';
import type { Sandwich } from './sandwich.js';

/** A step of a plant. */
export interface Step extends PlannedStep {
  /** The sandwich of the step, if those of one plant alternate; otherwise that of its draft. */
  of?: Sandwich;
}

export interface SandwichDraft {
  sandwich: Sandwich;
  steps: Step[];
}

/** The resources with which a kind plants. */
export interface Setting {
  context: PlanContext;
  market: Market;
  /** Victims sell their tokens some time later, like ordinary users. */
  holders: Holders;
  /** The DEX whose turn it is. */
  dex: DexName;
  /** A pool without another plant; null if there is none now. */
  freePool(dex?: DexName): Pool | null;
  /** Creates a sandwich in a pool. Drafts must be returned in the order of creation. */
  sandwich(pool: Pool): Sandwich;
  /** This slot and the next ones that will have blocks, `count` in total. */
  slotsAhead(count: number): number[];
}

/** A kind of sandwich. */
export interface SandwichKind {
  name: string;
  /** The DEXs it is planted on, in turn. */
  dexes: readonly DexName[];
  /** Null if it is not possible now, because of the pools or the slots ahead; then it must not change anything. */
  plan(setting: Setting): SandwichDraft[] | null;
}
