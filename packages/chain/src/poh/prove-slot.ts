import { equalBytes } from '../reserved-keys.js';
import { HASH_BYTES, type LaneHasher } from './lane-hasher.js';
import { merkleRoot, sha256 } from './merkle-root.js';

const SIGNATURE_BYTES = 64;

/** A slot's entries, packed so that they go to a worker thread as they are. */
export interface PohSlot {
  slot: number;
  /** The hash before the first entry (the parent's blockhash); `null`: not known. */
  startHash: Uint8Array | null;
  /** Of each entry, in order. */
  numHashes: Float64Array;
  transactionCounts: Uint32Array;
  /** 32 bytes an entry. */
  hashes: Uint8Array;
  /** `null`: not known. */
  signatures: PohSignatures | null;
}

export interface PohSignatures {
  /** Of each transaction of the slot, in order. */
  counts: Uint32Array;
  /** 64 bytes each. */
  bytes: Uint8Array;
}

export interface PohProof {
  slot: number;
  /** Hashes recomputed. */
  hashes: number;
  /** Entries whose hash is what the one before it leads to; `ticks` are those of them without transactions. */
  proven: number;
  provenTicks: number;
  /** Entries with transactions whose signatures are not known. */
  withoutSignatures: number;
  /** The first entry, where the hash before it is not known. */
  withoutStart: number;
  /** Indexes of the entries whose hash is another one, ascending. */
  wrong: number[];
}

/**
 * Recomputes every entry's hash from the stored hash before it, as Agave's `next_hash` does (`entry/src/entry.rs`):
 * `num_hashes` times SHA-256, the last of which, in an entry with transactions, takes the Merkle root of all their
 * signatures in as well; an entry with transactions counts one hash at least, a tick of no hashes repeats the hash.
 *
 * Because each entry starts from the stored hash, a wrong hash shows in its own entry and in the next.
 */
export function proveSlot(slot: PohSlot, hasher: LaneHasher): PohProof {
  const count = slot.numHashes.length;
  const { startHash, signatures, hashes, numHashes, transactionCounts } = slot;
  if (hashes.length !== count * HASH_BYTES || transactionCounts.length !== count)
    throw new RangeError(`slot ${slot.slot}: ${count} entries, ${hashes.length} bytes of hashes`);

  // Entry 0 starts from the hash before it, the others from the hash of the entry before.
  const states = new Uint8Array(count * HASH_BYTES);
  states.set(startHash ?? new Uint8Array(HASH_BYTES));
  states.set(hashes.subarray(0, Math.max(0, count - 1) * HASH_BYTES), HASH_BYTES);
  const plain = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    const isTick = transactionCounts[index] === 0;
    const isProvable = (index > 0 || startHash !== null) && (isTick || signatures !== null);
    if (isProvable) plain[index] = isTick ? numHashes[index]! : Math.max(0, numHashes[index]! - 1);
  }
  hasher.hashTimes(states, plain);

  const proof: PohProof = {
    slot: slot.slot,
    hashes: plain.reduce((sum, hashesOfEntry) => sum + hashesOfEntry, 0),
    proven: 0,
    provenTicks: 0,
    withoutSignatures: 0,
    withoutStart: 0,
    wrong: [],
  };
  const mixins = signatures === null ? null : new SignatureRuns(slot.slot, signatures);
  for (let index = 0; index < count; index += 1) {
    const transactionCount = transactionCounts[index]!;
    const own = transactionCount === 0 ? null : mixins?.take(transactionCount);
    if (index === 0 && startHash === null) proof.withoutStart += 1;
    else if (own === undefined) proof.withoutSignatures += 1;
    else {
      const state = states.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
      if (own !== null) proof.hashes += 1;
      const hash = own === null ? state : sha256(state, merkleRoot(own));
      if (equalBytes(hash, hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES))) {
        proof.proven += 1;
        if (own === null) proof.provenTicks += 1;
      } else proof.wrong.push(index);
    }
  }
  return proof;
}

/** Gives the signatures of so many transactions at a time. */
class SignatureRuns {
  readonly #signatures: PohSignatures;
  readonly #slot: number;
  #transaction = 0;
  #at = 0;

  constructor(slot: number, signatures: PohSignatures) {
    this.#slot = slot;
    this.#signatures = signatures;
  }

  take(transactions: number): Uint8Array {
    const { counts, bytes } = this.#signatures;
    let end = this.#at;
    for (let taken = 0; taken < transactions; taken += 1) {
      end += (counts[this.#transaction] ?? Number.NaN) * SIGNATURE_BYTES;
      this.#transaction += 1;
    }
    if (!(end <= bytes.length))
      throw new RangeError(`slot ${this.#slot}: fewer signatures than transactions`);
    const run = bytes.subarray(this.#at, end);
    this.#at = end;
    return run;
  }
}
