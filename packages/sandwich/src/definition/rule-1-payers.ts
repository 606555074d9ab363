import { isPublicProgram, type Swap } from '@tickscope/dex';
import { isWithinHours, type Moment } from '../age.js';

/** A fee payer paid for a transaction that another wallet's authority signed. */
export interface PayerSighting extends Moment {
  payer: string;
  authority: string;
  /** The outer program; '' where the pool's own program was called. */
  program: string;
  mintIn: string;
  mintOut: string;
}

type Sighting = Omit<PayerSighting, 'payer'>;

const HOURS = 1;
/** How many of a payer's latest authorities are kept. */
const KEPT = 8;
/** How often old payers are dropped. */
const SWEEP_SLOTS = 1_000;

/**
 * Recognises relayers, fee payers that pay for many wallets and link none of them (Rule 1, L1). Keeps the latest
 * sighting of each of a payer's eight latest authorities.
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
  note({ feePayer, authority, programId, outerProgramId, mintIn, mintOut }: Swap, moment: Moment): void {
    const program = outerProgramId === programId ? '' : outerProgramId;
    this.#note(feePayer, {
      authority,
      program,
      mintIn,
      mintOut,
      slot: moment.slot,
      blockTime: moment.blockTime,
    });
  }

  isRelayer(payer: string, now: Moment): boolean {
    const seen = this.#payers.get(payer);
    if (seen === undefined || seen.length < this.#enough) return false;
    const recent = seen.filter((sighting) => isWithinHours(sighting, now, HOURS));
    return recent.length >= this.#enough && !areOneBots(recent);
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
    else if (seen.length >= KEPT) seen.shift();
    seen.push(sighting);
  }
}

/**
 * Whether the wallets that a payer paid for belong to one bot: all called one private program, or what some bought
 * others sold, each token as often as it was bought. The latest may still be unsold.
 */
function areOneBots(seen: readonly Sighting[]): boolean {
  const { program } = seen[0]!;
  if (program !== '' && !isPublicProgram(program) && seen.every((sighting) => sighting.program === program))
    return true;
  const count = (mintIn: string, mintOut: string): number =>
    seen.filter((sighting) => sighting.mintIn === mintIn && sighting.mintOut === mintOut).length;
  return seen.every(({ mintIn, mintOut }) => {
    const reverse = count(mintOut, mintIn);
    return reverse > 0 && Math.abs(count(mintIn, mintOut) - reverse) <= 1;
  });
}
