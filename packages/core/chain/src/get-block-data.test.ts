import { describe, expect, it } from 'vitest';
import { accountKeys } from './account-locks.js';
import { toBase58 } from './base58.js';
import { parseExactJson } from './exact-json.js';
import { parseGetBlock } from './get-block.js';
import { hasSharedData, readGetBlockText } from './testing/shared-data.js';

describe.skipIf(!hasSharedData)('slot 254170887 from getBlock (skipped without shared/data)', () => {
  const block = hasSharedData ? parseGetBlock(parseExactJson(readGetBlockText()), 254_170_887) : null!;

  /** The programs that each successful transaction calls. */
  const calledPrograms = (block?.transactions ?? [])
    .filter((tx) => tx.meta?.error === null)
    .map((tx) => {
      const keys = accountKeys(tx);
      const inner = (tx.meta?.innerInstructions ?? []).flatMap((group) => group.instructions);
      return new Set([...tx.instructions, ...inner].map((ix) => toBase58(keys[ix.programIdIndex]!)));
    });

  it('has parent 254170886, 602 transactions, 158 votes and 305 failed ones, with meta, without entries', () => {
    expect(block).toMatchObject({
      slot: 254_170_887,
      parentSlot: 254_170_886,
      content: 'no_entries',
      model: null,
      entries: [],
      transactionCount: 602,
      hasMeta: true,
      source: 'rpc',
    });
    expect(block.transactions).toHaveLength(602);
    expect(block.transactions.map((tx) => tx.index)).toEqual(Array.from({ length: 602 }, (_, i) => i));
    expect(block.transactions.filter((tx) => tx.isVote)).toHaveLength(158);
    expect(block.transactions.filter((tx) => tx.meta?.error !== null)).toHaveLength(305);
  });

  it('touches 3,334 distinct accounts, loaded ones among them', () => {
    const accounts = new Set(block.transactions.flatMap((tx) => accountKeys(tx).map(toBase58)));
    expect(accounts.size).toBe(3_334);
  });

  it('names a leader whose key starts with Ninja1sp, on 14 March 2024', () => {
    expect(toBase58(block.leader!)).toMatch(/^Ninja1sp/);
    expect(new Date(block.blockTime! * 1_000).toISOString()).toMatch(/^2024-03-14T/);
  });

  it.each([
    ['Raydium v4', '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', 23],
    ['Orca Whirlpool', 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 9],
    ['Jupiter v6', 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', 9],
    ['Phoenix', 'PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY', 5],
    ['Meteora DLMM', 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', 5],
    ['Meteora DAMM v1', 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB', 4],
    ['Raydium CLMM', 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', 3],
    ['Orca v2', '9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP', 3],
    ['Saber', 'SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ', 2],
    ['Lifinity v2', '2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c', 2],
  ])('calls %s, outside or inside, in as many successful transactions as known', (_name, program, count) => {
    const calling = calledPrograms.filter((programs) => programs.has(program));
    expect(calling).toHaveLength(count);
  });
});
