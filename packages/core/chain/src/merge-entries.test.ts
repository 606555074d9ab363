import { describe, expect, it } from 'vitest';
import { assembleBlock } from './assemble-block.js';
import { mergeEntries } from './merge-entries.js';
import { buildChain, plainSlot } from './testing/built-chain.js';
import { partsOf, rawEntries } from './testing/parts.js';

describe('mergeEntries', () => {
  const [built, next] = buildChain([plainSlot, plainSlot]);
  const parts = partsOf(built!);
  const fromRpc = assembleBlock({ ...parts, entries: null, promisedEntries: null });

  it('merges an RPC block and its entries into the block that a stream would have given', () => {
    expect(mergeEntries(fromRpc, rawEntries(built!))).toEqual(assembleBlock(parts));
  });

  it.each([
    ['the entries of another block', rawEntries(next!)],
    ['no entries', []],
    ['its entries without the last', rawEntries(built!).slice(0, -1)],
    ['its entries without a pack', rawEntries(built!).slice(1)],
    ['those of another fork', rawEntries(buildChain([plainSlot], 1_000, 'fork')[0]!)],
  ])('refuses %s as a contradiction', (_name, entries) => {
    expect(() => mergeEntries(fromRpc, entries)).toThrow(
      expect.objectContaining({ name: 'ChainDataError', code: 'contradiction' }),
    );
  });

  it('refuses its entries where a tick is missing', () => {
    expect(() => mergeEntries(fromRpc, rawEntries(built!).toSpliced(5, 1))).toThrow(
      expect.objectContaining({ code: 'incomplete' }),
    );
  });
});
