import type { Attempt, Swap } from '@tickscope/dex';
import type { SuspicionReason } from '@tickscope/sandwich';
import { fillExactIn, inputFor } from './fill.js';
import { ordinarySwap } from './honest/ordinary.js';
import { type ExpectedClass, idOf, type Label, type LabelledVictim } from './label.js';
import { type FlowPool, type Reserves, type Side, SOL } from './pool.js';
import type { Stage } from './stage.js';
import { type Action, type Cost, FREE, type SwapAction } from './transaction.js';
import { verdictOf } from './verdict.js';

/** The sender and form of a leg. */
export interface LegPlan {
  wallet: string;
  amountIn: bigint;
  outer?: string;
  coSigners?: readonly string[];
  cost?: Cost;
  /** Accounts or authority of the swap, if they are not the wallet's own. */
  swap?: Partial<SwapAction>;
  /** Further instructions of the transaction, before and after the swap. */
  before?: readonly Action[];
  after?: readonly Action[];
}

/**
 * How much of the room between its fill without the attacker and its limit is taken, in thousandths, drawn between two
 * bounds. `after`: a route's limit was made after the front, and one without a route was hardly used. Null: no limit.
 */
export type Use = readonly [low: number, high: number] | 'after' | null;

/** An attacker takes half of the room or more. */
export const PUSHED: Use = [500, 970];

/** Of those around a look-alike: they expected the price that they got. */
export const HARDLY = [30, 290] as const satisfies Use;

export interface VictimPlan {
  wallet?: string;
  use?: Use;
}

/** How a scene ends, with its verdict where rules 2 and 3 alone do not decide. */
export interface Ending {
  attackers: readonly string[];
  /** Further addresses by which history knows the entity. */
  programs?: readonly string[];
  onlyProgram?: boolean;
  /** Has an innocent explanation (rule 6), or is not one entity. */
  apart?: { expected: ExpectedClass; reason: SuspicionReason | null; why: string };
}

/**
 * One sandwich in one pool while it is being played. Watches all swaps of the pool from before its first leg to its
 * last, so that its label has the true victims, including bystanders, and their true losses.
 */
export class Scene {
  readonly #stage: Stage;
  readonly kind: string;
  readonly pool: FlowPool;
  readonly side: Side;
  readonly fronts: Swap[] = [];
  readonly backs: Swap[] = [];
  readonly #failedFronts: Attempt[] = [];
  readonly #failedBacks: Attempt[] = [];
  readonly #seen: { swap: Swap; side: Side }[] = [];
  /** How much of each victim's limit was used, 0 to 1. */
  readonly #uses = new Map<Swap, number>();
  #start: Reserves | null = null;

  constructor(stage: Stage, kind: string, pool: FlowPool, side: Side = 'buy') {
    this.#stage = stage;
    this.kind = kind;
    this.pool = pool;
    this.side = side;
  }

  get #isPushed(): boolean {
    return [...this.#uses.values()].some((use) => use >= 0.5);
  }

