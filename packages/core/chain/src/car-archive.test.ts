import { createHash } from 'node:crypto';
import { CarBufferWriter } from '@ipld/car';
import { encode } from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import { describe, expect, it } from 'vitest';
import { toBase58 } from './base58.js';
import type { TransactionMeta } from './block.js';
import { type CarCodecs, type CarLimits, type RawCarBlock, readCarBlocks } from './car.js';
import { crc64Iso } from './frame-checksum.js';
import { encodeTransactionWire } from './transaction-wire.js';
import type { WireTransaction } from './wire-transaction.js';

// Archives written with the CAR and dag-cbor libraries after Old Faithful's schema, for what the real ones of
// epoch 0 lack: meta, rewards, payloads in several frames, and damage that keeps every CID right.

const emptyCid = CID.parse('bafkqaaa');
const hash = (fill: number) => new Uint8Array(32).fill(fill);

const meta: TransactionMeta = {
  error: null,
  feeLamports: 5000n,
  preBalances: [1n],
  postBalances: [2n],
  innerInstructions: [],
  preTokenBalances: [],
  postTokenBalances: [],
  computeUnits: 150,
  costUnits: null,
  callLog: null,
  failure: null,
};
const loaded = { writable: [hash(21)], readonly: [hash(22)] };
const protobufMeta = Uint8Array.from([0x10, 0x88, 0x27]);
const protobufRewards = Uint8Array.from([0x0a, 0x02, 0x0a, 0x00]);

/** Fakes of the protobuf readers that record their input. */
function recordingCodecs(): CarCodecs & { given: Uint8Array[] } {
  const given: Uint8Array[] = [];
  return {
    given,
    decodeMeta: (bytes) => {
      given.push(bytes);
      return { meta, loaded };
    },
    decodeRewardsLeader: (bytes) => {
      given.push(bytes);
      return hash(33);
    },
  };
}

class Archive {
  readonly #sections: { cid: CID; bytes: Uint8Array }[] = [];

  add(value: unknown): CID {
    const bytes = encode(value);
    const cid = CID.create(1, 0x71, create(0x12, createHash('sha256').update(bytes).digest()));
    this.#sections.push({ cid, bytes });
    return cid;
  }

