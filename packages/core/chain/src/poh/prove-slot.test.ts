import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pubkeyFromBase58 } from '../base58.js';
import { readCarBlocks } from '../car.js';
import { decodeGeyserUpdate, type GeyserEntry } from '../geyser.js';
import { decodeMeta, decodeRewardsLeader } from '../protobuf.js';
import { hasSharedData, readCaptureMessages, readSharedData } from '../testing/shared-data.js';
import { LaneHasher } from './lane-hasher.js';
import { merkleRoot } from './merkle-root.js';
import { type PohSlot, proveSlot } from './prove-slot.js';

/** A second implementation, as plain as Agave's own text: recursive, one hash after the other, on node:crypto. */
const sha256 = (...parts: Uint8Array[]): Uint8Array =>
  createHash('sha256').update(Buffer.concat(parts)).digest();
const hashed = (hash: Uint8Array, times: number): Uint8Array => {
  let result = hash;
  for (let time = 0; time < times; time += 1) result = sha256(result);
  return result;
};
const rootOf = (row: Uint8Array[]): Uint8Array =>
  row.length === 1
    ? row[0]!
    : rootOf(
        Array.from({ length: Math.ceil(row.length / 2) }, (_, at) =>
          sha256(Uint8Array.of(1), row[2 * at]!, row[Math.min(2 * at + 1, row.length - 1)]!),
        ),
      );
const rootOfSignatures = (signatures: Uint8Array[]): Uint8Array =>
  rootOf(signatures.map((signature) => sha256(Uint8Array.of(0), signature)));

interface PlainEntry {
  numHashes: number;
  /** Signatures of each transaction. */
  signatures: Uint8Array[][];
}

function nextHash(previous: Uint8Array, { numHashes, signatures }: PlainEntry): Uint8Array {
  if (signatures.length === 0) return hashed(previous, numHashes);
  return sha256(hashed(previous, Math.max(numHashes, 1) - 1), rootOfSignatures(signatures.flat()));
}

function slotOf(startHash: Uint8Array, entries: readonly PlainEntry[]): PohSlot {
  let hash = startHash;
  const hashes = entries.map((entry) => {
    hash = nextHash(hash, entry);
    return hash;
  });
  const transactions = entries.flatMap(({ signatures }) => signatures);
  return {
    slot: 7,
    startHash,
    numHashes: Float64Array.from(entries, ({ numHashes }) => numHashes),
    transactionCounts: Uint32Array.from(entries, ({ signatures }) => signatures.length),
    hashes: Uint8Array.from(Buffer.concat(hashes)),
    signatures: {
      counts: Uint32Array.from(transactions, (signatures) => signatures.length),
      bytes: Uint8Array.from(Buffer.concat(transactions.flat())),
    },
  };
}

const hasher = new LaneHasher();
const bytes = (size: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: size, maxLength: size });
const entry: fc.Arbitrary<PlainEntry> = fc.record({
  numHashes: fc.nat(9),
  signatures: fc.array(fc.array(bytes(64), { minLength: 1, maxLength: 3 }), { maxLength: 5 }),
});
const entries = fc.array(entry, { minLength: 1, maxLength: 20 });

