import { expect, test } from 'vitest';
import { ChainGenerator } from '../synthetic/chain-generator.js';
import { packBlock } from './pack-block.js';

test.each([{ transactionsPerSlot: 60 }, { transactionsPerSlot: 60, consensus: 'alpenglow' as const }])(
  'a packed block reads as the block, as often as it is asked: %o',
  (options) => {
    const generator = new ChainGenerator({ ...options, skippedShare: 0 });
    for (let count = 0; count < 2; count += 1) {
      const block = generator.next().stored!;
      const before = structuredClone(block);
      const packed = packBlock(block);
      // What it reads is its own: the pieces it was made of are overwritten.
      for (const bytes of [block.head, ...block.entries, ...block.transactions.map(({ info }) => info)])
        bytes.fill(0);
      expect(packed.head.buffer.byteLength).toBe(block.head.length);
      const plain = (read: typeof block): unknown => ({
        ...read,
        transactions: read.transactions.map((tx) => ({ ...tx, info: Uint8Array.from(tx.info) })),
        entries: read.entries.map((entry) => Uint8Array.from(entry)),
        head: Uint8Array.from(read.head),
      });
      expect(plain(packed)).toEqual(plain(before));
      expect(plain(packed)).toEqual(plain(before));
      expect(before.transactions.length).toBeGreaterThan(20);
    }
  },
);
