import { beforeAll, describe, expect, it } from 'vitest';
import { assembleBlock } from './assemble-block.js';
import type { Block } from './block.js';
import { readCarBlocks } from './car.js';
import { decodeMeta, decodeRewardsLeader } from './protobuf.js';
import { hasSharedData, readSharedData } from './testing/shared-data.js';
import { isSimpleVote } from './vote.js';

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

describe.skipIf(!hasSharedData)('blocks of the CAR files (skipped without shared/data)', () => {
  const blocks: Block[] = [];

  beforeAll(async () => {
    for (const file of [1, 2, 3])
      for await (const raw of readCarBlocks(whole(readSharedData(`old-faithful/epoch-0-${file}.car`)), {
        decodeMeta,
        decodeRewardsLeader,
      }))
        blocks.push(
          assembleBlock({
            slot: raw.slot,
            parentSlot: raw.parentSlot ?? 0,
            blockhash: raw.entries.at(-1)!.hash,
            parentBlockhash: blocks.at(-1)?.blockhash ?? null,
            blockTime: raw.blockTime,
            blockHeight: raw.blockHeight,
            leader: raw.leader,
            source: 'car',
            entries: raw.entries,
            transactions: raw.transactions.map(({ wire, index, meta, loaded }) => ({
              ...wire,
              index,
              meta,
              loaded,
              isVote: false,
            })),
            promisedTransactions: null,
            promisedEntries: null,
          }),
        );
  });

  it('are 30 full ticked blocks with 2,002 entries and 115 transactions, all without meta', () => {
    expect(blocks).toHaveLength(30);
    expect(blocks.flatMap((block) => block.entries)).toHaveLength(2_002);
    expect(blocks.flatMap((block) => block.transactions)).toHaveLength(115);
    for (const block of blocks) {
      expect(block).toMatchObject({ content: 'full', model: 'ticked' });
      expect(block.hasMeta).toBe(block.transactions.length === 0);
    }
  });

  it('count ticks from 0 in slot 0, which has no parent, on to 1,920 at the end of slot 29', () => {
    expect(blocks[0]).toMatchObject({ slot: 0, parentSlot: null, parentBlockhash: null });
    const ticks = blocks.flatMap((block) => block.entries.filter((entry) => entry.isTick));
    expect(ticks.map((tick) => tick.pohTick)).toEqual(Array.from({ length: 1_920 }, (_, i) => i + 1));
    for (const block of blocks)
      for (const entry of block.entries)
        if (!entry.isTick) expect(Math.floor(entry.pohTick / 64)).toBe(block.slot);
  });

  it('have 12,500 hashes per tick, the rate of 2020; the rate is not checked', () => {
    for (const block of blocks)
      expect(block.entries.reduce((sum, entry) => sum + entry.numHashes, 0)).toBe(64 * 12_500);
  });

  it('hold votes alone', () => {
    expect(blocks.flatMap((block) => block.transactions).every(isSimpleVote)).toBe(true);
  });
});