  /** The CAR file whose root is its last node. */
  toBytes(): Uint8Array {
    const roots = [this.#sections.at(-1)!.cid];
    const buffer = new ArrayBuffer(this.#sections.reduce((sum, { bytes }) => sum + bytes.length + 64, 1024));
    const writer = CarBufferWriter.createWriter(buffer, { roots });
    for (const section of this.#sections) writer.write(section);
    return writer.close({ resize: true });
  }
}

const frame = (data: Uint8Array) => [6, null, null, null, data];

function transactionBytes(fill: number, version: 'legacy' | 0 = 'legacy'): Uint8Array {
  const tx: WireTransaction = {
    signatures: [new Uint8Array(64).fill(fill)],
    version,
    header: { numRequiredSignatures: 1, numReadonlySigned: 0, numReadonlyUnsigned: 0 },
    staticKeys: [hash(fill)],
    recentBlockhash: hash(1),
    instructions: [],
    addressTableLookups:
      version === 0
        ? [{ accountKey: hash(5), writableIndexes: Uint8Array.of(1), readonlyIndexes: Uint8Array.of(2) }]
        : [],
    config: null,
  };
  return encodeTransactionWire(tx);
}

/** Slot 7 on slot 5: one entry with the transactions, then a tick. */
function addBlock(archive: Archive, transactions: CID[], rewards: CID = emptyCid): void {
  const entry = archive.add([1, 10, hash(8), transactions]);
  const tick = archive.add([1, 20, hash(9), []]);
  archive.add([2, 7, [[0, 0]], [entry, tick], [5, 1_600_000_000, 6], rewards]);
}

async function read(
  archive: Archive | Uint8Array,
  codecs: CarCodecs = recordingCodecs(),
  limits?: CarLimits,
): Promise<RawCarBlock[]> {
  const bytes = archive instanceof Archive ? archive.toBytes() : archive;
  async function* chunks() {
    yield bytes;
  }
  const blocks: RawCarBlock[] = [];
  for await (const block of readCarBlocks(chunks(), codecs, limits)) blocks.push(block);
  return blocks;
}

/** A zstd frame with one raw block: magic, size, block header, content. */
function zstdOf(content: Uint8Array): Uint8Array {
  const header = (content.length << 3) | 1;
  return Uint8Array.from([
    ...[0x28, 0xb5, 0x2f, 0xfd, 0x20, content.length],
    ...[header & 0xff, (header >> 8) & 0xff, header >> 16],
    ...content,
  ]);
}

const failsWith = (code: string) => expect.objectContaining({ name: 'ChainDataError', code });

describe('readCarBlocks', () => {
  it('gives a block with its times, transactions, meta and leader', async () => {
    const archive = new Archive();
    const first = archive.add([0, frame(transactionBytes(1)), frame(zstdOf(protobufMeta)), 7, 0]);
    const second = archive.add([0, frame(transactionBytes(2, 0)), frame(protobufMeta), 7]);
    const rewards = archive.add([5, 7, frame(zstdOf(protobufRewards))]);
    addBlock(archive, [first, second], rewards);
    const codecs = recordingCodecs();
    const [block, ...others] = await read(archive, codecs);
    expect(others).toEqual([]);
    expect(block).toMatchObject({
      ...{ slot: 7, parentSlot: 5, blockTime: 1_600_000_000, blockHeight: 6, leader: hash(33) },
      entries: [
        { numHashes: 10, hash: hash(8), transactionCount: 2 },
        { numHashes: 20, hash: hash(9), transactionCount: 0 },
      ],
    });
    expect(block?.transactions.map((tx) => tx.wire.staticKeys)).toEqual([[hash(1)], [hash(2)]]);
    expect(block?.transactions.map((tx) => tx.meta)).toEqual([meta, meta]);
    // Only the second has lookups.
    expect(block?.transactions.map((tx) => tx.loaded)).toEqual([{ writable: [], readonly: [] }, loaded]);
    expect(codecs.given).toEqual([protobufMeta, protobufMeta, protobufRewards]);
  });

  it('reads meta and rewards in the bincode of old ledgers', async () => {
    const u64 = (value: number) => [...new Uint8Array(new BigUint64Array([BigInt(value)]).buffer)];
    const status = [0, 0, 0, 0, ...u64(9), ...u64(1), ...u64(70), ...u64(1), ...u64(61)];
    const address = toBase58(hash(44));
    const fee = [...u64(address.length), ...Buffer.from(address), ...u64(5), ...u64(6), 1, 0, 0, 0, 0];
    const archive = new Archive();
    const first = archive.add([0, frame(transactionBytes(1)), frame(zstdOf(Uint8Array.from(status))), 7, 0]);
    const odd = archive.add([0, frame(transactionBytes(2)), frame(Uint8Array.from([...status, 9])), 7, 1]);
    const rewards = archive.add([5, 7, frame(zstdOf(Uint8Array.from([...u64(1), ...fee])))]);
    addBlock(archive, [first, odd], rewards);
    const codecs = recordingCodecs();
    const [block] = await read(archive, codecs);
    expect(codecs.given).toEqual([]);
    expect(block?.leader).toEqual(hash(44));
    expect(block?.transactions[0]?.meta).toMatchObject({
      ...{ error: null, feeLamports: 9n, preBalances: [70n], postBalances: [61n], innerInstructions: null },
    });
    // In a form that is not known: the meta is lost, not the block.
    expect(block?.transactions[1]?.meta).toBeNull();
  });

  describe('with a payload in several frames', () => {
    const content = transactionBytes(3);
    const parts = [
      content.subarray(0, 40),
      content.subarray(40, 41),
      content.subarray(41, 90),
      content.subarray(90),
    ];
    const checksum = BigInt.asIntN(64, crc64Iso(content));

    /** Frames 1 and 3 hang on frame 0, frame 2 on frame 1, as the schema allows. */
    function archiveOf(edit: { checksum?: bigint; total?: number; third?: number } = {}): Archive {
      const archive = new Archive();
      const sum = edit.checksum ?? checksum;
      const total = edit.total ?? 4;
      const two = archive.add([6, sum, edit.third ?? 2, total, parts[2], []]);
      const one = archive.add([6, sum, 1, total, parts[1], [two]]);
      const three = archive.add([6, sum, 3, total, parts[3]]);
      const first = [6, sum, 0, total, parts[0], [three, one]];
      addBlock(archive, [archive.add([0, first, frame(new Uint8Array()), 7, 0])]);
      return archive;
    }

    it('joins them by index', async () => {
      const [block] = await read(archiveOf());
      expect(encodeTransactionWire(block!.transactions[0]!.wire)).toEqual(content);
      expect(block?.transactions[0]?.meta).toBeNull();
    });

    it.each([
      ['a checksum that differs', { checksum: checksum + 1n }],
      ['another total', { total: 5 }],
      ['a gap in the indexes', { third: 4 }],
    ])('refuses %s', async (_name, edit) => {
      await expect(read(archiveOf(edit))).rejects.toThrow(failsWith('malformed'));
    });

    it('names a missing frame', async () => {
      const archive = new Archive();
      const elsewhere = new Archive().add([6, null, 1, 2, parts[1]]);
      const first = [6, null, 0, 2, parts[0], [elsewhere]];
      addBlock(archive, [archive.add([0, first, frame(new Uint8Array()), 7, 0])]);
      await expect(read(archive)).rejects.toThrow(failsWith('incomplete'));
    });

    it('stops when few frames link to each other over and over', async () => {
      const archive = new Archive();
      let cid = archive.add([6, null, 1, 2, new Uint8Array()]);
      for (let depth = 0; depth < 40; depth++)
        cid = archive.add([6, null, 1, 2, new Uint8Array(), [cid, cid]]);
      const first = [6, null, 0, 2, new Uint8Array(), [cid]];
      addBlock(archive, [archive.add([0, first, frame(new Uint8Array()), 7, 0])]);
      await expect(read(archive)).rejects.toThrow(failsWith('malformed'));
    });
  });

  it.each<[string, string, (archive: Archive) => CID[]]>([
    [
      'a transaction of another slot',
      'contradiction',
      (it) => [it.add([0, frame(transactionBytes(1)), frame(new Uint8Array()), 8, 0])],
    ],
    [
      'a transaction at another index',
      'contradiction',
      (it) => [it.add([0, frame(transactionBytes(1)), frame(new Uint8Array()), 7, 1])],
    ],
    ['a missing transaction', 'incomplete', () => [new Archive().add([0])]],
    [
      'a transaction of other bytes',
      'malformed',
      (it) => [it.add([0, frame(Uint8Array.of(1, 2)), frame(new Uint8Array()), 7, 0])],
    ],
    ['an entry where a transaction belongs', 'malformed', (it) => [it.add([1, 1, hash(1), []])]],
    [
      'a transaction without data',
      'malformed',
      (it) => [it.add([0, [6, null, null, null], frame(new Uint8Array()), 7, 0])],
    ],
    ['a node of unknown kind', 'malformed', (it) => [it.add([7, 1])]],
    ['a node that is no list', 'malformed', (it) => [it.add({ kind: 0 })]],
    ['an entry with a short hash', 'malformed', (it) => [it.add([1, 1, new Uint8Array(31), []])]],
    ['a negative count', 'malformed', (it) => [it.add([1, -1, hash(1), []])]],
    ['an invalid link', 'malformed', (it) => [it.add([1, 1, hash(1), ['bafkqaaa']])]],
  ])('refuses a block with %s', async (_name, code, make) => {
    const archive = new Archive();
    addBlock(archive, make(archive));
    await expect(read(archive)).rejects.toThrow(failsWith(code));
  });

  it('refuses a transaction that is in a block twice', async () => {
    const archive = new Archive();
    const tx = archive.add([0, frame(transactionBytes(1)), frame(new Uint8Array()), 7]);
    addBlock(archive, [tx, tx]);
    await expect(read(archive)).rejects.toThrow(failsWith('incomplete'));
  });

  it('refuses rewards of another slot and a parent that does not precede its block', async () => {
    const rewarded = new Archive();
    addBlock(rewarded, [], rewarded.add([5, 8, frame(new Uint8Array())]));
    await expect(read(rewarded)).rejects.toThrow(failsWith('contradiction'));
    const orphan = new Archive();
    orphan.add([2, 7, [], [], [7, 0], emptyCid]);
    await expect(read(orphan)).rejects.toThrow(failsWith('contradiction'));
  });

  it('passes over nodes that no block refers to, and refuses a file that ends with some', async () => {
    const archive = new Archive();
    archive.add([1, 99, hash(99), []]);
    addBlock(archive, []);
    expect((await read(archive)).map((block) => block.entries.length)).toEqual([2]);
    archive.add([1, 98, hash(98), []]);
    await expect(read(archive)).rejects.toThrow(failsWith('incomplete'));
  });

  it('bounds a node, the nodes without a block, and the payloads of a block', async () => {
    const limits: CarLimits = { maxNodeBytes: 2000, maxPendingBytes: 20_000, maxPayloadBytes: 3000 };
    const ofSize = (bytes: number, count: number) => {
      const archive = new Archive();
      const transactions = Array.from({ length: count }, (_, index) =>
        archive.add([0, frame(transactionBytes(index)), frame(new Uint8Array(bytes).fill(0x10)), 7, index]),
      );
      addBlock(archive, transactions);
      return archive;
    };
    expect(await read(ofSize(1000, 2), recordingCodecs(), limits)).toHaveLength(1);
    await expect(read(ofSize(2000, 1), recordingCodecs(), limits)).rejects.toThrow(failsWith('malformed'));
    await expect(read(ofSize(1000, 3), recordingCodecs(), limits)).rejects.toThrow(failsWith('malformed'));
    await expect(read(ofSize(1, 40), recordingCodecs(), limits)).rejects.toThrow(failsWith('malformed'));
    // 10 bytes that unfold into 100,000.
    const bomb = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38, 0x03, 0x35, 0x0c, 0x10]);
    const archive = new Archive();
    addBlock(archive, [archive.add([0, frame(transactionBytes(1)), frame(bomb), 7, 0])]);
    expect(await read(archive)).toHaveLength(1);
    await expect(read(archive, recordingCodecs(), limits)).rejects.toThrow(failsWith('malformed'));
  });

  it.each([
    ['nothing', []],
    ['text', [...Buffer.from('<html>')]],
    ['a length without end', new Array(12).fill(0xff)],
    ['a length that is too large', [0xff, 0xff, 0xff, 0x7f, 1]],
    ['a header that is no map', [1, 0x01]],
    ['a header that is null', [1, 0xf6]],
  ])('refuses %s as malformed', async (_name, bytes) => {
    await expect(read(Uint8Array.from(bytes))).rejects.toThrow(failsWith('malformed'));
  });

  it('names CARv2 as unsupported', async () => {
    const header = encode({ version: 2 });
    await expect(read(Uint8Array.from([header.length, ...header]))).rejects.toThrow(failsWith('unsupported'));
  });

  it('passes errors of its source through', async () => {
    // biome-ignore lint/correctness/useYield: it fails before its first chunk
    async function* failing(): AsyncGenerator<Uint8Array> {
      throw new Error('disk on fire');
    }
    await expect(readCarBlocks(failing(), recordingCodecs()).next()).rejects.toThrow('disk on fire');
  });
});