describe('LaneHasher', () => {
  it('hashes 32 bytes any number of times as node:crypto does, however many chains there are', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(bytes(32), fc.nat(40)), { maxLength: 12 }), (chains) => {
        const states = Uint8Array.from(Buffer.concat(chains.map(([state]) => state)));
        hasher.hashTimes(
          states,
          chains.map(([, count]) => count),
        );
        const expected = Buffer.concat(chains.map(([state, count]) => hashed(state, count)));
        expect(Buffer.from(states).equals(expected)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('gives the hash of FIPS 180-4 for a message of 32 zeros', () => {
    const state = new Uint8Array(32);
    hasher.hashTimes(state, [1]);
    // The well-known digest of 32 zero bytes.
    expect(Buffer.from(state).toString('hex')).toBe(
      '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
    );
  });

  it('refuses states that are not one for each count', () => {
    expect(() => hasher.hashTimes(new Uint8Array(33), [1])).toThrow(RangeError);
  });
});

describe('merkleRoot', () => {
  it('pairs leaves as Agave does, an odd one with itself', () => {
    fc.assert(
      fc.property(fc.array(bytes(64), { minLength: 1, maxLength: 40 }), (signatures) => {
        const root = merkleRoot(Uint8Array.from(Buffer.concat(signatures)));
        expect(Buffer.from(root).equals(rootOfSignatures(signatures))).toBe(true);
      }),
    );
  });

  it('is zeros without signatures', () => {
    expect(merkleRoot(new Uint8Array(0))).toEqual(new Uint8Array(32));
  });
});

describe('proveSlot', () => {
  it('proves every entry of a true chain, ticks and transactions of several signatures alike', () => {
    fc.assert(
      fc.property(bytes(32), entries, (start, plain) => {
        const proof = proveSlot(slotOf(start, plain), hasher);
        const ticks = plain.filter(({ signatures }) => signatures.length === 0).length;
        expect(proof).toMatchObject({ proven: plain.length, provenTicks: ticks, wrong: [] });
        expect(proof.withoutSignatures + proof.withoutStart).toBe(0);
      }),
    );
  });

  it('finds one flipped bit of a hash in its entry, and where it was the start of the next', () => {
    fc.assert(
      fc.property(bytes(32), entries, fc.nat(), fc.nat(255), (start, plain, pick, bit) => {
        const slot = slotOf(start, plain);
        const index = pick % plain.length;
        slot.hashes[index * 32 + (bit >> 3)]! ^= 1 << (bit & 7);
        const next = index + 1 < plain.length ? [index + 1] : [];
        expect(proveSlot(slot, hasher).wrong).toEqual([index, ...next]);
      }),
    );
  });

  it('finds one flipped bit of any signature, also of one that is not the first of its transaction', () => {
    fc.assert(
      fc.property(bytes(32), entries, fc.nat(), (start, plain, pick) => {
        const slot = slotOf(start, plain);
        const signatures = slot.signatures!.bytes;
        fc.pre(signatures.length > 0);
        const at = pick % signatures.length;
        signatures[at]! ^= 0x10;
        const owners = plain.flatMap((own, index) => own.signatures.flat().map(() => index));
        expect(proveSlot(slot, hasher).wrong).toEqual([owners[Math.floor(at / 64)]]);
      }),
    );
  });

  it('finds a count of hashes that is one too many', () => {
    const slot = slotOf(
      new Uint8Array(32),
      [3, 3, 3].map((numHashes) => ({ numHashes, signatures: [] })),
    );
    slot.numHashes[1] = 4;
    expect(proveSlot(slot, hasher).wrong).toEqual([1]);
  });

  it('without signatures proves the ticks and counts the rest', () => {
    const signatures = [[new Uint8Array(64).fill(1)]];
    const slot = slotOf(new Uint8Array(32), [
      { numHashes: 4, signatures },
      { numHashes: 4, signatures: [] },
      { numHashes: 1, signatures },
      { numHashes: 7, signatures: [] },
    ]);
    const proof = proveSlot({ ...slot, signatures: null }, hasher);
    expect(proof).toEqual({
      ...{ slot: 7, hashes: 11, proven: 2, provenTicks: 2, withoutSignatures: 2, withoutStart: 0, wrong: [] },
    });
  });

  it('without the hash before the first entry proves the others', () => {
    const slot = slotOf(
      new Uint8Array(32),
      [5, 5].map((numHashes) => ({ numHashes, signatures: [] })),
    );
    const proof = proveSlot({ ...slot, startHash: null }, hasher);
    expect(proof).toMatchObject({ proven: 1, withoutStart: 1, wrong: [] });
  });

  it('refuses fewer signatures than the entries need', () => {
    const slot = slotOf(new Uint8Array(32), [{ numHashes: 1, signatures: [[new Uint8Array(64)]] }]);
    slot.signatures = { counts: new Uint32Array(0), bytes: new Uint8Array(0) };
    expect(() => proveSlot(slot, hasher)).toThrow(RangeError);
  });
});

describe.skipIf(!hasSharedData)('proveSlot on real blocks (skipped without shared/data)', () => {
  it('proves all 2,002 entries of slots 0 to 29 from the genesis hash on', async () => {
    let startHash: Uint8Array = pubkeyFromBase58('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d');
    let proven = 0;
    let mixins = 0;
    for (const file of [1, 2, 3])
      for await (const block of readCarBlocks(
        (async function* () {
          yield readSharedData(`old-faithful/epoch-0-${file}.car`);
        })(),
        { decodeMeta, decodeRewardsLeader },
      )) {
        const signatures = block.transactions.map(({ wire }) => wire.signatures);
        const proof = proveSlot(
          {
            slot: block.slot,
            startHash,
            numHashes: Float64Array.from(block.entries, ({ numHashes }) => numHashes),
            transactionCounts: Uint32Array.from(block.entries, ({ transactionCount }) => transactionCount),
            hashes: Uint8Array.from(Buffer.concat(block.entries.map(({ hash }) => hash))),
            signatures: {
              counts: Uint32Array.from(signatures, ({ length }) => length),
              bytes: Uint8Array.from(Buffer.concat(signatures.flat())),
            },
          },
          hasher,
        );
        expect(proof.wrong).toEqual([]);
        expect(proof.hashes).toBe(64 * 12_500);
        proven += proof.proven;
        mixins += proof.proven - proof.provenTicks;
        startHash = block.entries.at(-1)!.hash;
      }
    expect({ proven, ticks: proven - mixins }).toEqual({ proven: 2_002, ticks: 30 * 64 });
  });

  it('proves the 64 ticks of a whole slot of the stream, which has no transactions', () => {
    const slot = 398_202_780;
    const updates = readCaptureMessages().map((message) => decodeGeyserUpdate(message));
    const found = updates.flatMap((update) => (update.kind === 'entry' ? [update.entry] : []));
    const inOrder = (of: number): GeyserEntry[] =>
      found.filter((each) => each.slot === of).sort((left, right) => left.index - right.index);
    const own = inOrder(slot);
    const proof = proveSlot(
      {
        slot,
        startHash: inOrder(slot - 1).at(-1)!.hash,
        numHashes: Float64Array.from(own, ({ numHashes }) => numHashes),
        transactionCounts: Uint32Array.from(own, ({ transactionCount }) => transactionCount),
        hashes: Uint8Array.from(Buffer.concat(own.map(({ hash }) => hash))),
        signatures: null,
      },
      hasher,
    );
    expect(proof).toMatchObject({
      proven: 64,
      provenTicks: 64,
      withoutSignatures: own.length - 64,
      wrong: [],
    });
  });
});
