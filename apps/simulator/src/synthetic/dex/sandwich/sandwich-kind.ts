import type { PlanContext } from '../../kinds/kind.js';
import type { TransactionPlan } from '../../plan.js';
import type { Holders } from '../flow/holders.js';
import type { Market } from '../market.js';
import type { DexName, Pool } from '../pool.js';
import type { Sandwich } from './sandwich.js';

/** One transaction of a plant: where it lies, and what it is when the block comes to it. */
export interface Step {
  slot: number;
  /** A share of the block; steps of one place follow each other directly. */
  place: number;
  /** Whose step it is, where sandwiches of one plant take turns; else that of its draft. */
  of?: Sandwich;
  plan(context: PlanContext): TransactionPlan;
}

export interface SandwichDraft {
  sandwich: Sandwich;
  steps: Step[];
}

/** What a kind may plant with. */
export interface Setting {
  context: PlanContext;
  market: Market;
  /** Victims sell what they got some time later, as people do. */
  holders: Holders;
  /** Whose turn it is. */
  dex: DexName;
  /** A pool that nobody else plants in; `null`: there is none now. */
  freePool(dex?: DexName): Pool | null;
  /** A new sandwich in a pool. Drafts must be returned in the order in which they were made. */
  sandwich(pool: Pool): Sandwich;
  /** This slot and the next ones that will have blocks, so many in all. */
  slotsAhead(count: number): number[];
}

/** One sort of sandwich. */
export interface SandwichKind {
  name: string;
  /** On which DEXs it is planted, in turn. */
  dexes: readonly DexName[];
  /** `null`: not now, because of the pools or the slots ahead. Must not change anything then. */
  plan(setting: Setting): SandwichDraft[] | null;
}
