import { assembleBlock, type Block, type Transaction } from '@tickscope/chain';
import { address, TransactionBuilder } from '@tickscope/testkit/transaction-builder';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { extractBlockTrades } from './block-trades.js';
import { extractTrades } from './extract-trades.js';

const WHIRLPOOL = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
const CPMM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const A = address('A');
const B = address('B');

function pool(...signers: string[]): TransactionBuilder {
  return new TransactionBuilder(...signers)
    .token('alice.a', 'A', 'alice', 1_000n)
    .token('alice.b', 'B', 'alice', 1_000n)
    .token('vault.a', 'A', 'pool', 10_000n)
    .token('vault.b', 'B', 'pool', 10_000n);
}

/** `increase_liquidity` and `decrease_liquidity`: the pool first, its vaults at 7 and 8, the actor at 2. */
const LIQUIDITY = ['pool', 'token', 'alice', 'position', 'nft', 'alice.a', 'alice.b', 'vault.a', 'vault.b'];

const SWAP_ACCOUNTS = ['alice', 'authority', 'config', 'pool', 'alice.a', 'alice.b', 'vault.a', 'vault.b'];

/** A block as `getBlock` gives it: without entries. */
function blockOf(slot: number, transactions: readonly Transaction[]): Block {
  return assembleBlock({
    slot,
    parentSlot: slot - 1,
    blockhash: new Uint8Array(32).fill(slot),
    parentBlockhash: null,
    blockTime: null,
    blockHeight: null,
    leader: null,
    source: 'rpc',
    entries: null,
    transactions: transactions.map((tx, index) => ({ ...tx, index })),
    promisedTransactions: transactions.length,
    promisedEntries: null,
  });
}

describe('pool events', () => {
  it('include added liquidity, with what the vaults gained', () => {
    const tx = pool('alice')
      .outer(WHIRLPOOL, LIQUIDITY, '2e9cf3760dcdfbb2')
      .transfer('alice.a', 'vault.a', 30n)
      .transfer('alice.b', 'vault.b', 40n)
      .build();
    const { poolEvents, swaps, tokenLinks } = extractTrades(1, tx);
    expect(poolEvents).toMatchObject([
      {
        kind: 'liquidity_added',
        dexName: 'Orca Whirlpool',
        pool: address('pool'),
        actor: address('alice'),
        amounts: [
          { mint: A, amount: 30n },
          { mint: B, amount: 40n },
        ],
      },
    ]);
    expect([swaps, tokenLinks]).toEqual([[], []]);
  });

  it('include removed liquidity and collected fees', () => {
    const removed = pool('alice')
      .outer(WHIRLPOOL, LIQUIDITY, 'a026d06f685b2c01')
      .transfer('vault.a', 'alice.a', 30n)
      .build();
    expect(extractTrades(1, removed).poolEvents).toMatchObject([
      { kind: 'liquidity_removed', amounts: [{ mint: A, amount: 30n }] },
    ]);
    const fees = ['pool', 'alice', 'position', 'nft', 'alice.a', 'vault.a', 'alice.b', 'vault.b'];
    const collected = pool('alice')
      .outer(WHIRLPOOL, fees, 'a498cf631eba13b6')
      .transfer('vault.b', 'alice.b', 2n)
      .build();
    expect(extractTrades(1, collected).poolEvents).toMatchObject([
      { kind: 'fees_collected', amounts: [{ mint: B, amount: 2n }] },
    ]);
  });

  it('are two where liquidity moved both ways', () => {
    const accounts = ['pool', 'token', 'token', 'memo', 'alice', 'funder', 'position', 'nft', 'A', 'B'];
    accounts.push('alice.a', 'alice.b', 'vault.a', 'vault.b');
    const tx = pool('alice')
      .outer(WHIRLPOOL, accounts, 'bfa9e00b83139efd')
      .transfer('alice.a', 'vault.a', 30n)
      .transfer('vault.b', 'alice.b', 40n)
      .build();
    expect(extractTrades(1, tx).poolEvents).toMatchObject([
      { kind: 'liquidity_added', partIndex: 0, amounts: [{ mint: A, amount: 30n }] },
      { kind: 'liquidity_removed', partIndex: 1, amounts: [{ mint: B, amount: 40n }] },
    ]);
  });

  it('include a created pool with its initial amounts; the fee payer replaces an actor who did not sign', () => {
    const accounts = [
      'maker',
      'config',
      'authority',
      'new pool',
      'A',
      'B',
      'lp',
      'alice.a',
      'alice.b',
      'lp 2',
    ];
    accounts.push('vault.a', 'vault.b');
    const tx = pool('payer')
      .outer(CPMM, accounts, 'afaf6d1f0d989bed')
      .transfer('alice.a', 'vault.a', 30n)
      .transfer('alice.b', 'vault.b', 40n)
      .build();
    expect(extractTrades(1, tx).poolEvents).toMatchObject([
      {
        kind: 'created',
        pool: address('new pool'),
        actor: address('payer'),
        amounts: [{ amount: 30n }, { amount: 40n }],
      },
    ]);
  });

  it('are none where nothing moved', () => {
    const tx = pool('alice').outer(WHIRLPOOL, LIQUIDITY, 'a026d06f685b2c01').build();
    expect(extractTrades(1, tx).poolEvents).toEqual([]);
  });
});

