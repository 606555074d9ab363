import { SubscribeUpdateTransactionInfo, txEncode } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChainDataError } from './errors.js';
import { parseExactJson } from './exact-json.js';
import { parseGetBlock } from './get-block.js';
import { named32, named64 } from './testing/bytes.js';

const row = JSON.parse(
  txEncode.encode_raw(
    SubscribeUpdateTransactionInfo.encode(
      SubscribeUpdateTransactionInfo.fromPartial({
        signature: named64('a'),
        transaction: {
          signatures: [named64('a')],
          message: {
            header: {
              numRequiredSignatures: 1,
              numReadonlySignedAccounts: 0,
              numReadonlyUnsignedAccounts: 1,
            },
            accountKeys: [named32('a'), named32('b')],
            recentBlockhash: named32('recent'),
            instructions: [{ programIdIndex: 1, accounts: Uint8Array.of(0, 2), data: Uint8Array.of(1) }],
            versioned: true,
            addressTableLookups: [
              {
                accountKey: named32('t'),
                writableIndexes: Uint8Array.of(4),
                readonlyIndexes: new Uint8Array(),
              },
            ],
          },
        },
        meta: {
          fee: '5000',
          preBalances: ['1', '2', '3'],
          postBalances: ['1', '2', '3'],
          innerInstructions: [
            {
              index: 0,
              instructions: [{ programIdIndex: 1, accounts: Uint8Array.of(0), data: Uint8Array.of(7) }],
            },
          ],
          preTokenBalances: [
            {
              accountIndex: 1,
              mint: bs58.encode(named32('mint')),
              owner: bs58.encode(named32('owner')),
              programId: bs58.encode(named32('program')),
              uiTokenAmount: { decimals: 6, amount: '12', uiAmount: 0.000012, uiAmountString: '0.000012' },
            },
          ],
          loadedWritableAddresses: [named32('l')],
          computeUnitsConsumed: '150',
          costUnits: '900',
        },
      }),
    ).finish(),
    3,
    1,
    false,
  ),
) as object;

const valid = {
  blockhash: bs58.encode(named32('blockhash')),
  previousBlockhash: bs58.encode(named32('parent')),
  parentSlot: 4,
  blockTime: 1_700_000_000,
  blockHeight: 3,
  rewards: [{ pubkey: bs58.encode(named32('leader')), lamports: 5, postBalance: 6, rewardType: 'Fee' }],
  transactions: [row],
};

/** The path of every value in a JSON value, as the keys that lead to it. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

function withValueAt(root: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = (Array.isArray(root) ? [...(root as unknown[])] : { ...(root as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = withValueAt(copy[key], rest, value);
  return copy;
}

const nested = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown;
const hostileValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    undefined,
    -1,
    1.5,
    256,
    2 ** 32,
    2 ** 53,
    -(2 ** 53),
    '18446744073709551616',
    '-1',
    '',
    'x'.repeat(17_000),
    '1'.repeat(600),
    { toString: 1, valueOf: 2 },
    { __proto__: null },
    nested,
    [],
    [[]],
    ['', 'base64'],
    ['AAAA', 'base58'],
    ['////', { toString: null }],
    'jsonParsed',
  ),
  fc.maxSafeInteger(),
);

describe('parseGetBlock on hostile input', () => {
  it('reads the block that is damaged below', () => {
    expect(parseGetBlock(valid, 5)).toMatchObject({ slot: 5, transactions: [{ version: 0 }] });
  });

  it('gives a ChainDataError for any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        expect(() => parseGetBlock(parseExactJson(text), 5)).toThrow(ChainDataError);
      }),
      { numRuns: 1_000 },
    );
  });

  it('returns a block whose numbers are all in range, or throws ChainDataError, for any value in any field', () => {
    const paths = pathsOf(valid);
    fc.assert(
      fc.property(fc.nat({ max: paths.length - 1 }), hostileValue, (which, value) => {
        let block: ReturnType<typeof parseGetBlock>;
        try {
          block = parseGetBlock(withValueAt(valid, paths[which]!, value), 5);
        } catch (error) {
          expect(error).toBeInstanceOf(ChainDataError);
          return;
        }
        const inRange = (number: number | null | undefined, max: number) =>
          number == null || (Number.isInteger(number) && number >= 0 && number <= max);
        expect(inRange(block.blockTime, 2 ** 32 - 1)).toBe(true);
        expect(inRange(block.blockHeight, Number.MAX_SAFE_INTEGER)).toBe(true);
        for (const { meta, config } of block.transactions) {
          expect(inRange(meta?.computeUnits, 2 ** 32 - 1)).toBe(true);
          expect(inRange(meta?.costUnits, 2 ** 32 - 1)).toBe(true);
          expect(inRange(config?.computeUnitLimit, 2 ** 32 - 1)).toBe(true);
          for (const group of meta?.innerInstructions ?? [])
            for (const ix of group.instructions) expect(inRange(ix.stackHeight, 2 ** 32 - 1)).toBe(true);
        }
      }),
      { numRuns: 4_000 },
    );
  });
});
