import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChainDataError } from './errors.js';
import { decodeGeyserUpdate } from './geyser.js';
import { SlotAssembler } from './slot-assembler.js';
import { buildChain, plainSlot, singleMessages, wholeBlockMessage } from './testing/built-chain.js';
import { anyUpdate } from './testing/library-arbitraries.js';
import { encodeUpdate } from './testing/library-messages.js';
import { blocksOf, blockText, builtText } from './testing/streams.js';

/** One thing done to bytes. */
const damage = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), value: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), value: fc.constant(0) }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), value: fc.nat({ max: 255 }) }),
  fc.record({ kind: fc.constant('drop' as const), at: fc.nat(), value: fc.constant(0) }),
);
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function damaged(bytes: Uint8Array, damages: readonly Damage[]): Uint8Array {
  let result = Array.from(bytes);
  for (const { kind, at, value } of damages) {
    const offset = at % (result.length + 1);
    if (kind === 'cut') result = result.slice(0, offset);
    else if (kind === 'insert') result.splice(offset, 0, value);
    else if (kind === 'drop') result.splice(offset, 1);
    else if (offset < result.length) result[offset] = result[offset]! ^ value;
  }
  return Uint8Array.from(result);
}

describe('decodeGeyserUpdate on damaged bytes', () => {
  const decode = (bytes: Uint8Array) => {
    try {
      return decodeGeyserUpdate(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(ChainDataError);
      return null;
    }
  };

  it('gives a value or a ChainDataError', () => {
    fc.assert(
      fc.property(anyUpdate, fc.array(damage, { minLength: 1, maxLength: 4 }), (update, damages) => {
        const decoded = decode(damaged(encodeUpdate(update), damages));
        // What was decoded may be nonsense, but the assembler says so in an outcome.
        const assembler = new SlotAssembler({ source: 'geyser', expectTransactions: 'auto' });
        if (decoded !== null) assembler.push(decoded);
        assembler.finish();
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives a value or a ChainDataError for any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        decode(bytes);
      }),
      { numRuns: 3_000 },
    );
  });

  it('refuses every cut of a block message, but for one between two of its fields', () => {
    const bytes = wholeBlockMessage(buildChain([plainSlot])[0]!);
    // The block is the second field of the update: any cut leaves its length too large.
    for (let length = 12; length < bytes.length; length += 7)
      expect(() => decodeGeyserUpdate(bytes.subarray(0, length))).toThrow(
        expect.objectContaining({ code: 'malformed' }),
      );
  });

  it('never turns a damaged stream into other blocks than the ones it was, hashes and keys aside', () => {
    const chain = buildChain([plainSlot, plainSlot]);
    const expected = chain.map((built) => JSON.parse(builtText(built)) as { entries: { pohTick: number }[] });
    const messages = chain.flatMap(singleMessages);
    fc.assert(
      fc.property(
        fc.nat({ max: messages.length - 1 }),
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        (which, damages) => {
          const assembler = new SlotAssembler({ source: 'geyser', expectTransactions: true });
          const outcomes = messages.flatMap((message, index) => {
            const update = decode(index === which ? damaged(message, damages) : message);
            return update === null ? [] : assembler.push(update);
          });
          for (const block of blocksOf([...outcomes, ...assembler.finish()])) {
            const same = expected.find((_, index) => chain[index]!.slot === block.slot);
            const ticks = (JSON.parse(blockText(block)) as { entries: { pohTick: number }[] }).entries;
            expect(ticks.map((entry) => entry.pohTick)).toEqual(same?.entries.map((entry) => entry.pohTick));
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
