import { SubscribeUpdateTransactionInfo, txEncode } from '@triton-one/yellowstone-grpc';
import { describe, expect, it } from 'vitest';
import { accountLocks } from './account-locks.js';
import type { Block, Transaction } from './block.js';
import { parseExactJson } from './exact-json.js';
import { parseGetBlock } from './get-block.js';
import { hex, named32, named64 } from './testing/bytes.js';
import { type LibraryTransactionInfo, transactionOfGetBlock } from './testing/library-messages.js';
import { hasSharedData, readGetBlockJson } from './testing/shared-data.js';

/** Encodings of the native encoder in Triton's library: the validator's own code. */
const BINARY = 0;
const BASE64 = 1;
const BASE58 = 2;
const JSON_ENCODING = 3;
const JSON_PARSED = 4;

/** A row of `getBlock` as the validator's code writes it: JSON text, large integers and all. */
function encoded(info: LibraryTransactionInfo, encoding: number): string {
  return txEncode.encode_raw(SubscribeUpdateTransactionInfo.encode(info).finish(), encoding, 1, false);
}

/** The fields of a transaction that the library's message has, without the instructions. */
const apart = ({ meta, instructions }: Transaction) => ({
  header: null,
  instructions: instructions.map(({ programIdIndex }) => programIdIndex),
  meta: meta && [meta.feeLamports, meta.preBalances, meta.postBalances],
});

const comparable = (block: Block) =>
  JSON.stringify(block, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value instanceof Uint8Array ? hex(value) : value,
  );

describe.skipIf(!hasSharedData)('slot 254170887 in other encodings (skipped without shared/data)', () => {
  const json = hasSharedData ? readGetBlockJson() : null!;
  /** Every `step`th transaction alone, where all of them take too long. */
  const inEncoding = (encoding: number, step = 1) => ({
    ...json,
    transactions: thinned(step).map((row, index) => {
      const { transaction, version } = JSON.parse(encoded(transactionOfGetBlock(row, index), encoding)) as {
        transaction: unknown;
        version: unknown;
      };
      return { ...row, transaction, version };
    }),
  });
  const thinned = (step: number) => json.transactions.filter((_, index) => index % step === 0);
  const known = new Map<number, string>();
  const asGiven = (step: number): string => {
    const text =
      known.get(step) ?? comparable(parseGetBlock({ ...json, transactions: thinned(step) }, 254_170_887));
    known.set(step, text);
    return text;
  };

  it.each([
    ['json', JSON_ENCODING, 1],
    ['base64', BASE64, 1],
    ['base58', BASE58, 7],
    ['base58 without its name, as old nodes answer', BINARY, 7],
  ])("is the same block in encoding %s, written by the validator's own code", (_name, encoding, step) => {
    const block = parseGetBlock(inEncoding(encoding, step), 254_170_887);
    expect(comparable(block) === asGiven(step)).toBe(true);
  });

  it('is the same block within the envelope of a JSON-RPC answer', () => {
    const answer = `{"jsonrpc":"2.0","result":${JSON.stringify(json)},"id":1}`;
    const block = parseGetBlock(parseExactJson(answer), 254_170_887);
    expect(block.transactions).toHaveLength(602);
    expect(comparable(block) === asGiven(1)).toBe(true);
  });

  it("is the same block in encoding jsonParsed, but for the bytes that the node parsed, by the validator's own code", () => {
    const transactions = json.transactions.map((row, index) => ({
      ...(JSON.parse(encoded(transactionOfGetBlock(row, index), JSON_PARSED)) as object),
    }));
    const { transactions: read, ...rest } = parseGetBlock({ ...json, transactions }, 254_170_887);
    const { transactions: given, ...around } = parseGetBlock(json, 254_170_887);
    expect(rest).toEqual(around);
    for (const [index, tx] of read.entries()) {
      const other = given[index]!;
      expect({ ...tx, ...apart(tx) }).toEqual({ ...other, ...apart(other) });
      expect(accountLocks(tx)).toEqual(accountLocks(other));
      // Bytes that were not parsed are the original ones; those of transfers are made again, without needless accounts.
      for (const [at, { data, accounts }] of tx.instructions.entries()) {
        const original = other.instructions[at]!;
        if (data.length > 0)
          expect([index, at, data, accounts]).toEqual([
            ...[index, at, original.data],
            original.accounts.slice(0, accounts.length),
          ]);
      }
    }
  });

  it('is refused as unsupported with transactionDetails accounts or none', () => {
    const unsupported = expect.objectContaining({ name: 'ChainDataError', code: 'unsupported' });
    const accounts = json.transactions.map(({ meta }) => ({
      meta,
      transaction: {
        accountKeys: [{ pubkey: json.blockhash, writable: true, signer: true, source: 'transaction' }],
        signatures: [],
      },
    }));
    expect(() => parseGetBlock({ ...json, transactions: accounts }, 254_170_887)).toThrow(unsupported);
    expect(() => parseGetBlock({ ...json, transactions: undefined }, 254_170_887)).toThrow(unsupported);
  });
});

