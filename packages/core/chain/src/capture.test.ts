import { SubscribeUpdate, type SubscribeUpdateEntry } from '@triton-one/yellowstone-grpc';
import { describe, expect, it } from 'vitest';
import { toBase58 } from './base58.js';
import { decodeGeyserUpdate } from './geyser.js';
import { SlotAssembler, type SlotOutcome } from './slot-assembler.js';
import { hasSharedData, readCaptureMessages } from './testing/shared-data.js';

const FIRST_FULL_SLOT = 398_202_773;
const LAST_SLOT = 398_202_799;

describe.skipIf(!hasSharedData)('the Geyser capture of 5 February 2026 (skipped without shared/data)', () => {
  const messages = hasSharedData ? readCaptureMessages() : [];
  const raw = messages.map((message) => SubscribeUpdate.decode(message));
  const assembler = new SlotAssembler({ source: 'recording', expectTransactions: 'auto' });
  const outcomes: SlotOutcome[] = [
    ...messages.flatMap((message) => assembler.push(decodeGeyserUpdate(message))),
    ...assembler.finish(),
  ];
  const blocks = outcomes.flatMap((outcome) => (outcome.kind === 'block' ? [outcome.block] : []));
  const rawEntries = (slot: number): SubscribeUpdateEntry[] =>
    raw
      .flatMap(({ entry }) => (entry?.slot === String(slot) ? [entry] : []))
      .sort((left, right) => Number(left.index) - Number(right.index));

  it('has 17,199 messages and 27 full slots; slot 398202772 is only a tail', () => {
    expect(messages).toHaveLength(17_199);
    expect(blocks.map((block) => block.slot).sort()).toEqual(
      Array.from({ length: 27 }, (_, i) => FIRST_FULL_SLOT + i),
    );
    expect(outcomes.filter((outcome) => outcome.kind === 'incomplete')).toEqual([
      expect.objectContaining({ slot: 398_202_772 }),
    ]);
  });

  it('gives each full slot 64 ticks, 4,000,000 hashes, the transactions of its meta and its blockhash', () => {
    for (const block of blocks) {
      const meta = raw.find(({ blockMeta }) => blockMeta?.slot === String(block.slot))!.blockMeta!;
      const sum = (of: (entry: (typeof block.entries)[number]) => number) =>
        block.entries.reduce((total, entry) => total + of(entry), 0);
      expect(block).toMatchObject({ content: 'entries_only', model: 'ticked', transactions: [] });
      expect(block.entries).toHaveLength(rawEntries(block.slot).length);
      expect(block.entries.filter((entry) => entry.isTick)).toHaveLength(64);
      expect(sum((entry) => entry.numHashes)).toBe(4_000_000);
      expect(sum((entry) => entry.transactionCount)).toBe(Number(meta.executedTransactionCount));
      expect(block.transactionCount).toBe(Number(meta.executedTransactionCount));
      expect(toBase58(block.entries.at(-1)!.hash)).toBe(meta.blockhash);
      expect(toBase58(block.blockhash)).toBe(meta.blockhash);
    }
  });

  it('is an unbroken chain of parents, by slot and by hash', () => {
    const ordered = blocks.toSorted((left, right) => left.slot - right.slot);
    for (const [index, block] of ordered.entries()) {
      if (index === 0) continue;
      expect(block.parentSlot).toBe(ordered[index - 1]!.slot);
      expect(block.parentBlockhash).toEqual(ordered[index - 1]!.blockhash);
    }
  });

  it('has a wrong startingTransactionIndex on entry 0 of 16 slots; ours is the running sum', () => {
    let wrongFirst = 0;
    for (const block of blocks) {
      const entries = rawEntries(block.slot);
      if (entries[0]!.startingTransactionIndex !== '0') wrongFirst += 1;
      let before = 0;
      for (const [index, { executedTransactionCount }] of entries.entries()) {
        expect(block.entries[index]!.startIndex).toBe(before);
        before += Number(executedTransactionCount);
      }
    }
    expect(wrongFirst).toBe(16);
  });

  it('gives every entry a tick on which both formulas agree', () => {
    for (let slot = FIRST_FULL_SLOT; slot <= LAST_SLOT; slot += 1) {
      const isTick = rawEntries(slot).map((entry) => entry.executedTransactionCount === '0');
      const parent = Number(
        raw.find((update) => update.blockMeta?.slot === `${slot}`)!.blockMeta!.parentSlot,
      );
      const forward = isTick.map(
        (self, at) => (parent + 1) * 64 + isTick.slice(0, at).filter(Boolean).length + (self ? 1 : 0),
      );
      const backward = isTick.map((_, at) => (slot + 1) * 64 - isTick.slice(at + 1).filter(Boolean).length);
      expect(forward).toEqual(backward);
      const block = blocks.find((one) => one.slot === slot)!;
      expect(block.entries.map((entry) => entry.pohTick)).toEqual(forward);
      for (const entry of block.entries) if (!entry.isTick) expect(Math.floor(entry.pohTick / 64)).toBe(slot);
    }
  });
});
