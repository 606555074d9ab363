import { assembleBlock, type Transaction } from '@tickscope/chain';
import { address, TransactionBuilder } from '@tickscope/testkit/transaction-builder';
import { describe, expect, it } from 'vitest';
import { extractBlock, extractBlockTrades } from './block-trades.js';
import { extractTrades } from './extract-trades.js';
import { LENDING_PROGRAMS } from './programs/lending.js';

const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const HUMIDIFI = '9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp';
const CPMM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const ACCOUNTS = ['alice', 'pool', 'alice.a', 'alice.b', 'vault.a', 'vault.b'];

function builder(...signers: string[]): TransactionBuilder {
  return new TransactionBuilder(...signers)
    .token('alice.a', 'A', 'alice', 1_000n)
    .token('alice.b', 'B', 'alice', 1_000n)
    .token('vault.a', 'A', 'pool', 10_000n)
    .token('vault.b', 'B', 'pool', 10_000n);
}

function called(program: string, data = '2a01'): TransactionBuilder {
  return builder('alice').outer(program, ACCOUNTS, data);
}

describe('a program that no file knows', () => {
  it('swapped where an owner paid one mint and received another within its instruction', () => {
    const tx = called('new dex')
      .transfer('alice.a', 'vault.a', 11n)
      .transfer('vault.b', 'alice.b', 7n)
      .build();
    const { swaps, inferred, unknownFrames } = extractTrades(1, tx);
    expect(swaps).toEqual([]);
    expect(inferred).toMatchObject([
      {
        inferred: true,
        programId: address('new dex'),
        poolKind: 'proprietary',
        pool: address('pool'),
        mintIn: address('A'),
        mintOut: address('B'),
        poolIn: 11n,
        poolOut: 7n,
        traderIn: 11n,
        traderOut: 7n,
        vaultIn: address('vault.a'),
        vaultOut: address('vault.b'),
        source: { account: address('alice.a'), owner: address('alice') },
        destination: { account: address('alice.b') },
        outerProgramId: address('new dex'),
      },
    ]);
    expect(unknownFrames).toMatchObject([
      { programId: address('new dex'), firstByte: 0x2a, isInferred: true, outerIndex: 0, innerIndex: null },
    ]);
  });

  it('names a vault as the pool if the owner of the vaults is not among its writable accounts', () => {
    const tx = builder('alice')
      .outer('new dex', ['alice', 'alice.a', 'alice.b', 'vault.a', 'vault.b'], '01')
      .transfer('alice.a', 'vault.a', 11n)
      .transfer('vault.b', 'alice.b', 7n)
      .build();
    const [first] = [address('vault.a'), address('vault.b')].sort();
    expect(extractTrades(1, tx).inferred.map(({ pool }) => pool)).toEqual([first]);
  });

  it('is found below routers, known or not, and those are not', () => {
    for (const router of [JUPITER, 'a router of my own']) {
      const tx = called(router)
        .inner(2, 'new dex', ACCOUNTS, '05')
        .transfer('alice.a', 'vault.a', 11n, { height: 3 })
        .transfer('vault.b', 'alice.b', 7n, { height: 3 })
        .transfer('alice.b', 'vault.b', 1n, { height: 2 })
        .build();
      const { inferred, unknownFrames } = extractTrades(1, tx);
      expect(inferred).toMatchObject([
        { programId: address('new dex'), outerProgramId: address(router), innerIndex: 0 },
      ]);
      expect(unknownFrames).toHaveLength(1);
    }
  });

  it('is not looked for in what a known route or a decoded swap moved', () => {
    const legs = (program: string, data: string): TransactionBuilder =>
      called('a router of my own')
        .inner(2, program, ['alice', '', '', 'pool', 'alice.a', 'alice.b', 'vault.a', 'vault.b'], data)
        .transfer('alice.a', 'vault.a', 11n, { height: 3 })
        .transfer('vault.b', 'alice.b', 7n, { height: 3 });
    const route = extractTrades(1, legs(JUPITER, '05').build());
    const swap = extractTrades(1, legs(CPMM, `8fbe5adac41e33de${'00'.repeat(16)}`).build());
    expect(swap.swaps).toHaveLength(1);
    for (const { inferred, unknownFrames } of [route, swap])
      expect([inferred, unknownFrames]).toEqual([[], []]);
  });

  it('swapped for a router’s own account if that is used outside its instruction', () => {
    const tx = called('a router of my own')
      .token('router.a', 'A', 'router', 0n)
      .token('router.b', 'B', 'router', 0n)
      .transfer('alice.a', 'router.a', 11n)
      .inner(2, 'new dex', ACCOUNTS, '05')
      // Paid out before it is paid for.
      .transfer('vault.b', 'router.b', 7n, { height: 3 })
      .transfer('router.a', 'vault.a', 11n, { height: 3 })
      .transfer('router.b', 'alice.b', 7n)
      .build();
    expect(extractTrades(1, tx).inferred).toMatchObject([
      { mintIn: address('A'), vaultIn: address('vault.a'), source: { account: address('router.a') } },
    ]);
  });

  it('is only counted where the trading side is unknown', () => {
    const tx = called('a router of my own')
      .token('router.a', 'A', 'router', 11n)
      .token('router.b', 'B', 'router', 0n)
      .inner(2, 'new dex', ACCOUNTS, '05')
      .transfer('router.a', 'vault.a', 11n, { height: 3 })
      .transfer('vault.b', 'router.b', 7n, { height: 3 })
      .build();
    const { inferred, unknownFrames } = extractTrades(1, tx);
    expect(inferred).toEqual([]);
    expect(unknownFrames).toMatchObject([{ programId: address('new dex'), isInferred: false }]);
  });

  it('is only counted where both sides signed, as a maker who quotes does', () => {
    const tx = builder('alice', 'pool')
      .outer('new dex', ACCOUNTS, '05')
      .transfer('alice.a', 'vault.a', 11n)
      .transfer('vault.b', 'alice.b', 7n)
      .build();
    const { inferred, unknownFrames } = extractTrades(1, tx);
    expect(inferred).toEqual([]);
    expect(unknownFrames).toMatchObject([{ isInferred: false }]);
  });

  it('is only counted where a third mint moved on the way', () => {
    const tx = called('new dex')
      .token('vault.c', 'C', 'pool', 100n)
      .token('second.c', 'C', 'second pool', 100n)
      .token('second.b', 'B', 'second pool', 100n)
      .transfer('alice.a', 'vault.a', 11n)
      .transfer('vault.c', 'second.c', 5n)
      .transfer('second.b', 'alice.b', 7n)
      .build();
    const { inferred, unknownFrames } = extractTrades(1, tx);
    expect(inferred).toEqual([]);
    expect(unknownFrames).toMatchObject([{ isInferred: false }]);
  });

  it('is only counted where one program took and another gave: a repaid loan and its collateral', () => {
    const tx = called('a lender of my own')
      .transfer('alice.a', 'vault.a', 11n)
      .inner(2, 'its reserve', ['pool', 'vault.b', 'alice.b'], '06')
      .transfer('vault.b', 'alice.b', 7n, { height: 3 })
      .build();
    const { inferred, unknownFrames } = extractTrades(1, tx);
    expect(inferred).toEqual([]);
    expect(unknownFrames).toMatchObject([{ programId: address('a lender of my own'), isInferred: false }]);
  });

  it.each(LENDING_PROGRAMS)(
    'is not looked for in what $name moved, called directly or by another program',
    ({ id }) => {
      const direct = called(id).transfer('alice.a', 'vault.a', 11n).transfer('vault.b', 'alice.b', 7n);
      const wrapped = called('a multisig')
        .inner(2, id, ACCOUNTS, '05')
        .transfer('alice.a', 'vault.a', 11n, { height: 3 })
        .transfer('vault.b', 'alice.b', 7n, { height: 3 });
      for (const tx of [direct, wrapped])
        expect(extractTrades(1, tx.build())).toMatchObject({ inferred: [], unknownFrames: [] });
    },
  );

  it('is only counted, with what is lacking, where the balances do not show which tokens moved', () => {
    const moved = (...by: [string, string]): Transaction => {
      const tx = called('new dex')
        .transfer('alice.a', 'vault.a', 11n, { authority: by[0] })
        .transfer('vault.b', 'alice.b', 7n, { authority: by[1] })
        .build();
      return { ...tx, meta: { ...tx.meta!, preTokenBalances: [], postTokenBalances: [] } };
    };
    expect(extractTrades(1, moved('alice', 'pool'))).toMatchObject({
      inferred: [],
      unknownFrames: [{ programId: address('new dex'), isInferred: false, lacks: 'mints' }],
    });
    // Two payments of one side are none.
    expect(extractTrades(1, moved('alice', 'alice')).unknownFrames).toEqual([]);
  });

  it('did not swap where it only took or only gave, or minted and burned a share of the pool', () => {
    const deposit = called('new dex')
      .token('alice.lp', 'LP', 'alice', 0n)
      .transfer('alice.a', 'vault.a', 11n)
      .inner(2, TOKEN, ['LP', 'alice.lp', 'pool'], `07${'05'.padEnd(16, '0')}`)
      .build();
    const both = called('new dex').transfer('alice.a', 'vault.a', 11n).transfer('alice.b', 'vault.b', 7n);
    const withdrawal = called('new dex')
      .token('alice.lp', 'LP', 'alice', 50n)
      .inner(2, TOKEN, ['alice.lp', 'LP', 'alice'], `08${'05'.padEnd(16, '0')}`)
      .transfer('vault.a', 'alice.a', 11n)
      .build();
    const refund = called('new dex').transfer('alice.a', 'vault.a', 11n).transfer('vault.a', 'alice.a', 2n);
    for (const tx of [deposit, both.build(), withdrawal, refund.build()])
      expect(extractTrades(1, tx)).toMatchObject({ inferred: [], unknownFrames: [] });
  });

  it('did not swap where one unit moved: an NFT', () => {
    const tx = called('market')
      .transfer('alice.a', 'vault.a', 500n)
      .transfer('vault.b', 'alice.b', 1n)
      .build();
    expect(extractTrades(1, tx)).toMatchObject({ inferred: [], unknownFrames: [] });
  });

  it('is not looked for without stack heights, nor in a transaction that failed', () => {
    const flat = called('new dex')
      .transfer('alice.a', 'vault.a', 11n, { height: null })
      .transfer('vault.b', 'alice.b', 7n, { height: null })
      .build();
    const failed = called('new dex')
      .transfer('alice.a', 'vault.a', 11n)
      .transfer('vault.b', 'alice.b', 7n)
      .build('{"InstructionError":[0,{"Custom":1}]}');
    for (const tx of [flat, failed])
      expect(extractTrades(1, tx)).toMatchObject({ inferred: [], unknownFrames: [] });
  });
});

