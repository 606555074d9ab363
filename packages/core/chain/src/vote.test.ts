import { describe, expect, it } from 'vitest';
import { pubkeyFromBase58 } from './base58.js';
import type { Transaction } from './block.js';
import { aTransaction, named32, named64 } from './testing/bytes.js';
import { isSimpleVote } from './vote.js';

const voteProgram = pubkeyFromBase58('Vote111111111111111111111111111111111111111');
const call = (programIdIndex: number) => ({
  programIdIndex,
  accounts: new Uint8Array(),
  data: new Uint8Array(),
});
const vote: Partial<Transaction> = { staticKeys: [named32('payer'), voteProgram], instructions: [call(1)] };

describe('isSimpleVote', () => {
  it.each<[string, Partial<Transaction>]>([
    ['one signature', {}],
    ['two signatures', { signatures: [named64('a'), named64('b')] }],
  ])('holds for a legacy transaction of one vote with %s', (_name, change) => {
    expect(isSimpleVote(aTransaction({ ...vote, ...change }))).toBe(true);
  });

  it.each<[string, Partial<Transaction>]>([
    ['three signatures', { signatures: [named64('a'), named64('b'), named64('c')] }],
    ['version 0', { version: 0 }],
    ['version 1', { version: 1 }],
    ['two votes', { instructions: [call(1), call(1)] }],
    ['no instruction', { instructions: [] }],
    ['a vote after another instruction', { instructions: [call(0), call(1)] }],
    ['another program', { instructions: [call(0)] }],
    ['a program that is not among its keys', { instructions: [call(2)] }],
  ])('does not hold for one with %s', (_name, change) => {
    expect(isSimpleVote(aTransaction({ ...vote, ...change }))).toBe(false);
  });
});
