import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { CarBufferReader } from '@ipld/car';
import { decode } from '@ipld/dag-cbor';
import { beforeAll, describe, expect, it } from 'vitest';
import { pubkeyFromBase58 } from './base58.js';
import { type CarCodecs, type RawCarBlock, readCarBlocks } from './car.js';
import { ChainDataError } from './errors.js';

const folder = new URL('../../../../../shared/data/old-faithful/', import.meta.url);
const names = ['epoch-0-1.car', 'epoch-0-2.car', 'epoch-0-3.car'];

/** These archives have neither meta nor rewards. */
const noCodecs: CarCodecs = {
  decodeMeta: () => {
    throw new Error('there is no meta');
  },
  decodeRewardsLeader: () => {
    throw new Error('there are no rewards');
  },
};

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(bytes: Uint8Array, chunkBytes = 65_536): Promise<RawCarBlock[]> {
  const blocks: RawCarBlock[] = [];
  for await (const block of readCarBlocks(inChunks(bytes, chunkBytes), noCodecs)) blocks.push(block);
  return blocks;
}

function toText(blocks: RawCarBlock[]): string {
  return JSON.stringify(blocks, (_key, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
}

function sha256(...parts: Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Solana's Merkle root (solana-labs `merkle-tree`): leaves 0x00, nodes 0x01, an odd one is paired with itself. */
function merkleRoot(signatures: Uint8Array[]): Buffer {
  let level = signatures.map((signature) => sha256(Uint8Array.of(0), signature));
  while (level.length > 1) {
    const pairs: Buffer[] = [];
    for (let i = 0; i < level.length; i += 2)
      pairs.push(sha256(Uint8Array.of(1), level[i]!, level[i + 1] ?? level[i]!));
    level = pairs;
  }
  return level[0]!;
}

/** Computes the hash of Proof of History after an entry (solana-labs `entry/src/entry.rs`, `next_hash`). */
function nextHash(previous: Uint8Array, numHashes: number, signatures: Uint8Array[]): Buffer {
  let hash: Buffer = Buffer.from(previous);
  const plain = signatures.length === 0 ? numHashes : numHashes - 1;
  for (let i = 0; i < plain; i++) hash = sha256(hash);
  return signatures.length === 0 ? hash : sha256(hash, merkleRoot(signatures));
}

describe.skipIf(!existsSync(folder))('epoch 0 of Old Faithful (skipped without shared/data)', () => {
  const files = new Map<string, Uint8Array>();
  let blocks: RawCarBlock[] = [];

  beforeAll(async () => {
    for (const name of names) files.set(name, new Uint8Array(readFileSync(new URL(name, folder))));
    blocks = (await Promise.all([...files.values()].map((bytes) => readAll(bytes)))).flat();
  });

  it('gives slots 0 to 29 with 2,002 entries and 115 transactions', () => {
    expect(blocks.map((block) => block.slot)).toEqual(Array.from({ length: 30 }, (_, slot) => slot));
    expect(blocks.map((block) => block.parentSlot)).toEqual([
      null,
      ...Array.from({ length: 29 }, (_, i) => i),
    ]);
    expect(blocks.flatMap((block) => block.entries)).toHaveLength(2002);
    expect(blocks.flatMap((block) => block.transactions)).toHaveLength(115);
    for (const block of blocks) {
      expect(block.entries.filter((entry) => entry.transactionCount === 0)).toHaveLength(64);
      expect(block.entries.reduce((sum, entry) => sum + entry.numHashes, 0)).toBe(64 * 12_500);
      expect(block.entries.reduce((sum, entry) => sum + entry.transactionCount, 0)).toBe(
        block.transactions.length,
      );
      expect(block.transactions.map((tx) => tx.index)).toEqual(block.transactions.map((_, index) => index));
      expect(block).toMatchObject({ blockTime: null, blockHeight: null, leader: null });
    }
    for (const tx of blocks.flatMap((block) => block.transactions))
      expect(tx).toMatchObject({
        meta: null,
        loaded: { writable: [], readonly: [] },
        wire: { version: 'legacy' },
      });
  });

  it("holds the entries and transactions that another CAR reader finds in the files' nodes", () => {
    const hashes: string[] = [];
    const signatures: string[] = [];
    for (const bytes of files.values())
      for (const node of CarBufferReader.fromBytes(bytes).blocks()) {
        const value = decode<[number, ...unknown[]]>(node.bytes);
        if (value[0] === 1) hashes.push(Buffer.from(value[2] as Uint8Array).toString('hex'));
        if (value[0] === 0) {
          const data = (value[1] as unknown[])[4] as Uint8Array;
          signatures.push(Buffer.from(data.subarray(1, 65)).toString('hex'));
        }
      }
    const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex');
    const byText = (list: string[]) => list.toSorted((left, right) => (left < right ? -1 : 1));
    expect(byText(blocks.flatMap((block) => block.entries.map((entry) => hex(entry.hash))))).toEqual(
      byText(hashes),
    );
    expect(
      byText(blocks.flatMap((block) => block.transactions.map((tx) => hex(tx.wire.signatures[0])))),
    ).toEqual(byText(signatures));
  });

  it('verifies as Proof of History: every entry with transactions, and ticks of every slot', () => {
    // Mainnet's genesis hash, on which its first tick builds.
    let previous = pubkeyFromBase58('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d');
    let withTransactions = 0;
    for (const block of blocks) {
      let first = 0;
      for (const [index, entry] of block.entries.entries()) {
        const signatures = block.transactions
          .slice(first, first + entry.transactionCount)
          .flatMap((tx) => tx.wire.signatures);
        first += entry.transactionCount;
        if (signatures.length > 0) withTransactions++;
        // All 24 million hashes take 30 seconds: of the ticks, two a slot, the first of them across blocks.
        if (signatures.length > 0 || index === 0 || index === 1 + ((block.slot * 7) % 60))
          expect(nextHash(previous, entry.numHashes, signatures).equals(entry.hash)).toBe(true);
        previous = entry.hash;
      }
    }
    expect(withTransactions).toBe(2002 - 30 * 64);
  });

  it.each([1, 7, 1000, 200_000])('gives the same blocks from chunks of %i bytes', async (chunkBytes) => {
    const bytes = files.get(names[0]!)!;
    expect(toText(await readAll(bytes, chunkBytes))).toBe(toText(blocks.slice(0, 10)));
  });

  it('finds a flipped byte at any of 300 places, or is not affected by it', async () => {
    let random = 20260901;
    let unaffected = 0;
    for (let run = 0; run < 300; run++) {
      const which = run % names.length;
      const damaged = files.get(names[which]!)!.slice();
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
      const at = Math.floor((random / 2 ** 32) * damaged.length);
      damaged[at] = damaged[at]! ^ (1 << (run % 8));
      try {
        const read = await readAll(damaged);
        expect(toText(read)).toBe(toText(blocks.slice(10 * which, 10 * which + 10)));
        unaffected++;
      } catch (error) {
        expect(error).toBeInstanceOf(ChainDataError);
      }
    }
    expect(unaffected).toBeLessThan(5);
  });

  it('refuses every cut of a file, at the last complete block at the latest', async () => {
    const bytes = files.get(names[2]!)!;
    for (let run = 0; run < 40; run++) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * run) / 40));
      await expect(readAll(cut)).rejects.toThrow(ChainDataError);
    }
    await expect(readAll(bytes.subarray(0, bytes.length - 1))).rejects.toThrow(
      expect.objectContaining({ code: 'malformed' }),
    );
  });

  it('closes its source when the reader stops early', async () => {
    let isClosed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        yield* inChunks(files.get(names[0]!)!, 1000);
      } finally {
        isClosed = true;
      }
    }
    for await (const block of readCarBlocks(source(), noCodecs)) if (block.slot === 2) break;
    expect(isClosed).toBe(true);
  });
});
