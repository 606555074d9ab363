import { isPublicProgram, type Swap } from '@tickscope/dex';
import { isWithinHours, type Moment } from '../model/age.js';
import type { PayerSighting } from '../model/payer-sighting.js';

type Sighting = Omit<PayerSighting, 'payer'>;

/** Sightings of a payer. */
interface Paid {
  /** The latest sighting of each of its latest authorities. */
  authorities: Sighting[];
  /** The latest sightings of all its authorities. */
  swaps: Sighting[];
}

const HOURS = 1;
const AUTHORITIES = 8;
/** Number of swaps that a payer is judged by. A bot of two wallets makes eight round trips in them. */
const PAYER_SWAPS = 16;
/** How often old payers are dropped. */
const SWEEP_SLOTS = 1_000;

/**
 * Recognises relayers, fee payers that pay for many wallets and link none of them (Rule 1, L1). How many wallets goes by
 * the payer's latest authorities; whether they are one bot's, by its latest swaps: the wallets of a bot take turns, so
 * that the latest swap of each wallet is seldom what another of them answered.
 */
export class PayerHistory {
  readonly #payers = new Map<string, Paid>();
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
    const paid = this.#payers.get(payer);
    if (paid === undefined || paid.authorities.length < this.#enough) return false;
    const isRecent = (sighting: Sighting): boolean => isWithinHours(sighting, now, HOURS);
    return (
      paid.authorities.filter(isRecent).length >= this.#enough && !areOneBots(paid.swaps.filter(isRecent))
    );
  }

  sweep(now: Moment): void {
    if (now.slot - this.#sweptAt < SWEEP_SLOTS) return;
    this.#sweptAt = now.slot;
    for (const [payer, { authorities }] of this.#payers)
      if (!authorities.some((sighting) => isWithinHours(sighting, now, HOURS))) this.#payers.delete(payer);
  }

  #note(payer: string, sighting: Sighting): void {
    const paid = this.#payers.get(payer);
    if (paid === undefined) {
      this.#payers.set(payer, { authorities: [sighting], swaps: [sighting] });
      return;
    }
    const { authorities, swaps } = paid;
    const known = authorities.findIndex(({ authority }) => authority === sighting.authority);
    if (known !== -1) authorities.splice(known, 1);
    else if (authorities.length >= AUTHORITIES) authorities.shift();
    authorities.push(sighting);
    if (swaps.length >= PAYER_SWAPS) swaps.shift();
    swaps.push(sighting);
  }
}

/**
 * Whether the wallets that a payer paid for belong to one bot: all called one private program, or what some bought
 * others sold, each token as often as it was bought. The latest may still be unsold; what the oldest answered may no
 * longer be among them.
 */
function areOneBots(swaps: readonly Sighting[]): boolean {
  const { program } = swaps[0]!;
  if (program !== '' && !isPublicProgram(program) && swaps.every((sighting) => sighting.program === program))
    return true;
  const count = (mintIn: string, mintOut: string): number =>
    swaps.filter((sighting) => sighting.mintIn === mintIn && sighting.mintOut === mintOut).length;
  return swaps.every(({ mintIn, mintOut }, index) => {
    const reverse = count(mintOut, mintIn);
    if (reverse === 0) return index === 0 && swaps.length === PAYER_SWAPS;
    return Math.abs(count(mintIn, mintOut) - reverse) <= 1;
  });
}
