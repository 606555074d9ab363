import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unusualFormat } from './format-limits.js';
import { decodeGeyserUpdate } from './geyser.js';
import { named32 } from './testing/bytes.js';
import { anyUpdate, transactionInfo } from './testing/library-arbitraries.js';
import { mapUpdate } from './testing/library-mapping.js';
import { encodeUpdate, type LibraryMeta } from './testing/library-messages.js';

/** Fields that no version of the messages has yet: 15 of every wire type (varint, 64 bit, bytes, 32 bit), and 2,000. */
const unknownFields = [
  ...[15 << 3, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
  ...[(15 << 3) | 1, 1, 2, 3, 4, 5, 6, 7, 8],
  ...[(15 << 3) | 2, 3, 0x0a, 0xff, 0xff],
  ...[(15 << 3) | 5, 1, 2, 3, 4],
  ...[0x82, 0x7d, 1, 0],
];

describe('decodeGeyserUpdate', () => {
  it("reads what Triton's own library reads", () => {
    fc.assert(
      fc.property(anyUpdate, (update) => {
        const bytes = encodeUpdate(update);
        expect(decodeGeyserUpdate(bytes)).toEqual(mapUpdate(SubscribeUpdate.decode(bytes)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is not disturbed by fields that it does not know, before or after the ones it does', () => {
    fc.assert(
      fc.property(anyUpdate, (update) => {
        const bytes = encodeUpdate(update);
        const expected = decodeGeyserUpdate(bytes);
        expect(decodeGeyserUpdate(Uint8Array.from([...bytes, ...unknownFields]))).toEqual(expected);
        expect(decodeGeyserUpdate(Uint8Array.from([...unknownFields, ...bytes]))).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('is not disturbed by unknown fields within a transaction', () => {
    fc.assert(
      fc.property(transactionInfo, (info) => {
        // SubscribeUpdate { transaction = 4 { transaction = 1 } }, written here so that fields can be added inside.
        const outer = encodeUpdate({ transaction: { slot: '0', transaction: info } });
        const inner = outer.subarray(outer.length - bodyLength(outer));
        const more = Uint8Array.from([...inner, ...unknownFields]);
        expect(decodeGeyserUpdate(Uint8Array.from([0x22, ...varint(more.length), ...more]))).toEqual(
          decodeGeyserUpdate(outer),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('reads the u64 amounts of balances exactly, packed or one by one', () => {
    const amounts = [2n ** 64n - 1n, 2n ** 53n + 1n, 0n, 128n];
    const packed = amounts.flatMap((amount) => varint(amount));
    const meta = [
      ...[0x1a, packed.length, ...packed],
      ...amounts.flatMap((amount) => [0x20, ...varint(amount)]),
    ];
    const message = [0x12, 0];
    const info = [0x1a, message.length, ...message, 0x22, meta.length, ...meta];
    const update = [0x0a, ...varint(info.length), ...info];
    const decoded = decodeGeyserUpdate(Uint8Array.from([0x22, ...varint(update.length), ...update]));
    expect(decoded).toMatchObject({
      kind: 'transaction',
      transaction: { meta: { preBalances: amounts, postBalances: amounts } },
    });
  });

  it('names an error variant that is newer than itself', () => {
    const decoded = decodeGeyserUpdate(
      encodeUpdate({
        transaction: {
          slot: '1',
          transaction: {
            signature: new Uint8Array(64),
            isVote: false,
            index: '0',
            transaction: { signatures: [], message: aMessage },
            meta: { ...emptyMeta, err: { err: Uint8Array.of(200, 0, 0, 0, 9, 9) } },
          },
        },
      }),
    );
    expect(decoded).toMatchObject({ transaction: { meta: { error: '{"UnknownError":200}' } } });
  });

  it('keeps a transaction whose error is cut off, and counts it as unusual', () => {
    const decoded = decodeGeyserUpdate(
      encodeUpdate({
        transaction: {
          slot: '1',
          transaction: {
            signature: new Uint8Array(64),
            isVote: false,
            index: '0',
            transaction: { signatures: [], message: aMessage },
            meta: { ...emptyMeta, err: { err: Uint8Array.of(8, 0, 0, 0, 2) } },
          },
        },
      }),
    );
    if (decoded?.kind !== 'transaction') throw new Error('not a transaction');
    expect(decoded.transaction.meta?.error).toBe('{"NotDecodable":"0800000002"}');
    expect(unusualFormat(decoded.transaction)).toBe('error');
  });

  it.each<[string, Partial<SubscribeUpdate>, string]>([
    [
      'a transaction update without transaction',
      { transaction: { slot: '1', transaction: undefined } },
      'incomplete',
    ],
    [
      'a transaction without message',
      {
        transaction: {
          slot: '1',
          transaction: {
            signature: new Uint8Array(64),
            isVote: false,
            index: '0',
            transaction: undefined,
            meta: undefined,
          },
        },
      },
      'incomplete',
    ],
    [
      'a token balance without amount',
      {
        transaction: {
          slot: '1',
          transaction: {
            signature: new Uint8Array(64),
            isVote: false,
            index: '0',
            transaction: { signatures: [], message: aMessageOf() },
            meta: {
              ...emptyMetaOf(),
              preTokenBalances: [
                { accountIndex: 0, mint: 'x', owner: '', programId: '', uiTokenAmount: undefined },
              ],
            },
          },
        },
      },
      'incomplete',
    ],
    [
      'an entry whose hash is cut',
      {
        entry: {
          slot: '1',
          index: '0',
          numHashes: '1',
          hash: new Uint8Array(31),
          executedTransactionCount: '0',
          startingTransactionIndex: '0',
        },
      },
      'bad_value',
    ],
    ['a slot beyond 2^53', { slot: { slot: '9007199254740992', status: 0 } }, 'bad_value'],
  ])('refuses %s', (_name, update, code) => {
    expect(() => decodeGeyserUpdate(encodeUpdate(update))).toThrow(
      expect.objectContaining({ name: 'ChainDataError', code }),
    );
  });
});

function aMessageOf() {
  return {
    header: undefined,
    accountKeys: [],
    recentBlockhash: named32('recent'),
    instructions: [],
    versioned: false,
    addressTableLookups: [],
  };
}
const aMessage = aMessageOf();

function emptyMetaOf(): LibraryMeta {
  return {
    err: undefined,
    fee: '0',
    preBalances: [],
    postBalances: [],
    innerInstructions: [],
    innerInstructionsNone: false,
    logMessages: [],
    logMessagesNone: false,
    preTokenBalances: [],
    postTokenBalances: [],
    rewards: [],
    loadedWritableAddresses: [],
    loadedReadonlyAddresses: [],
    returnData: undefined,
    returnDataNone: false,
  };
}
const emptyMeta = emptyMetaOf();

function varint(value: number | bigint): number[] {
  const groups: number[] = [];
  let rest = BigInt(value);
  for (; rest >= 128n; rest /= 128n) groups.push(Number(rest % 128n) + 128);
  return [...groups, Number(rest)];
}

/** Length of the body of a message that is one length-delimited field with a tag of one byte. */
function bodyLength(bytes: Uint8Array): number {
  let at = 1;
  while (bytes[at]! >= 128) at += 1;
  return bytes.length - at - 1;
}