  readonly #watch = (swap: Swap, side: Side): void => {
    this.#seen.push({ swap, side });
  };

  /** The total output of the fronts so far. */
  get gained(): bigint {
    return this.fronts.reduce((sum, { traderOut }) => sum + traderOut, 0n);
  }

  front(plan: LegPlan): Swap {
    if (this.#start === null) this.open();
    const swap = this.#leg(plan, this.side);
    this.adopt(swap, 'front');
    return swap;
  }

  back(plan: LegPlan): Swap {
    const swap = this.#leg(plan, this.side === 'buy' ? 'sell' : 'buy');
    this.adopt(swap, 'back');
    return swap;
  }

  /** What a back of this amount would earn now, minus its share of the fronts' cost. A bundle's sender knows it. */
  prospect(amountIn: bigint): bigint {
    const back = fillExactIn(
      this.pool.program.pricing,
      this.pool,
      this.side === 'buy' ? 'sell' : 'buy',
      amountIn,
    );
    const paid = this.fronts.reduce((sum, { traderIn }) => sum + traderIn, 0n);
    return back.traderOut - (paid * amountIn) / this.gained;
  }

  /** What the back must pay to get this amount. Null if the pool does not hold that much. */
  costOf(wanted: bigint): bigint | null {
    const { pool, side } = this;
    return inputFor(pool.program.pricing, pool, side === 'buy' ? 'sell' : 'buy', wanted);
  }

  /** Sends a failed leg. */
  fail(plan: LegPlan, as: 'front' | 'back'): void {
    const side = (as === 'front') === (this.side === 'buy') ? 'buy' : 'sell';
    const attempts = this.#stage.world.fail(this.#transaction(plan, side));
    (as === 'front' ? this.#failedFronts : this.#failedBacks).push(...attempts);
  }

  /**
   * A trade by another wallet in the fronts' direction, from which the attacker takes a share of the room that its limit
   * leaves. An aggregator's route states what it promised.
   */
  victim(amountIn: bigint, { wallet = this.#stage.crowd.wallet(), use = PUSHED }: VictimPlan = {}): void {
    const { world, crowd, random } = this.#stage;
    const [swap] = world.send(ordinarySwap(crowd, wallet, this.pool, this.side, amountIn));
    const clean = this.#cleanFills().get(swap!) ?? 0n;
    const taken = clean - swap!.traderOut;
    if (use === null || taken <= 0n) return;
    const { outerProgramId, programId, outerIndex, mintOut } = swap!;
    // Only a route states when its limit was made.
    const isAfter = use === 'after' && outerProgramId !== programId;
    const thousandths = BigInt(isAfter ? 0 : random.whole(...(use === 'after' ? HARDLY : use)));
    const quoted = isAfter ? swap!.traderOut : clean;
    const amount = isAfter
      ? (quoted * BigInt(random.whole(900, 995))) / 1_000n
      : clean - (taken * 1_000n) / thousandths - 1n;
    if (amount <= 0n) return;
    if (!isAfter) this.#uses.set(swap!, Number(thousandths) / 1_000);
    if (outerProgramId === programId) swap!.limit = { kind: 'least_out', amount };
    else
      swap!.routeLimit = {
        kind: 'least_out',
        amount,
        programId: outerProgramId,
        outerIndex,
        innerIndex: null,
        mint: mintOut,
        quoted,
      };
  }

  /** Makes a swap of a transaction sent elsewhere a leg of this scene. */
  adopt(swap: Swap, as: 'front' | 'back'): void {
    (as === 'front' ? this.fronts : this.backs).push(swap);
    this.#stage.claim(swap, this);
  }

  /** Starts watching, for scenes whose legs are sent elsewhere. */
  open(): void {
    this.#start = { base: this.pool.base, quote: this.pool.quote };
    this.pool.watchers.add(this.#watch);
  }

  close({ attackers, programs = [], onlyProgram = false, apart }: Ending): Label {
    this.pool.watchers.delete(this.#watch);
    const legs = [...this.fronts, ...this.backs];
    const firstSlot = Math.min(...legs.map(({ slot }) => slot));
    const lastSlot = Math.max(...legs.map(({ slot }) => slot));
    const sum = (swaps: readonly Swap[], field: 'traderIn' | 'traderOut'): bigint =>
      swaps.reduce((total, swap) => total + swap[field], 0n);
    const paid = new Map(
      legs.map((leg) => [`${leg.slot}.${leg.blockIndex}`, leg.feeLamports + leg.jitoTipLamports!]),
    );
    const { mintIn, mintOut } = this.fronts[0]!;
    const facts = {
      frontIn: sum(this.fronts, 'traderIn'),
      frontOut: sum(this.fronts, 'traderOut'),
      backIn: sum(this.backs, 'traderIn'),
      backOut: sum(this.backs, 'traderOut'),
    };
    const verdict = verdictOf({
      ...facts,
      costLamports: [...paid.values()].reduce((total, cost) => total + cost, 0n),
      solSide: mintIn === SOL ? 'a' : mintOut === SOL ? 'b' : null,
      spanSlots: lastSlot - firstSlot,
      isPushed: this.#isPushed,
      knownBot: this.#stage.history.isKnown([...attackers, ...programs], firstSlot),
      onlyProgram,
    });
    const label: Label = {
      kind: this.kind,
      pool: this.pool.address,
      attackers,
      fronts: this.fronts.map(idOf),
      backs: this.backs.map(idOf),
      victims: this.#victims(attackers, facts.frontIn),
      failedFronts: this.#failedFronts.map(idOf),
      failedBacks: this.#failedBacks.map(idOf),
      expected: verdict.expected,
      why: verdict.why,
      reason: verdict.reason,
      quantityRatio: verdict.quantityRatio,
      gross: verdict.gross,
      net: verdict.net,
      ...apart,
      firstSlot,
      lastSlot,
    };
    if (Math.abs(verdict.quantityRatio - 1) <= 0.01 && label.victims.length > 0)
      this.#stage.history.add([...attackers, ...programs], {
        lastSlot,
        pool: label.pool,
        isGain: verdict.isProfit,
        isAimed: this.#isPushed,
      });
    this.#stage.labels.push(label);
    return label;
  }

  #transaction(plan: LegPlan, side: Side) {
    const swap: SwapAction = { do: 'swap', pool: this.pool, side, amountIn: plan.amountIn, ...plan.swap };
    return {
      wallet: plan.wallet,
      cost: plan.cost ?? FREE,
      actions: [...(plan.before ?? []), swap, ...(plan.after ?? [])],
      ...(plan.outer === undefined ? {} : { outer: plan.outer }),
      ...(plan.coSigners === undefined ? {} : { coSigners: plan.coSigners }),
    };
  }

  #leg(plan: LegPlan, side: Side): Swap {
    return this.#stage.world.send(this.#transaction(plan, side))[0]!;
  }

  /** What each swap of others before the last back would have got without the attacker's legs. */
  #cleanFills(): Map<Swap, bigint> {
    const own = new Set<Swap>([...this.fronts, ...this.backs]);
    const lastBack = this.backs.at(-1);
    const { pricing } = this.pool.program;
    const fills = new Map<Swap, bigint>();
    let reserves = this.#start!;
    for (const { swap, side } of this.#seen) {
      if (swap === lastBack) break;
      if (own.has(swap)) continue;
      const without = fillExactIn(pricing, reserves, side, swap.traderIn);
      reserves = without;
      fills.set(swap, without.traderOut);
    }
    return fills;
  }

  /** All other wallets' swaps in the fronts' direction between first front and last back, with their losses. */
  #victims(attackers: readonly string[], frontIn: bigint): LabelledVictim[] {
    const victims: LabelledVictim[] = [];
    const sides = new Map(this.#seen.map(({ swap, side }) => [swap, side]));
    for (const [swap, clean] of this.#cleanFills()) {
      if (sides.get(swap) !== this.side || attackers.includes(swap.trader)) continue;
      if (this.#stage.isOtherLeg(swap, this)) continue;
      victims.push({
        id: idOf(swap),
        wallet: swap.trader,
        trueLoss: clean - swap.traderOut,
        use: this.#uses.get(swap) ?? null,
        sizeShare: Number(swap.traderIn) / Number(frontIn),
      });
    }
    return victims;
  }
}
