import type { Swap } from '@tickscope/dex';
import type { Candidate } from '../model/candidate.js';
import type { Leg } from '../model/leg.js';
import type { Settings } from '../model/options.js';
import type { BlockTrades } from '../model/sandwich.js';
import { Window } from '../model/window.js';
import { type LinkedLegs, linkedLegs } from '../rules/rule-1-linked-legs.js';
import type { PayerHistory } from '../rules/rule-1-payers.js';
import { linksOfTradedMints, TokenLinks } from '../rules/rule-1-token-links.js';
import { judge, type LegChoice } from '../rules/rules-1-to-3.js';
import { type ChoiceLimits, chooseLegs } from './choose-legs.js';
import { crossPoolChoices, isSoldElsewhere, partlyElsewhere } from './cross-pool.js';

export interface SourceOptions<S extends Swap> {
  settings: Settings;
  payers: PayerHistory;
  /** Returns the claims (`Claim`) of final sandwiches on a swap; null if there are no earlier sandwiches. */
  claimsOf: ((swap: S) => number) | null;
  limits: ChoiceLimits;
  /** Filters an entity's legs; absent: all are considered. */
  select?: (back: Leg<S>, linked: LinkedLegs<S>) => LinkedLegs<S>;
}

/**
 * Holds the events of the last slots and returns the candidates that each new block closes. A candidate depends only on
 * the `maxSpan` slots up to its last leg and on the payers' history.
 */
export class CandidateSource<S extends Swap> {
  readonly window: Window<S>;
  readonly #links = new TokenLinks<S>();
  readonly #options: SourceOptions<S>;

  constructor(options: SourceOptions<S>) {
    this.#options = options;
    this.window = new Window(options.settings.maxSpan);
  }

  /** Adds a block. Returns its candidates within a pool and across pools, unordered. */
  take(block: BlockTrades<S>): { inPool: Candidate<S>[]; acrossPools: Candidate<S>[] } {
    const { window } = this;
    const { moment } = window.open(block);
    const { payers, claimsOf, settings } = this.#options;
    if (block.tokenLinks.length > 0)
      this.#links.add(
        block.slot,
        linksOfTradedMints(block, (mint) => window.isTraded(mint)),
      );
    const { swaps } = block;
    for (let index = 0; index < swaps.length; index += 1) {
      const swap = swaps[index]!;
      const row = window.add(swap, index);
      if (claimsOf !== null) {
        const claims = claimsOf(swap);
        if (claims !== 0) window.legOf(row).claims = claims;
      }
      if (swap.authoritySigned && swap.authority !== swap.feePayer) payers.note(swap, moment);
      if (this.#links.reaches(swap)) window.closes(window.legOf(row));
    }
    const inPool: Candidate<S>[] = [];
    const acrossPools: Candidate<S>[] = [];
    for (const back of window.closing) {
      this.#closedBy(back, inPool);
      if (window.isElsewhereToo(back))
        this.#judge(partlyElsewhere(back, window, settings.thresholds), acrossPools);
    }
    for (const back of window.crossing) {
      this.#judge(crossPoolChoices(back, window, settings.thresholds), acrossPools);
      this.#judge(partlyElsewhere(back, window, settings.thresholds), acrossPools);
    }
    return { inPool, acrossPools };
  }

  forget(upTo: number): void {
    this.window.forget(upTo);
    this.#links.forget(upTo);
  }

  #closedBy(back: Leg<S>, found: Candidate<S>[]): void {
    const { settings, payers, select, limits } = this.#options;
    const context = { window: this.window, links: this.#links, payers };
    const all = linkedLegs(back, context);
    if (all.fronts.length === 0) return;
    const linked = select === undefined ? all : select(back, all);
    this.#judge(chooseLegs(back, linked, settings.thresholds, limits), found);
  }

  #judge(choices: readonly LegChoice<S>[], found: Candidate<S>[]): void {
    if (choices.length === 0) return;
    const { settings, payers } = this.#options;
    for (const choice of choices) {
      const candidate = judge(choice, settings, payers);
      if (candidate === null) continue;
      // The addresses' lists reach back no further than a candidate that ends now.
      candidate.soldElsewhere = isSoldElsewhere(candidate, this.window, settings.thresholds);
      found.push(candidate);
    }
  }
}
