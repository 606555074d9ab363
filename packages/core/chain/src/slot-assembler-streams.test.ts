import { SlotStatus } from '@triton-one/yellowstone-grpc';
import { describe, expect, it } from 'vitest';
import { decodeGeyserUpdate } from './geyser.js';
import { SlotAssembler } from './slot-assembler.js';
import {
  buildChain,
  entryMessages,
  metaMessage,
  plainSlot,
  singleMessages,
  transactionMessages,
  wholeBlockMessage,
} from './testing/built-chain.js';
import { encodeUpdate } from './testing/library-messages.js';
import { blocksOf, blockText, builtText, incompleteSlots, outcomesOf } from './testing/streams.js';

const chain = buildChain([plainSlot, { ...plainSlot, skippedBefore: 1 }, plainSlot]);
const [first, second, third] = chain as [(typeof chain)[0], (typeof chain)[0], (typeof chain)[0]];
const texts = (...slots: typeof chain) => slots.map((built) => builtText(built));

function statusMessage(slot: number, status: SlotStatus): Uint8Array {
  return encodeUpdate({ slot: { slot: String(slot), parent: undefined, status } });
}

function assemblerOf(expectTransactions: boolean | 'auto'): {
  push: (messages: readonly Uint8Array[]) => ReturnType<SlotAssembler['push']>;
  assembler: SlotAssembler;
} {
  const assembler = new SlotAssembler({ source: 'geyser', expectTransactions });
  return {
    assembler,
    push: (messages) => messages.flatMap((message) => assembler.push(decodeGeyserUpdate(message))),
  };
}

describe('a stream that starts in the middle of a slot', () => {
  it('gives up that slot and completes the next ones', () => {
    const messages = chain.flatMap(singleMessages).slice(20);
    const outcomes = outcomesOf(messages);
    expect(incompleteSlots(outcomes)).toEqual([first.slot]);
    expect(blocksOf(outcomes).map(blockText)).toEqual(texts(second, third));
  });

  it('reports what is missing', () => {
    const outcomes = outcomesOf([...entryMessages(first).slice(60), metaMessage(first)]);
    expect(outcomes).toEqual([
      {
        kind: 'incomplete',
        slot: first.slot,
        reason: 'entries 6 of 66, entries hold 1 of 3 transactions, transactions 0 of 3',
      },
    ]);
  });
});

describe('a stream without transactions', () => {
  const entriesOnly = chain.flatMap((built) => [...entryMessages(built), metaMessage(built)]);

  it('returns entries_only blocks where these are expected, each as soon as it is complete', () => {
    const { push } = assemblerOf(false);
    for (const built of chain) {
      const outcomes = push([...entryMessages(built), metaMessage(built)]);
      expect(blocksOf(outcomes).map(blockText)).toEqual([builtText(built, 'entries_only')]);
    }
  });

  it('returns entries_only blocks in auto mode, at its end', () => {
    const outcomes = outcomesOf(entriesOnly, { expectTransactions: 'auto' });
    expect(blocksOf(outcomes).map(blockText)).toEqual(chain.map((built) => builtText(built, 'entries_only')));
  });

  it('returns no block where transactions are expected', () => {
    expect(incompleteSlots(outcomesOf(entriesOnly))).toEqual(chain.map((built) => built.slot));
  });

  it('gives up a slot without transactions once auto mode has seen one', () => {
    const outcomes = outcomesOf([...entriesOnly, ...transactionMessages(second).slice(0, 1)], {
      expectTransactions: 'auto',
    });
    expect(blocksOf(outcomes)).toEqual([]);
    expect(incompleteSlots(outcomes)).toEqual(chain.map((built) => built.slot));
  });

  it('waits in auto mode for transactions that come after the entries', () => {
    const outcomes = outcomesOf([...entriesOnly, ...chain.flatMap(transactionMessages)], {
      expectTransactions: 'auto',
    });
    expect(blocksOf(outcomes).map(blockText)).toEqual(texts(...chain));
  });

  it('returns entries_only blocks from whole-block messages too', () => {
    const outcomes = outcomesOf(
      chain.map((built) => wholeBlockMessage({ ...built, transactionMessages: [] })),
      { expectTransactions: 'auto' },
    );
    expect(blocksOf(outcomes).map(blockText)).toEqual(chain.map((built) => builtText(built, 'entries_only')));
  });
});

describe('whole-block messages without entries', () => {
  it('give no_entries blocks', () => {
    const outcomes = outcomesOf(chain.map((built) => wholeBlockMessage({ ...built, entryMessages: [] })));
    expect(blocksOf(outcomes)).toMatchObject(
      chain.map(({ slot }) => ({ slot, content: 'no_entries', transactionCount: 3 })),
    );
  });
});

