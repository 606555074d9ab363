import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metaMessage, singleMessages, wholeBlockMessage } from './testing/built-chain.js';
import { madeChain, shuffledWithRepeats } from './testing/stream-arbitraries.js';
import { blocksOf, blockText, builtText, incompleteSlots, outcomesOf } from './testing/streams.js';

describe('SlotAssembler', () => {
  it('assembles the same blocks from single messages in any order, any of them repeated', () => {
    const streams = madeChain.chain((chain) =>
      fc.tuple(fc.constant(chain), shuffledWithRepeats(chain.flatMap(singleMessages))),
    );
    fc.assert(
      fc.property(streams, ([chain, messages]) => {
        const outcomes = outcomesOf(messages);
        expect(incompleteSlots(outcomes)).toEqual([]);
        expect(blocksOf(outcomes).map(blockText)).toEqual(chain.map((built) => builtText(built)));
      }),
      { numRuns: 60 },
    );
  });

  it('assembles the same blocks from whole-block messages in any order, with parts and messages repeated', () => {
    const streams = madeChain.chain((chain) =>
      fc.tuple(
        fc.constant(chain),
        fc
          .tuple(...chain.map((built) => shuffledWithinBlock(built)))
          .chain((messages) => shuffledWithRepeats(messages)),
      ),
    );
    fc.assert(
      fc.property(streams, ([chain, messages]) => {
        const outcomes = outcomesOf(messages);
        expect(incompleteSlots(outcomes)).toEqual([]);
        expect(blocksOf(outcomes).map(blockText)).toEqual(chain.map((built) => builtText(built)));
      }),
      { numRuns: 60 },
    );
  });

  it('assembles the same blocks from both kinds mixed, each block once', () => {
    const streams = madeChain.chain((chain) =>
      fc.tuple(
        fc.constant(chain),
        shuffledWithRepeats(chain.flatMap((built) => [...singleMessages(built), wholeBlockMessage(built)])),
      ),
    );
    fc.assert(
      fc.property(streams, ([chain, messages]) => {
        const outcomes = outcomesOf(messages, { expectTransactions: 'auto' });
        expect(incompleteSlots(outcomes)).toEqual([]);
        expect(blocksOf(outcomes).map(blockText)).toEqual(chain.map((built) => builtText(built)));
      }),
      { numRuns: 40 },
    );
  });

  it('gives up a slot with any one message missing, and no other', () => {
    const streams = madeChain.chain((chain) => {
      const all = chain.flatMap((built) => singleMessages(built).map((bytes) => ({ built, bytes })));
      return fc
        .nat({ max: all.length - 1 })
        .chain((missing) =>
          fc.tuple(
            fc.constant(chain),
            fc.constant(all[missing]!),
            shuffledWithRepeats(all.toSpliced(missing, 1)),
          ),
        );
    });
    fc.assert(
      fc.property(streams, ([chain, missing, messages]) => {
        const outcomes = outcomesOf(messages.map(({ bytes }) => bytes));
        const others = chain.filter((built) => built !== missing.built);
        expect(blocksOf(outcomes).map(blockText)).toEqual(others.map((built) => builtText(built)));
        expect(incompleteSlots(outcomes)).toEqual([missing.built.slot]);
      }),
      { numRuns: 60 },
    );
  });

  it('gives up a whole-block message from which an entry or a transaction is missing, and no other', () => {
    fc.assert(
      fc.property(madeChain, fc.nat(), fc.nat(), (chain, which, part) => {
        const broken = chain[which % chain.length]!;
        const parts = [...broken.entryMessages, ...broken.transactionMessages];
        const missing = parts[part % parts.length];
        // Without its only entry it is what a subscription without entries gives.
        fc.pre(broken.entries.length > 1 || missing !== parts[0]);
        const messages = chain.map((built) =>
          wholeBlockMessage({
            ...built,
            entryMessages: built.entryMessages.filter((entry) => entry !== missing),
            transactionMessages: built.transactionMessages.filter((tx) => tx !== missing),
          }),
        );
        const outcomes = outcomesOf(messages);
        const others = chain.filter((built) => built !== broken);
        expect(blocksOf(outcomes).map(blockText)).toEqual(others.map((built) => builtText(built)));
        expect(incompleteSlots(outcomes)).toEqual([broken.slot]);
      }),
      { numRuns: 60 },
    );
  });

  it('gives up a slot with only its meta', () => {
    fc.assert(
      fc.property(madeChain, (chain) => {
        const outcomes = outcomesOf(chain.map(metaMessage), { expectTransactions: 'auto' });
        expect(incompleteSlots(outcomes)).toEqual(chain.map((built) => built.slot));
      }),
      { numRuns: 20 },
    );
  });
});

function shuffledWithinBlock(built: Parameters<typeof wholeBlockMessage>[0]): fc.Arbitrary<Uint8Array> {
  // A transaction or an entry twice in a block message is no other block either.
  return fc
    .tuple(shuffledWithRepeats(built.entryMessages), shuffledWithRepeats(built.transactionMessages))
    .map(([entryMessages, transactionMessages]) =>
      wholeBlockMessage({ ...built, entryMessages, transactionMessages }),
    );
}
