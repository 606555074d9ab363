import type { Swap } from '@tickscope/dex';
import { isWithinHours, type Moment } from '../age.js';

/** A fee payer paid for a transaction that another wallet's authority signed. */
export interface PayerSighting extends Moment {
  payer: string;
  authority: string;
}

interface Sighting extends Moment {
  authority: string;
}

const HOURS = 1;
/** How often old payers are dropped. */
const SWEEP_SLOTS = 1_000;

/**
 * Recognises relayers, fee payers that pay for many wallets and link none of them. Keeps only the latest authorities of
 * each payer, as many as make it a relayer.
 */
export class PayerHistory {
  readonly #payers = new Map<string, Sighting[]>();
  readonly #enough: number;
  #sweptAt = 0;

  constructor(relayerAuthorities: number, sightings: readonly PayerSighting[]) {
    this.#enough = relayerAuthorities;
    for (const { payer, ...sighting } of [...sightings].sort((a, b) => a.slot - b.slot))
      this.#note(payer, sighting);
  }

  /** Call only for swaps whose authority signed and is not the fee payer. */
  note(swap: Swap, { slot, blockTime }: Moment): void {
    this.#note(swap.feePayer, { authority: swap.authority, slot, blockTime });
  }

  isRelayer(payer: string, now: Moment): boolean {
    const seen = this.#payers.get(payer);
    if (seen === undefined || seen.length < this.#enough) return false;
    let count = 0;
    for (const sighting of seen) if (isWithinHours(sighting, now, HOURS)) count += 1;
    return count >= this.#enough;
  }

  sweep(now: Moment): void {
    if (now.slot - this.#sweptAt < SWEEP_SLOTS) return;
    this.#sweptAt = now.slot;
    for (const [payer, seen] of this.#payers)
      if (!seen.some((sighting) => isWithinHours(sighting, now, HOURS))) this.#payers.delete(payer);
  }

  #note(payer: string, sighting: Sighting): void {
    const seen = this.#payers.get(payer);
    if (seen === undefined) {
      this.#payers.set(payer, [sighting]);
      return;
    }
    const known = seen.findIndex(({ authority }) => authority === sighting.authority);
    if (known !== -1) seen.splice(known, 1);
    else if (seen.length >= this.#enough) seen.shift();
    seen.push(sighting);
  }
}