it('an instruction of a known program that its file does not list is named by its program', () => {
  const tx = called(HUMIDIFI, 'ee')
    .transfer('alice.a', 'vault.a', 11n)
    .transfer('vault.b', 'alice.b', 7n)
    .build();
  const { swaps, inferred, unknownFrames } = extractTrades(1, tx);
  expect(swaps).toEqual([]);
  expect(inferred).toMatchObject([{ programId: HUMIDIFI, dexName: 'HumidiFi' }]);
  expect(unknownFrames).toMatchObject([{ programId: HUMIDIFI, firstByte: 0xee }]);
});

it('a block’s are among its swaps, in order of position', () => {
  const tx = called('new dex').transfer('alice.a', 'vault.a', 11n).transfer('vault.b', 'alice.b', 7n).build();
  const block = assembleBlock({
    slot: 7,
    parentSlot: 6,
    blockhash: new Uint8Array(32),
    parentBlockhash: null,
    blockTime: null,
    blockHeight: null,
    leader: null,
    source: 'rpc',
    entries: null,
    transactions: [{ ...tx, index: 0 }],
    promisedTransactions: 1,
    promisedEntries: null,
  });
  const { trades, unknownFrames } = extractBlock(block);
  expect(trades).toBe(extractBlockTrades(block));
  expect(trades.swaps).toMatchObject([{ slot: 7, blockIndex: 0, inferred: true }]);
  expect(unknownFrames).toMatchObject([{ slot: 7, blockIndex: 0, isInferred: true }]);
});

it('has the transfers of an inferred swap as its legs, not as token links', () => {
  const tx = called('new dex').transfer('alice.a', 'vault.a', 11n).transfer('vault.b', 'alice.b', 7n).build();
  const { inferred, tokenLinks } = extractTrades(1, tx);
  expect([inferred.length, tokenLinks]).toEqual([1, []]);
});
