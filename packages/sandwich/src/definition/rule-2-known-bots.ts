import { SOL_MINT } from '@tickscope/dex';
import { isWithinHours, type Moment } from '../age.js';
import type { PriorSandwich } from '../engine/prior.js';
import { FINAL_AFTER_SLOTS, type Thresholds } from '../options.js';

/** A sandwich that proves its entity a bot: exact, by rule 2 (a) or (b). */
interface Proof extends Moment {
  pool: string;
  mintIn: string;
  /** Net, or gross if fees cannot be subtracted. */
  gain: bigint;
}

interface Record {
  /** In order of last slot. */
  proofs: Proof[];
  /** Last slots of sandwiches since the first proof that failed rules 1 to 3, mostly plain round trips. */
  others: number[];
}

const HOURS = 24;
/** How many of an address's latest proofs are examined: enough to recognise a bot. */
const PROOFS_READ = 256;
/** How many proofs are kept, including those not yet final when an examined frontrun ran. */
const KEPT = 2_048;
const SWEEP_SLOTS = 9_000;

/**
 * Known bots, derived from the final sandwiches of the last day for every address of their entities. A sandwich counts
 * only from the slot in which it became final, so later knowledge never leaks into earlier verdicts. A wallet that
 * trades back and forth all day produces some proofs by chance, so the proofs must be a fair share of all its
 * sandwiches since.
 */
export class BotHistory {
  readonly #records = new Map<string, Record>();
  readonly #thresholds: Thresholds;
  #sweptAt = 0;

  constructor(thresholds: Thresholds, prior: readonly PriorSandwich[]) {
    this.#thresholds = thresholds;
    for (const sandwich of [...prior].sort((a, b) => a.lastSlot - b.lastSlot)) this.add(sandwich);
  }

  /** Adds a sandwich. Call in order of last slot. */
  add(sandwich: PriorSandwich): void {
    const { confidence, basis, program } = sandwich;
    const isProof = confidence === 'exact' && (basis === 'same_slot' || basis === 'short_span');
    if (!isProof && basis !== null) return;
    const addresses = [...sandwich.attackers, sandwich.linkAddress, ...(program === null ? [] : [program])];
    for (const address of new Set(addresses))
      if (isProof) this.#addProof(address, sandwich);
      else {
        const others = this.#records.get(address)?.others;
        if (others !== undefined) pushBounded(others, sandwich.lastSlot);
      }
  }

  /** Whether one of the addresses was a known bot when a frontrun ran. */
  isKnown(addresses: readonly string[], front: Moment): boolean {
    return addresses.some((address) => {
      const record = this.#records.get(address);
      return record !== undefined && this.hasDeeds(address) && this.#isBot(record, front);
    });
  }

  /** Whether the address has enough proofs to be a known bot at any time. */
  hasDeeds(address: string): boolean {
    return (this.#records.get(address)?.proofs.length ?? 0) >= this.#thresholds.botSandwiches;
  }

  sweep(now: Moment): void {
    if (now.slot - this.#sweptAt < SWEEP_SLOTS) return;
    this.#sweptAt = now.slot;
    for (const [address, { proofs }] of this.#records)
      if (!proofs.some((proof) => isWithinHours(proof, now, HOURS + 1))) this.#records.delete(address);
  }

  #addProof(address: string, { lastSlot, blockTime, pool, mintIn, net, gross }: PriorSandwich): void {
    const proof = { slot: lastSlot, blockTime, pool, mintIn, gain: BigInt(net ?? gross) };
    const known = this.#records.get(address);
    if (known === undefined) this.#records.set(address, { proofs: [proof], others: [] });
    else pushBounded(known.proofs, proof);
  }

  /**
   * Checks the latest proofs that were final by then. Gains are summed by token; if there are any in SOL, only those
   * count.
   */
  #isBot({ proofs, others }: Record, front: Moment): boolean {
    const { botSandwiches, botPools, botShare } = this.#thresholds;
    const lastFinal = front.slot - FINAL_AFTER_SLOTS;
    const gains = new Map<string, bigint>();
    const pools = new Set<string>();
    let count = 0;
    let first = front.slot;
    for (let index = proofs.length - 1; index >= 0 && count < PROOFS_READ; index -= 1) {
      const proof = proofs[index]!;
      if (proof.slot > lastFinal || !isWithinHours(proof, front, HOURS)) continue;
      count += 1;
      first = proof.slot;
      pools.add(proof.pool);
      gains.set(proof.mintIn, (gains.get(proof.mintIn) ?? 0n) + proof.gain);
    }
    if (count < botSandwiches || pools.size < botPools) return false;
    const since = countUpTo(others, lastFinal) - countUpTo(others, first);
    if (count < botShare * (count + since)) return false;
    const inSol = gains.get(SOL_MINT);
    return inSol === undefined ? [...gains.values()].every((gain) => gain > 0n) : inSol > 0n;
  }
}

function pushBounded<T>(list: T[], item: T): void {
  if (list.length >= 2 * KEPT) list.splice(0, list.length - KEPT);
  list.push(item);
}

/** Number of elements of a sorted list that are at most `most`. */
function countUpTo(ascending: readonly number[], most: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
