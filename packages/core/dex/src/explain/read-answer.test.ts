import { ChainDataError, parseExactJson } from '@tickscope/chain';
import { address } from '@tickscope/testkit/transaction-builder';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { explainTransaction } from './explain.js';
import { readAnswer } from './read-answer.js';

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const ALICE: string = address('alice');
const FROM: string = address('from');
const TO: string = address('to');
const PROGRAM: string = address('program');
const SIGNATURE = bs58.encode(new Uint8Array(64).fill(7));

const META = {
  err: null,
  fee: 5_000,
  preBalances: [10, 2, 2, 1, 1],
  postBalances: [5, 2, 2, 1, 1],
  innerInstructions: [],
  preTokenBalances: [],
  postTokenBalances: [],
};

/** A transfer of 300 tokens from `FROM` to `TO`, and a call of a program, in encoding `json`. */
const PLAIN = {
  slot: 77,
  blockTime: 1_700_000_000,
  meta: META,
  transaction: {
    signatures: [SIGNATURE],
    message: {
      header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 2 },
      accountKeys: [ALICE, FROM, TO, TOKEN, PROGRAM],
      recentBlockhash: address('hash'),
      instructions: [
        {
          programIdIndex: 3,
          accounts: [1, 2, 0],
          data: bs58.encode(Uint8Array.of(3, 44, 1, 0, 0, 0, 0, 0, 0)),
        },
        { programIdIndex: 4, accounts: [0], data: bs58.encode(Uint8Array.of(9, 9)) },
      ],
    },
  },
};

/** The same in encoding `jsonParsed`. */
const key = (pubkey: string, writable: boolean, signer = false) => ({
  pubkey,
  signer,
  writable,
  source: 'transaction',
});
const PARSED = {
  ...PLAIN,
  transaction: {
    signatures: [SIGNATURE],
    message: {
      accountKeys: [
        key(ALICE, true, true),
        key(FROM, true),
        key(TO, true),
        key(TOKEN, false),
        key(PROGRAM, false),
      ],
      recentBlockhash: address('hash'),
      instructions: [
        {
          program: 'spl-token',
          programId: TOKEN,
          parsed: {
            type: 'transfer',
            info: { amount: '300', authority: ALICE, source: FROM, destination: TO },
          },
        },
        { programId: PROGRAM, accounts: [ALICE], data: bs58.encode(Uint8Array.of(9, 9)) },
      ],
    },
  },
};

describe('an answer of a node', () => {
  const [plain] = readAnswer(PLAIN);

  it('is found bare, in its envelope, in lists and under names', () => {
    expect(plain).toMatchObject({ slot: 77, blockTime: 1_700_000_000, isReencoded: false });
    for (const form of [
      [PLAIN],
      { jsonrpc: '2.0', id: 1, result: PLAIN },
      { jsonrpc: '2.0', error: null, result: PLAIN },
      { SWAP: PLAIN },
      [{ FIRST: { result: PLAIN } }],
    ])
      expect(readAnswer(form)).toEqual([plain]);
    expect(readAnswer({ first: PLAIN, second: PLAIN })).toEqual([plain, plain]);
  });

  it('of getBlock gives its transactions with their indexes, and no slot of its own', () => {
    const { slot: _, ...row } = PLAIN;
    const block = { blockhash: address('hash'), parentSlot: 76, transactions: [row, row] };
    const found = readAnswer({ result: block });
    expect(found.map(({ slot, tx }) => [slot, tx.index])).toEqual([
      [null, 0],
      [null, 1],
    ]);
    // A notification states it beside the block.
    expect(readAnswer({ value: { slot: 78, block } }).map(({ slot }) => slot)).toEqual([78, 78]);
  });

  it('in encoding jsonParsed is the same transaction', () => {
    const [parsed] = readAnswer(PARSED);
    expect(parsed!.isReencoded).toBe(true);
    expect(parsed!.tx).toEqual(plain!.tx);
    expect(explainTransaction(77, parsed!.tx).calls[0]!.moves).toMatchObject([{ amount: 300n }]);
  });

  it('that is not one is an error which says so', () => {
    const answered = { jsonrpc: '2.0', id: 1, error: { code: -32004, message: 'Block not available' } };
    expect(() => readAnswer(answered)).toThrow('the node answered an error: -32004: Block not available');
    const deep = parseExactJson(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    for (const other of [null, 1, 'text', [], {}, { result: null }, { transaction: [] }, deep])
      expect(() => readAnswer(other)).toThrow('JSON without a transaction that has its meta');
  });

  it('that is broken anywhere is a ChainDataError, and nothing else', () => {
    for (const row of [PLAIN, PARSED])
      for (const value of [null, -1, 'x', [], {}, [[]], [{}], 2 ** 60])
        for (const broken of replacedEverywhere(row, value)) {
          try {
            for (const { tx } of readAnswer(broken)) explainTransaction(1, tx);
          } catch (error) {
            expect(error).toBeInstanceOf(ChainDataError);
          }
        }
  });
});

/** Copies of a value, each with one of its parts replaced. */
function* replacedEverywhere(value: unknown, by: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const copyWith = (other: unknown): unknown =>
      Array.isArray(value)
        ? value.map((item, at) => (String(at) === name ? other : item))
        : { ...value, [name]: other };
    yield copyWith(by);
    for (const inner of replacedEverywhere(part, by)) yield copyWith(inner);
  }
}
