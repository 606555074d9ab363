import { addTo } from '@tickscope/chain';
import type { Swap } from '@tickscope/dex';
import type { Candidate, Chosen } from '../model/candidate.js';
import { Claim, type PoolWindow } from '../model/leg.js';
import { type DetectorOptions, FINAL_AFTER_SLOTS, readSettings, type Settings } from '../model/options.js';
import { compareInstructions, positionId } from '../model/position.js';
import { type PriorSandwich, priorSandwich } from '../model/prior-sandwich.js';
import type { BlockTrades, Sandwich } from '../model/sandwich.js';
import { PayerHistory } from '../rules/rule-1-payers.js';
import { ActorRecords } from '../rules/rule-11-records.js';
import { CandidateSource } from './candidate-source.js';
import { chooseAcross, isPartlyElsewhere, type OpenPool } from './choose-across.js';
import { BEST_FITS } from './choose-legs.js';
import {
  Claims,
  chooseSandwiches,
  claimOf,
  inOrder,
  mergeCandidates,
  sandwichesOf,
} from './choose-sandwiches.js';

/**
 * A change of a sandwich. `revised`: same first front leg, other content. `final` comes once for every sandwich that
 * was not retracted, with its last content; it does not change afterwards.
 */
export interface SandwichChange<S extends Swap = Swap> {
  kind: 'found' | 'revised' | 'retracted' | 'final';
  sandwich: Sandwich<S>;
}

export interface SandwichDetector<S extends Swap = Swap> {
  /**
   * Takes the next block. Slots must increase; a gap means skipped slots. Repeating the last slot has no effect.
   *
   * @throws RangeError if the slot is below the last one
   */
  push(block: BlockTrades<S>): SandwichChange<S>[];
  /**
   * Finalises what a block of this slot would make final, when no block below it will come. For a missing range, and at
   * the end of a stretch of blocks.
   */
  closeBefore(slot: number): SandwichChange<S>[];
  /** Returns the sandwiches found but not yet final, by first front position. */
  open(): Sandwich<S>[];
  /** Ends the input: everything left becomes final. Nothing may be pushed afterwards. */
  flush(): SandwichChange<S>[];
}

/**
 * @throws RangeError for invalid options
 *
 * @example
 * ```ts
 * import { extractBlockTrades } from '@tickscope/dex';
 * import { createSandwichDetector } from '@tickscope/sandwich';
 * import { tradedBlock } from '@tickscope/testkit/traded-block';
 *
 * const block = tradedBlock(100, [
 *   { does: 'swap', trader: 'attacker', from: 'A', paid: 10_000n, got: 9_900_990n },
 *   { does: 'swap', trader: 'victim', from: 'A', paid: 5_000n, got: 4_877_335n },
 *   { does: 'swap', trader: 'attacker', from: 'B', paid: 9_900_990n, got: 10_098n },
 * ]);
 * const detector = createSandwichDetector();
 * detector.push(extractBlockTrades(block)).map(({ kind }) => kind); // => ['found']
 * detector.flush().map(({ kind }) => kind); // => ['final']
 * ```
 */
export function createSandwichDetector<S extends Swap = Swap>(
  options: DetectorOptions = {},
): SandwichDetector<S> {
  return new Detector<S>(options);
}

class Detector<S extends Swap> implements SandwichDetector<S> {
  readonly #settings: Settings;
  readonly #source: CandidateSource<S>;
  readonly #payers: PayerHistory;
  readonly #records: ActorRecords;
  /** Claims of prior sandwiches whose swaps have not come yet. */
  readonly #priorClaims = new Map<string, number>();
  #lastPriorSlot = -1;
  readonly #resumeAt: number;
  #isFilling: boolean;
  #lastSlot = -1;
  /** Pools with candidates that are not final. */
  readonly #active = new Map<PoolWindow<S>, OpenPool<S>>();
  /** Pools by the slot in which candidates of theirs end, in order. */
  readonly #due: { slot: number; pools: PoolWindow<S>[] }[] = [];
  readonly #claims: Claims<S>;
  #crossing: Candidate<S>[] = [];
  #crossed: Chosen<S>[] = [];