describe('token links', () => {
  it('are transfers, by whom, in order', () => {
    const tx = pool('alice')
      .token('bob.a', 'A', 'bob', 0n)
      .pay('alice.a', 'bob.a', 5n, 'alice')
      .pay('alice.a', 'bob.a', 0n, 'alice')
      .pay('alice.a', 'alice.a', 5n, 'alice')
      .pay('alice.a', 'bob.a', 6n, 'a delegate')
      .build();
    expect(extractTrades(3, tx).tokenLinks).toMatchObject([
      {
        slot: 3,
        kind: 'transfer',
        outerIndex: 0,
        mint: A,
        fromAccount: address('alice.a'),
        fromOwner: address('alice'),
        toAccount: address('bob.a'),
        toOwner: address('bob'),
        amount: 5n,
        authority: address('alice'),
        authoritySigned: true,
      },
      { outerIndex: 3, amount: 6n, authority: address('a delegate'), authoritySigned: false },
    ]);
  });

  it('are transfers to another account of the same owner where the owner signed, not where a program did', () => {
    const tx = pool('alice')
      .token('alice.second', 'A', 'alice', 0n)
      .pay('alice.a', 'alice.second', 5n, 'alice')
      .pay('alice.a', 'alice.second', 6n, 'a program')
      .build();
    expect(extractTrades(3, tx).tokenLinks).toMatchObject([
      { fromOwner: address('alice'), toOwner: address('alice'), amount: 5n, authoritySigned: true },
    ]);
  });

  it('of a block are those of every mint, whether or not it is swapped in the block', () => {
    const swap = pool('alice')
      .outer(CPMM, SWAP_ACCOUNTS, `8fbe5adac41e33de${'00'.repeat(16)}`)
      .transfer('alice.a', 'vault.a', 10n, { authority: 'alice' })
      .transfer('vault.b', 'alice.b', 20n, { authority: 'pool' })
      .build();
    const transfer = new TransactionBuilder('carol')
      .token('carol.c', 'C', 'carol', 50n)
      .token('dave.c', 'C', 'dave', 0n)
      .pay('carol.c', 'dave.c', 50n, 'carol')
      .build();
    const withSwap = extractBlockTrades(blockOf(7, [swap, transfer]));
    expect(withSwap.swaps.map(({ mintIn, mintOut }) => [mintIn, mintOut])).toEqual([[A, B]]);
    for (const { tokenLinks } of [withSwap, extractBlockTrades(blockOf(8, [transfer]))])
      expect(tokenLinks).toMatchObject([
        { mint: address('C'), fromAccount: address('carol.c'), toAccount: address('dave.c') },
      ]);
  });

  it('are accounts handed to another owner', () => {
    const toBob = Buffer.from([6, 2, 1, ...bs58.decode(address('bob'))]);
    const closeAuthority = Buffer.from([6, 3, 1, ...bs58.decode(address('bob'))]);
    const tx = pool('alice')
      .outer(TOKEN, ['alice.a', 'alice'], toBob)
      .outer(TOKEN, ['alice.a', 'alice'], closeAuthority)
      .build();
    expect(extractTrades(1, tx).tokenLinks).toMatchObject([
      {
        kind: 'set_authority',
        mint: A,
        fromAccount: address('alice.a'),
        toAccount: address('alice.a'),
        fromOwner: address('alice'),
        toOwner: address('bob'),
        amount: 1_000n,
        authoritySigned: true,
      },
    ]);
  });

  it('are none in a transaction that failed', () => {
    const tx = pool('alice')
      .token('bob.a', 'A', 'bob', 0n)
      .pay('alice.a', 'bob.a', 5n, 'alice')
      .build('{"InstructionError":[0,{"Custom":1}]}');
    expect(extractTrades(1, tx).tokenLinks).toEqual([]);
  });
});

describe('no trade is found', () => {
  const nothing = {
    swaps: [],
    attempts: [],
    poolEvents: [],
    fills: [],
    rebates: [],
    inferred: [],
    unknownFrames: [],
    tokenLinks: [],
  };

  it('in votes, without meta, and where no known program is named', () => {
    const tx = pool('alice').outer('a program of my own', ['alice', 'vault.a'], '01').build();
    expect(extractTrades(1, tx)).toEqual(nothing);
    const swap = pool('alice')
      .outer(WHIRLPOOL, LIQUIDITY, '2e9cf3760dcdfbb2')
      .transfer('alice.a', 'vault.a', 1n)
      .build();
    expect(extractTrades(1, { ...swap, isVote: true })).toEqual(nothing);
    expect(extractTrades(1, { ...swap, meta: null })).toEqual(nothing);
    expect(extractTrades(1, { ...swap, staticKeys: [] })).toEqual(nothing);
  });
});
