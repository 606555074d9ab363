import { describe, expect, it } from 'vitest';
import { assembleBlock } from './assemble-block.js';
import { transactionPositions } from './positions.js';
import { buildChain, plainSlot } from './testing/built-chain.js';
import { partsOf } from './testing/parts.js';

const packed = (sizes: number[]) =>
  partsOf(
    buildChain([{ ...plainSlot, packs: sizes.map((transactions, tick) => ({ tick, transactions })) }])[0]!,
  );

describe('transactionPositions', () => {
  it('counts through entries of 16: index in the block is that in the entry and all before', () => {
    const positions = transactionPositions(assembleBlock(packed([16, 16, 3])))!;
    expect(positions).toHaveLength(35);
    // Each pack stands before a tick: entries 0, 2 and 4.
    expect(positions[0]).toEqual({ entryIndex: 0, txIndex: 0, pohTick: 1_001 * 64 });
    expect(positions[15]).toEqual({ entryIndex: 0, txIndex: 15, pohTick: 1_001 * 64 });
    expect(positions[16]).toEqual({ entryIndex: 2, txIndex: 0, pohTick: 1_001 * 64 + 1 });
    expect(positions[34]).toEqual({ entryIndex: 4, txIndex: 2, pohTick: 1_001 * 64 + 2 });
  });

  it('gives entries of one transaction each the index 0', () => {
    const positions = transactionPositions(assembleBlock(packed([1, 1, 1])))!;
    expect(positions.map(({ entryIndex, txIndex }) => [entryIndex, txIndex])).toEqual([
      [0, 0],
      [2, 0],
      [4, 0],
    ]);
  });

  it('orders an Alpenglow block by position where all ticks are equal', () => {
    const packs = [2, 3].map((transactions) => ({ tick: 0, transactions }));
    const built = buildChain([{ ...plainSlot, model: 'alpenglow', packs }])[0]!;
    const positions = transactionPositions(assembleBlock(partsOf(built)))!;
    expect(positions.map(({ entryIndex, txIndex }) => [entryIndex, txIndex])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    expect(new Set(positions.map((position) => position.pohTick))).toEqual(new Set([1_001 * 64 + 63]));
  });

  it('returns positions also of transactions that it has not seen, and none without entries', () => {
    const parts = packed([2, 1]);
    expect(transactionPositions(assembleBlock({ ...parts, transactions: null }))).toHaveLength(3);
    const withoutEntries = assembleBlock({ ...parts, entries: null, promisedEntries: null });
    expect(transactionPositions(withoutEntries)).toBeNull();
  });
});