const address = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';

function blockOf(row: string): Block {
  return parseGetBlock(
    parseExactJson(
      `{"blockhash":"${address}","previousBlockhash":"${address}","parentSlot":4,"blockTime":null,"blockHeight":3,"rewards":[],"transactions":[${row}]}`,
    ),
    5,
  );
}

function info(change: Partial<LibraryTransactionInfo['meta'] & object>): LibraryTransactionInfo {
  return {
    signature: named64('a'),
    isVote: false,
    index: '0',
    transaction: {
      signatures: [named64('a'), named64('b')],
      message: {
        header: { numRequiredSignatures: 2, numReadonlySignedAccounts: 1, numReadonlyUnsignedAccounts: 1 },
        accountKeys: [named32('a'), named32('b'), named32('c')],
        recentBlockhash: named32('recent'),
        instructions: [{ programIdIndex: 2, accounts: Uint8Array.of(0, 1), data: Uint8Array.of(1, 2, 3) }],
        versioned: true,
        addressTableLookups: [],
      },
    },
    meta: {
      err: undefined,
      fee: '10000',
      preBalances: ['0', '0', '0'],
      postBalances: ['0', '0', '0'],
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
      returnDataNone: true,
      ...change,
    },
  };
}

function withConfig(config: object): LibraryTransactionInfo {
  const v1 = info({});
  v1.transaction!.message!.config = config;
  return v1;
}

describe('parseGetBlock', () => {
  it.each([JSON_ENCODING, BASE64, BASE58])('keeps lamports beyond 2^53 exact (encoding %i)', (encoding) => {
    const row = encoded(
      info({
        fee: '9007199254740993',
        preBalances: ['9007199254740993', '18446744073709551615', '1000000000000000'],
        postBalances: ['9007199254740992', '18446744073709551614', '999999999999999'],
      }),
      encoding,
    );
    expect(blockOf(row).transactions[0]!.meta).toMatchObject({
      feeLamports: 9_007_199_254_740_993n,
      preBalances: [9_007_199_254_740_993n, 18_446_744_073_709_551_615n, 1_000_000_000_000_000n],
      postBalances: [9_007_199_254_740_992n, 18_446_744_073_709_551_614n, 999_999_999_999_999n],
    });
  });

  it.each([JSON_ENCODING, BASE64, BASE58])(
    'reads a v1 transaction, its config and both signatures (encoding %i)',
    (encoding) => {
      const row = encoded(withConfig({ priorityFee: '18446744073709551615', heapSize: 32_768 }), encoding);
      expect(blockOf(row).transactions[0]).toMatchObject({
        version: 1,
        signatures: [named64('a'), named64('b')],
        header: { numRequiredSignatures: 2, numReadonlySigned: 1, numReadonlyUnsigned: 1 },
        config: {
          priorityFeeLamports: 18_446_744_073_709_551_615n,
          computeUnitLimit: null,
          loadedAccountsDataSizeLimit: null,
          heapSize: 32_768,
        },
      });
    },
  );

  it('has null for a missing meta or time', () => {
    const row = JSON.parse(encoded(info({}), BASE64)) as { transaction: unknown };
    const block = blockOf(JSON.stringify({ ...row, meta: null }));
    expect(block).toMatchObject({ blockTime: null, blockHeight: 3, leader: null, hasMeta: false });
    expect(block.transactions[0]).toMatchObject({ meta: null, loaded: { writable: [], readonly: [] } });
  });

  it.each<[string, string, string]>([
    [
      'an error of the node',
      '{"jsonrpc":"2.0","error":{"code":-32009,"message":"skipped"},"id":1}',
      'malformed',
    ],
    ['an error of deep nesting', `{"error":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'malformed'],
    ['no block', '{"jsonrpc":"2.0","result":null,"id":1}', 'incomplete'],
    ['a list', '[]', 'malformed'],
    ['null', 'null', 'malformed'],
  ])('refuses %s', (_name, text, code) => {
    expect(() => parseGetBlock(parseExactJson(text), 5)).toThrow(
      expect.objectContaining({ name: 'ChainDataError', code }),
    );
  });
});
