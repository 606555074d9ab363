import { describe, expect, it } from 'vitest';
import { decodeGeyserUpdate, type GeyserSlot } from './geyser.js';
import { SlotAssembler } from './slot-assembler.js';
import { buildChain, entryMessages, metaMessage, plainSlot, singleMessages } from './testing/built-chain.js';
import { blocksOf, incompleteSlots, outcomesOf } from './testing/streams.js';

const chain = buildChain(Array.from({ length: 12 }, () => plainSlot));

describe('the bounds of SlotAssembler', () => {
  it('keep at most maxOpenSlots: above it the oldest is given up', () => {
    const assembler = new SlotAssembler({ source: 'geyser', expectTransactions: true, maxOpenSlots: 4 });
    for (const [index, built] of chain.entries()) {
      const outcomes = assembler.push(decodeGeyserUpdate(metaMessage(built)));
      expect(incompleteSlots(outcomes)).toEqual(index < 4 ? [] : [chain[index - 4]!.slot]);
      expect(assembler.openSlots).toBe(Math.min(index + 1, 4));
    }
  });

  it('give the oldest as a block when it is whole without transactions and may be', () => {
    const messages = chain.flatMap((built) => [...entryMessages(built), metaMessage(built)]);
    const assembler = new SlotAssembler({ source: 'geyser', expectTransactions: 'auto', maxOpenSlots: 3 });
    const outcomes = messages.flatMap((message) => assembler.push(decodeGeyserUpdate(message)));
    expect(blocksOf(outcomes).map((block) => block.slot)).toEqual(chain.slice(0, 9).map(({ slot }) => slot));
    expect(assembler.openSlots).toBe(3);
  });

  it('hold no more than maxOpenParts entries and transactions, however few slots they are of', () => {
    const assembler = new SlotAssembler({ source: 'geyser', expectTransactions: true, maxOpenParts: 100 });
    const [one, two] = chain;
    const messages = [...entryMessages(one!), ...entryMessages(two!)];
    const outcomes = messages.map((message) => assembler.push(decodeGeyserUpdate(message)));
    // 66 entries of the first, 34 of the second; the 101st part evicts the first.
    expect(outcomes.flatMap((list, index) => (list.length > 0 ? [index] : []))).toEqual([100]);
    expect(incompleteSlots(outcomes.flat())).toEqual([one!.slot]);
    expect(assembler.openSlots).toBe(1);
  });

  it('give up a single slot that alone is larger, and continue', () => {
    const outcomes = outcomesOf([...singleMessages(chain[0]!), ...singleMessages(chain[1]!)], {
      maxOpenParts: 50,
    });
    expect(incompleteSlots(outcomes)).toEqual([chain[0]!.slot, chain[1]!.slot]);
    expect(blocksOf(outcomes)).toEqual([]);
  });

  it('count parts freely again after their slots were settled: a long stream never reaches maxOpenParts', () => {
    const outcomes = outcomesOf(
      chain.flatMap((built) => [...singleMessages(built), ...singleMessages(built)]),
      { maxOpenParts: 80 },
    );
    expect(blocksOf(outcomes)).toHaveLength(12);
    expect(incompleteSlots(outcomes)).toEqual([]);
  });

  it('settle a slot that stays open while maxLagSlots others pass it', () => {
    const [lagging, ...others] = chain;
    const assembler = new SlotAssembler({ source: 'geyser', expectTransactions: true, maxLagSlots: 5 });
    assembler.push(decodeGeyserUpdate(metaMessage(lagging!)));
    const gaveUpAt: number[] = [];
    for (const built of others)
      for (const message of singleMessages(built))
        if (incompleteSlots(assembler.push(decodeGeyserUpdate(message))).length > 0)
          gaveUpAt.push(built.slot);
    expect(gaveUpAt).toEqual([others[5]!.slot]);
  });

  it('remember settled slots only so far: after thousands of others a repeat is taken for new', () => {
    const assembler = new SlotAssembler({ source: 'geyser', expectTransactions: true, maxOpenSlots: 1 });
    for (let slot = 1; slot <= 5_000; slot += 1) assembler.push({ kind: 'slot', status: dead(slot) });
    assembler.finish();
    expect(assembler.push({ kind: 'slot', status: dead(4_999) })).toEqual([]);
    expect(assembler.finish()).toEqual([]);
    assembler.push({ kind: 'slot', status: dead(1) });
    expect(assembler.finish()).toHaveLength(1);
  });
});

function dead(slot: number): GeyserSlot {
  return { slot, bankId: null, parentSlot: null, status: 6 };
}
