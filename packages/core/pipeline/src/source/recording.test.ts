import { type Block, SlotAssembler, type SlotOutcome } from '@tickscope/chain';
import { blockMessage, partMessages, recordingOf, slotMessage } from '@tickscope/testkit/encode-recording';
import { makeBlock } from '@tickscope/testkit/made-block';
import { Random } from '@tickscope/testkit/random';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_MESSAGE_BYTES, type RecordedMessage, readRecording } from './recording.js';

async function* chunksOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const cut of [...cuts].sort((left, right) => left - right)) {
    yield bytes.subarray(at, Math.max(at, Math.min(cut, bytes.length)));
    at = Math.max(at, Math.min(cut, bytes.length));
  }
  yield bytes.subarray(at);
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<RecordedMessage[]> {
  const messages: RecordedMessage[] = [];
  for await (const message of readRecording(chunks)) messages.push(message);
  return messages;
}

const BLOCK = makeBlock({ slot: 40, transactions: 4 });
const MESSAGES = [slotMessage(40, 1), ...partMessages(BLOCK), blockMessage(BLOCK), slotMessage(41, 2)];
const BYTES = recordingOf(MESSAGES);

describe('readRecording', () => {
  test('returns the same messages for any split of the bytes', async () => {
    const whole = await readAll(chunksOf(BYTES, []));
    expect(whole.length).toBe(MESSAGES.length);
    expect(whole.every((message) => message.kind === 'update')).toBe(true);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: BYTES.length }), { maxLength: 40 }),
        async (cuts) => {
          expect(await readAll(chunksOf(BYTES, cuts))).toEqual(whole);
        },
      ),
      { numRuns: 60, seed: 11 },
    );
    const few = recordingOf(MESSAGES.slice(0, 4));
    expect(
      await readAll(
        chunksOf(
          few,
          Array.from({ length: few.length }, (_, at) => at),
        ),
      ),
    ).toEqual(whole.slice(0, 4));
  });

  test('returned messages do not change when more is read', async () => {
    const seen: [RecordedMessage, string][] = [];
    const describeMessage = (message: RecordedMessage): string =>
      JSON.stringify(message, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    for await (const message of readRecording(
      chunksOf(
        BYTES,
        Array.from({ length: 50 }, (_, at) => at * 97),
      ),
    ))
      seen.push([message, describeMessage(message)]);
    for (const [message, before] of seen) expect(describeMessage(message)).toBe(before);
  });

  test('reports a file that ends inside a message or a length, and returns the messages before', async () => {
    const ends = new Set<number>([0]);
    for (const message of MESSAGES) ends.add(Math.max(...ends) + 4 + message.length);
    for (let size = 0; size <= Math.min(BYTES.length, 2_000); size += 1) {
      const got: RecordedMessage[] = [];
      const reading = (async () => {
        for await (const message of readRecording(chunksOf(BYTES.subarray(0, size), [size >> 1])))
          got.push(message);
      })();
      if (ends.has(size)) await reading;
      else await expect(reading).rejects.toMatchObject({ name: 'ChainDataError', code: 'malformed' });
      expect(got.length).toBe([...ends].filter((end) => end > 0 && end <= size).length);
    }
  });

  test('an impossible length ends it at once, without waiting for the bytes', async () => {
    for (const size of [MAX_MESSAGE_BYTES + 1, 0x7fff_ffff, 0xffff_ffff]) {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(size);
      async function* endless(): AsyncGenerator<Uint8Array> {
        yield Buffer.concat([recordingOf([slotMessage(1, 1)]), length]);
        throw new Error('asked for more');
      }
      await expect(readAll(endless())).rejects.toMatchObject({ code: 'malformed' });
    }
  });

  test('a message that does not decode is garbage, and the next one is read', async () => {
    const garbage = [Buffer.from('not a protobuf at all'), Buffer.alloc(40, 0xff), Buffer.of(0x0a)];
    const bytes = recordingOf([slotMessage(1, 1), ...garbage, slotMessage(2, 1)]);
    const kinds = (await readAll(chunksOf(bytes, [13, 14]))).map((message) => message.kind);
    expect(kinds).toEqual(['update', 'garbage', 'garbage', 'garbage', 'update']);
  });

  test('an error of the file itself passes through', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield BYTES.subarray(0, 10);
      throw new Error('EIO');
    }
    await expect(readAll(failing())).rejects.toThrow('EIO');
  });
});

describe('the recording of a block', () => {
  async function blocksOf(messages: readonly Uint8Array[]): Promise<SlotOutcome[]> {
    const assembler = new SlotAssembler({ source: 'generated', expectTransactions: 'auto' });
    const outcomes: SlotOutcome[] = [];
    for await (const message of readRecording(chunksOf(recordingOf(messages), [])))
      if (message.kind === 'update') outcomes.push(...assembler.push(message.update));
    return [...outcomes, ...assembler.finish()];
  }
  const plain = (block: Block): unknown =>
    JSON.parse(
      JSON.stringify(block, (_, value: unknown) => {
        if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
        return typeof value === 'bigint' ? String(value) : value;
      }),
    );

  test('returns the recorded block, as one message or as parts in any order', async () => {
    const random = new Random(5);
    for (let seed = 1; seed <= 6; seed += 1) {
      const block = makeBlock({ slot: 500 + seed, seed, transactions: 12 });
      const parts = partMessages(block);
      for (let at = parts.length - 1; at > 0; at -= 1) {
        const other = random.below(at + 1);
        [parts[at], parts[other]] = [parts[other]!, parts[at]!];
      }
      for (const messages of [[blockMessage(block)], parts]) {
        const outcomes = await blocksOf(messages);
        expect(outcomes.map(({ kind }) => kind)).toEqual(['block']);
        expect(outcomes[0]!.kind === 'block' && plain(outcomes[0]!.block)).toEqual(plain(block));
      }
    }
  });
});