describe('another block for the same slot', () => {
  const other = buildChain([plainSlot], 1_000, 'fork')[0]!;

  it('is returned as well, once, when it is a whole-block message', () => {
    const messages = [first, other, other].map(wholeBlockMessage);
    const outcomes = outcomesOf(messages);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['block', 'block']);
    expect(
      outcomes.flatMap((outcome) => (outcome.kind === 'block' ? [blockText(outcome.block)] : [])),
    ).toEqual(texts(first, other));
  });

  it.each([
    ['two metas', [metaMessage(first), metaMessage(other)]],
    ['two entries of one index', [entryMessages(first)[3]!, entryMessages(other)[3]!]],
    ['two transactions of one index', [transactionMessages(first)[0]!, transactionMessages(other)[0]!]],
  ])('is never mixed with the first: %s give the slot up', (_name, messages) => {
    const outcomes = outcomesOf([...messages, ...singleMessages(first), ...singleMessages(second)]);
    expect(incompleteSlots(outcomes)).toEqual([first.slot]);
    expect(blocksOf(outcomes).map(blockText)).toEqual(texts(second));
  });

  it('is not mixed within a whole-block message either', () => {
    const mixed = { ...first, entryMessages: [...first.entryMessages, other.entryMessages[3]!] };
    expect(incompleteSlots(outcomesOf([wholeBlockMessage(mixed)]))).toEqual([first.slot]);
  });

  it('replaces a slot given up before, when it arrives complete', () => {
    const outcomes = outcomesOf([
      metaMessage(first),
      metaMessage(other),
      wholeBlockMessage(other),
      wholeBlockMessage(other),
    ]);
    expect(incompleteSlots(outcomes)).toEqual([first.slot]);
    expect(blocksOf(outcomes).map(blockText)).toEqual(texts(other));
  });
});

describe('slot statuses', () => {
  it('of a dead bank leave the slot open for another bank; without one it is incomplete, once', () => {
    const dead = statusMessage(first.slot, SlotStatus.SLOT_DEAD);
    const outcomes = outcomesOf([...entryMessages(first).slice(0, 9), dead, dead, ...singleMessages(second)]);
    expect(outcomes.at(-1)).toEqual({ kind: 'incomplete', slot: first.slot, reason: 'the slot is dead' });
    expect(incompleteSlots(outcomes)).toEqual([first.slot]);
    expect(blocksOf(outcomes).map(blockText)).toEqual(texts(second));
    const continued = outcomesOf([...entryMessages(first).slice(0, 9), dead, ...singleMessages(first)]);
    expect(continued.map(({ kind }) => kind)).toEqual(['block']);
  });

  it('of other kinds, between the entries of their slot and of others, have no effect', () => {
    const statuses = [
      SlotStatus.SLOT_PROCESSED,
      SlotStatus.SLOT_CONFIRMED,
      SlotStatus.SLOT_FINALIZED,
      SlotStatus.SLOT_FIRST_SHRED_RECEIVED,
      SlotStatus.SLOT_COMPLETED,
      SlotStatus.SLOT_CREATED_BANK,
    ];
    const messages = chain
      .flatMap(singleMessages)
      .flatMap((message, index) => [
        message,
        statusMessage(chain[index % 3]!.slot, statuses[index % statuses.length]!),
        encodeUpdate({ ping: {} }),
        encodeUpdate({ pong: { id: index } }),
      ]);
    const outcomes = outcomesOf(messages);
    expect(outcomes).toHaveLength(3);
    expect(blocksOf(outcomes).map(blockText)).toEqual(texts(...chain));
  });

  it('do not undo a block', () => {
    const outcomes = outcomesOf([wholeBlockMessage(first), statusMessage(first.slot, SlotStatus.SLOT_DEAD)]);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['block']);
  });
});

describe('restart', () => {
  it('reports incomplete slots and assembles them again from what the next stream repeats', () => {
    const { push, assembler } = assemblerOf(true);
    expect(blocksOf(push(singleMessages(first))).map(blockText)).toEqual(texts(first));
    expect(push(singleMessages(second).slice(0, 100))).toEqual([]);
    expect(assembler.openSlots).toBe(1);
    expect(incompleteSlots(assembler.restart())).toEqual([second.slot]);
    expect(assembler.openSlots).toBe(0);
    // The replay begins within the first slot, which stays as it is.
    const outcomes = push(chain.flatMap(singleMessages).slice(30));
    expect(incompleteSlots(outcomes)).toEqual([]);
    expect(blocksOf(outcomes).map(blockText)).toEqual(texts(second, third));
    expect(assembler.restart()).toEqual([]);
  });

  it('forgives a slot that contradicted itself', () => {
    const { push, assembler } = assemblerOf(true);
    const other = buildChain([plainSlot], 1_000, 'fork')[0]!;
    expect(incompleteSlots(push([metaMessage(first), metaMessage(other)]))).toEqual([first.slot]);
    expect(push(singleMessages(first))).toEqual([]);
    expect(assembler.restart()).toEqual([]);
    expect(blocksOf(push(singleMessages(first))).map(blockText)).toEqual(texts(first));
  });
});