  constructor(options: DetectorOptions) {
    this.#settings = readSettings(options);
    const prior = options.prior ?? [];
    this.#payers = new PayerHistory(this.#settings.thresholds.relayerAuthorities, options.payers ?? []);
    this.#records = new ActorRecords(this.#settings, prior, options.records);
    this.#source = new CandidateSource({
      settings: this.#settings,
      payers: this.#payers,
      claimsOf: prior.length === 0 ? null : (swap) => this.#claimsOf(swap),
      limits: BEST_FITS,
    });
    this.#claims = new Claims(this.#source.window);
    this.#resumeAt = options.resumeAt ?? 0;
    this.#isFilling = this.#resumeAt > 0;
    for (const sandwich of prior) this.#remember(sandwich);
  }

  push(block: BlockTrades<S>): SandwichChange<S>[] {
    const { slot } = block;
    if (slot === this.#lastSlot) return [];
    if (!(slot > this.#lastSlot))
      throw new RangeError(`blocks come in order of slot: ${slot} after ${this.#lastSlot}`);
    const changes: SandwichChange<S>[] = [];
    if (slot >= this.#resumeAt) this.#endFilling();
    if (!this.#isFilling) changes.push(...this.#finish(slot - FINAL_AFTER_SLOTS));
    this.#forget(block);
    const touched = this.#take(block);
    this.#lastSlot = slot;
    if (this.#isFilling) this.#dropDead(slot - FINAL_AFTER_SLOTS);
    else changes.push(...this.#choose(touched, block.attempts.length > 0));
    return changes;
  }

  closeBefore(slot: number): SandwichChange<S>[] {
    if (this.#isFilling && slot < this.#resumeAt) return [];
    this.#endFilling();
    return this.#finish(slot - FINAL_AFTER_SLOTS);
  }

  open(): Sandwich<S>[] {
    const chosen = [...this.#crossed];
    for (const pool of this.#active.values()) chosen.push(...pool.chosen);
    return chosen.sort(byPosition).map(({ sandwich }) => sandwich);
  }

  flush(): SandwichChange<S>[] {
    this.#endFilling();
    return this.#finish(Number.POSITIVE_INFINITY);
  }

  /** Call when the blocks before `resumeAt` are in: decides what is open, and reports changes from now on. */
  #endFilling(): void {
    if (!this.#isFilling) return;
    this.#isFilling = false;
    this.#choose(new Set(this.#active.values()), true);
  }

  #remember(sandwich: PriorSandwich): void {
    const { pool, backPool, quantityRatio, gross } = sandwich;
    // As `Candidate.mayChain`: matched and exact.
    const isMatched = pool === backPool && BigInt(gross) > 0n;
    const mayChain = isMatched && Math.abs(quantityRatio - 1) <= this.#settings.thresholds.exactQuantity;
    const passing = (sandwich.isPassing ? Claim.PASSING : 0) | (mayChain ? Claim.EXACT : 0);
    for (const id of sandwich.fronts) this.#claimPrior(id, Claim.FRONT | passing);
    for (const id of sandwich.backs) this.#claimPrior(id, Claim.BACK | passing);
    this.#lastPriorSlot = Math.max(this.#lastPriorSlot, sandwich.lastSlot);
  }

  #claimPrior(id: string, claims: number): void {
    this.#priorClaims.set(id, (this.#priorClaims.get(id) ?? 0) | claims);
  }

  #forget(block: BlockTrades<S>): void {
    this.#source.forget(block.slot - this.#settings.maxSpan - FINAL_AFTER_SLOTS);
    this.#payers.sweep(block);
    this.#records.advance(block.slot);
    if (block.slot > this.#lastPriorSlot) this.#priorClaims.clear();
  }

  /** Adds a block's events. Returns the pools with new candidates. */
  #take(block: BlockTrades<S>): Set<OpenPool<S>> {
    const { inPool, acrossPools } = this.#source.take(block);
    const added = new Map<PoolWindow<S>, Candidate<S>[]>();
    for (const candidate of inPool) {
      const { pool } = candidate.fronts[0]!;
      addTo(added, pool, candidate);
    }
    const touched = new Set<OpenPool<S>>();
    for (const [window, candidates] of added) {
      const pool = this.#openPool(window);
      pool.candidates = mergeCandidates(pool.candidates, inOrder(candidates));
      this.#active.set(window, pool);
      touched.add(pool);
    }
    if (added.size > 0) this.#due.push({ slot: block.slot, pools: [...added.keys()] });
    if (acrossPools.length > 0) this.#crossing = mergeCandidates(this.#crossing, inOrder(acrossPools));
    return touched;
  }

  #openPool(window: PoolWindow<S>): OpenPool<S> {
    return this.#active.get(window) ?? { candidates: [], chosen: [] };
  }

  #claimsOf(swap: S): number {
    return this.#priorClaims.size === 0 ? 0 : (this.#priorClaims.get(positionId(swap)) ?? 0);
  }

  /** Finalises sandwiches whose last leg is old enough. Their legs stay claimed. */
  #finish(upTo: number): SandwichChange<S>[] {
    const done: Chosen<S>[] = [];
    for (const pool of this.#dropDead(upTo)) pool.chosen = withoutDone(pool.chosen, upTo, done);
    if (this.#crossed.length > 0) this.#crossed = withoutDone(this.#crossed, upTo, done);
    if (done.length === 0) return [];
    done.sort((a, b) => a.candidate.lastSlot - b.candidate.lastSlot || byPosition(a, b));
    for (const { candidate, sandwich } of done) {
      for (const leg of candidate.fronts) leg.claims |= claimOf(candidate, Claim.FRONT, sandwich.isPassing);
      for (const leg of candidate.backs) leg.claims |= claimOf(candidate, Claim.BACK, sandwich.isPassing);
      this.#records.add(priorSandwich(sandwich));
    }
    done.sort(byPosition);
    return done.map(({ sandwich }) => ({ kind: 'final', sandwich }));
  }

  /** Drops candidates that end at or before a slot. Returns the pools that had some. */
  #dropDead(upTo: number): OpenPool<S>[] {
    const windows = new Set<PoolWindow<S>>();
    while (this.#due.length > 0 && this.#due[0]!.slot <= upTo)
      for (const window of this.#due.shift()!.pools) windows.add(window);
    const pools: OpenPool<S>[] = [];
    for (const window of windows) {
      const pool = this.#openPool(window);
      pools.push(pool);
      pool.candidates = pool.candidates.filter(({ lastSlot }) => lastSlot > upTo);
      if (pool.candidates.length === 0) this.#active.delete(window);
    }
    if (this.#crossing.length > 0) this.#crossing = this.#crossing.filter(({ lastSlot }) => lastSlot > upTo);
    return pools;
  }

  /** Decides again in pools with new candidates, or with failed transactions that may belong to a sandwich. */
  #choose(touched: Set<OpenPool<S>>, hasAttempts: boolean): SandwichChange<S>[] {
    const { thresholds } = this.#settings;
    const context = { window: this.#source.window, thresholds, records: this.#records };
    const before: Chosen<S>[] = [];
    const after: Chosen<S>[] = [];
    if (hasAttempts)
      for (const pool of this.#active.values())
        if (pool.chosen.some(({ sandwich }) => sandwich.reason === null)) touched.add(pool);
    // What they replace is decided again with them.
    for (const candidate of this.#crossing)
      if (isPartlyElsewhere(candidate)) touched.add(this.#openPool(candidate.fronts[0]!.pool));
    const claims = this.#claims;
    for (const pool of touched) {
      claims.clear();
      const candidates = chooseSandwiches(pool.candidates, claims, context);
      before.push(...pool.chosen);
      pool.chosen = sandwichesOf(candidates, pool.chosen, claims, context);
      after.push(...pool.chosen);
    }
    if (this.#crossing.length === 0 && this.#crossed.length === 0) return differences(before, after);
    before.push(...this.#crossed);
    const { chosen, replaced } = chooseAcross(this.#crossing, this.#active, claims, context);
    this.#crossed = sandwichesOf(chosen, this.#crossed, claims, context);
    return differences(before, [
      ...after.filter(({ candidate }) => !replaced.has(candidate)),
      ...this.#crossed,
    ]);
  }
}

/** Returns the sandwiches that are not done, and adds the others to `done`. */
function withoutDone<S extends Swap>(
  chosen: readonly Chosen<S>[],
  upTo: number,
  done: Chosen<S>[],
): Chosen<S>[] {
  const left: Chosen<S>[] = [];
  for (const one of chosen) (one.candidate.lastSlot <= upTo ? done : left).push(one);
  return left;
}

function differences<S extends Swap>(
  before: readonly Chosen<S>[],
  after: readonly Chosen<S>[],
): SandwichChange<S>[] {
  if (before.length === 0 && after.length === 0) return [];
  const old = new Map(before.map((chosen) => [chosen.sandwich.id, chosen]));
  const retracted: Chosen<S>[] = [];
  const changed: { kind: 'found' | 'revised'; chosen: Chosen<S> }[] = [];
  for (const chosen of after) {
    const known = old.get(chosen.sandwich.id);
    old.delete(chosen.sandwich.id);
    if (known === undefined) changed.push({ kind: 'found', chosen });
    else if (known !== chosen) changed.push({ kind: 'revised', chosen });
  }
  retracted.push(...old.values());
  retracted.sort(byPosition);
  changed.sort((a, b) => byPosition(a.chosen, b.chosen));
  return [
    ...retracted.map(({ sandwich }): SandwichChange<S> => ({ kind: 'retracted', sandwich })),
    ...changed.map(({ kind, chosen }): SandwichChange<S> => ({ kind, sandwich: chosen.sandwich })),
  ];
}

function byPosition<S extends Swap>(left: Chosen<S>, right: Chosen<S>): number {
  return compareInstructions(left.sandwich.fronts[0]!, right.sandwich.fronts[0]!);
}
