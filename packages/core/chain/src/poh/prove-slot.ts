import { equalBytes } from '../reserved-keys.js';
import { HASH_BYTES, type LaneHasher } from './lane-hasher.js';
import { merkleRoot, sha256 } from './merkle-root.js';

const SIGNATURE_BYTES = 64;

/** A slot's entries, packed for transfer to a worker thread. */
export interface PohSlot {
  slot: number;
  /** The hash before the first entry (the parent's blockhash); null if unknown. */
  startHash: Uint8Array | null;
  /** Per entry, in order. */
  numHashes: Float64Array;
  transactionCounts: Uint32Array;
  /** 32 bytes per entry. */
  hashes: Uint8Array;
  /** Null if unknown. */
  signatures: PohSignatures | null;
}

export interface PohSignatures {
  /** Per transaction of the slot, in order. */
  counts: Uint32Array;
  /** 64 bytes each. */
  bytes: Uint8Array;
}

export interface PohProof {
  slot: number;
  /** Number of hashes recomputed. */
  hashes: number;
  /** Entries whose hash follows from the previous one; `provenTicks` counts those without transactions. */
  proven: number;
  provenTicks: number;
  /** Entries with transactions whose signatures are unknown. */
  withoutSignatures: number;
  /** 1 if the hash before the first entry is unknown, otherwise 0. */
  withoutStart: number;
  /** Indexes of the entries with a wrong hash, ascending. */
  wrong: number[];
}

/**
 * Recomputes every entry's hash from the stored hash before it, like Agave's `next_hash` (`entry/src/entry.rs`):
 * `num_hashes` times SHA-256. In an entry with transactions, the last hash also takes in the Merkle root of all their
 * signatures, and at least one hash counts. A tick with no hashes repeats the previous hash.
 *
 * Because each entry starts from the stored hash, a wrong hash shows in its own entry and in the next one.
 */
export function proveSlot(slot: PohSlot, hasher: LaneHasher): PohProof {
  const count = slot.numHashes.length;
  const { startHash, signatures, hashes, numHashes, transactionCounts } = slot;
  if (hashes.length !== count * HASH_BYTES || transactionCounts.length !== count)
    throw new RangeError(`slot ${slot.slot}: ${count} entries, ${hashes.length} bytes of hashes`);

  // Entry 0 starts from `startHash`, the others from the hash of the previous entry.
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

/** Returns the signatures of consecutive groups of transactions. */
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
