import { address, TransactionBuilder } from '@tickscope/testkit/transaction-builder';
import { describe, expect, it } from 'vitest';
import { extractTrades } from './extract-trades.js';

const RAYDIUM_V4 = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const CPMM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C';
const CLMM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK';
const WHIRLPOOL = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
const PUMP_SWAP = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA';
const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';

/** Raydium CPMM `swap_base_input` in pool `p`, whose vaults are `p.in` and `p.out`. */
const cpmmAccounts = (pool: string, source: string, destination: string, authority = 'alice'): string[] => [
  authority,
  'cpmm authority',
  'config',
  pool,
  source,
  destination,
  `${pool}.in`,
  `${pool}.out`,
];
const CPMM_SWAP = `8fbe5adac41e33de${'00'.repeat(16)}`;

const AMOUNTS = ['poolIn', 'poolOut', 'traderIn', 'traderOut'] as const;
function amounts(swap: Record<(typeof AMOUNTS)[number], bigint> | undefined): (bigint | undefined)[] {
  return AMOUNTS.map((name) => swap?.[name]);
}

function cpmmBuilder(...signers: string[]): TransactionBuilder {
  return new TransactionBuilder(...signers)
    .token('alice.a', 'A', 'alice', 1_000n)
    .token('alice.b', 'B', 'alice', 0n)
    .token('pool.in', 'A', 'cpmm authority', 10_000n)
    .token('pool.out', 'B', 'cpmm authority', 20_000n);
}

describe('a swap', () => {
  it('has the amounts of the transfers under its instruction, the owners and balances of its ends', () => {
    const tx = cpmmBuilder('alice')
      .outer(CPMM, cpmmAccounts('pool', 'alice.a', 'alice.b'), CPMM_SWAP)
      .transfer('alice.a', 'pool.in', 100n)
      .transfer('pool.out', 'alice.b', 190n)
      .build();
    const { swaps, tokenLinks } = extractTrades(42, tx);
    expect(swaps).toHaveLength(1);
    expect(swaps[0]).toMatchObject({
      slot: 42,
      blockIndex: 7,
      outerIndex: 0,
      innerIndex: null,
      partIndex: 0,
      pool: address('pool'),
      mintIn: address('A'),
      mintOut: address('B'),
      poolIn: 100n,
      poolOut: 190n,
      traderIn: 100n,
      traderOut: 190n,
      vaultIn: address('pool.in'),
      vaultOut: address('pool.out'),
      trader: address('alice'),
      authoritySigned: true,
      outerProgramId: CPMM,
      source: {
        account: address('alice.a'),
        owner: address('alice'),
        balanceBefore: 1_000n,
        balanceAfter: 900n,
      },
      destination: {
        account: address('alice.b'),
        owner: address('alice'),
        balanceBefore: 0n,
        balanceAfter: 190n,
      },
    });
    expect(tokenLinks).toEqual([]);
  });

  it('belongs to the fee payer where a program moved the tokens', () => {
    const tx = cpmmBuilder('payer')
      .outer(JUPITER, ['payer'], 'ff')
      .inner(2, CPMM, cpmmAccounts('pool', 'alice.a', 'alice.b', 'shared authority'), CPMM_SWAP)
      .transfer('alice.a', 'pool.in', 100n, { height: 3 })
      .transfer('pool.out', 'alice.b', 190n, { height: 3 })
      .build();
    expect(extractTrades(1, tx).swaps).toMatchObject([
      {
        trader: address('payer'),
        authority: address('shared authority'),
        authoritySigned: false,
        outerProgramId: JUPITER,
        innerIndex: 0,
      },
    ]);
  });

  it('ignores transfers of its caller before and after it', () => {
    const tx = cpmmBuilder('alice')
      .token('alice.main', 'A', 'alice', 5_000n)
      .token('platform', 'B', 'platform owner', 0n)
      .outer(JUPITER, ['alice'], 'ff')
      .transfer('alice.main', 'alice.a', 100n)
      .inner(2, CPMM, cpmmAccounts('pool', 'alice.a', 'alice.b'), CPMM_SWAP)
      .transfer('alice.a', 'pool.in', 100n, { height: 3 })
      .transfer('pool.out', 'alice.b', 190n, { height: 3 })
      .transfer('alice.b', 'platform', 5n)
      .build();
    const { swaps, tokenLinks } = extractTrades(1, tx);
    expect(amounts(swaps[0])).toEqual([100n, 190n, 100n, 190n]);
    // Between two accounts of one owner there is no link; to the platform there is.
    expect(tokenLinks.map(({ toOwner, amount }) => [toOwner, amount])).toEqual([
      [address('platform owner'), 5n],
    ]);
  });

  it('counts what it returns to the trader, and what it keeps of a refund', () => {
    const tx = cpmmBuilder('alice')
      .outer(CPMM, cpmmAccounts('pool', 'alice.a', 'alice.b'), CPMM_SWAP)
      .transfer('alice.a', 'pool.in', 120n)
      .transfer('pool.in', 'alice.a', 20n)
      .transfer('pool.out', 'alice.b', 190n)
      .build();
    expect(amounts(extractTrades(1, tx).swaps[0])).toEqual([100n, 190n, 100n, 190n]);
  });

  it('is found where its output rounds to zero, and not where nothing moved', () => {
    const dust = cpmmBuilder('alice')
      .outer(CPMM, cpmmAccounts('pool', 'alice.a', 'alice.b'), CPMM_SWAP)
      .transfer('alice.a', 'pool.in', 1n)
      .build();
    expect(amounts(extractTrades(1, dust).swaps[0])).toEqual([1n, 0n, 1n, 0n]);
    const still = cpmmBuilder('alice')
      .outer(CPMM, cpmmAccounts('pool', 'alice.a', 'alice.b'), CPMM_SWAP)
      .build();
    expect(extractTrades(1, still).swaps).toEqual([]);
  });

  it('knows accounts that the transaction opened and closed', () => {
    const tx = new TransactionBuilder('alice')
      .token('pool.in', 'A', 'cpmm authority', 10_000n)
      .token('pool.out', 'B', 'cpmm authority', 20_000n)
      .token('alice.a', 'A', 'alice', 1_000n)
      .passingToken('passing', 'B', 'alice')
      .outer(CPMM, cpmmAccounts('pool', 'alice.a', 'passing'), CPMM_SWAP)
      .transfer('alice.a', 'pool.in', 100n)
      .transfer('pool.out', 'passing', 190n)
      .build();
    expect(extractTrades(1, tx).swaps[0]?.destination).toEqual({
      account: address('passing'),
      owner: address('alice'),
      balanceBefore: 0n,
      balanceAfter: 0n,
    });
  });

  it('is found in a batch of transfers', () => {
    const tx = cpmmBuilder('alice')
      .outer(CPMM, cpmmAccounts('pool', 'alice.a', 'alice.b'), CPMM_SWAP)
      .batch(2, ['alice.a', 'pool.in', 100n], ['pool.out', 'alice.b', 190n])
      .build();
    expect(amounts(extractTrades(1, tx).swaps[0])).toEqual([100n, 190n, 100n, 190n]);
  });

  it('is not decoded by a layout whose vault would belong to a signer', () => {
    const tx = new TransactionBuilder('alice', 'mallory')
      .token('alice.a', 'A', 'alice', 1_000n)
      .token('alice.b', 'B', 'alice', 0n)
      .token('pool.in', 'A', 'mallory', 10_000n)
      .token('pool.out', 'B', 'mallory', 20_000n)
      .outer(CPMM, cpmmAccounts('pool', 'alice.a', 'alice.b'), CPMM_SWAP)
      .transfer('alice.a', 'pool.in', 100n)
      .transfer('pool.out', 'alice.b', 190n)
      .build();
    expect(extractTrades(1, tx).swaps).toEqual([]);
  });
});

describe('fees', () => {
  it('that a mint withholds part the trader’s side from the pool’s, said or not', () => {
    for (const saysFee of [true, false]) {
      const builder = cpmmBuilder('alice')
        .outer(CPMM, cpmmAccounts('pool', 'alice.a', 'alice.b'), CPMM_SWAP)
        .transfer('alice.a', 'pool.in', 100n, { fee: 4n, saysFee })
        .transfer('pool.out', 'alice.b', 200n, { fee: 6n, saysFee });
      const [swap] = extractTrades(1, builder.build()).swaps;
      expect(amounts(swap)).toEqual([96n, 200n, 100n, 194n]);
      expect(swap?.poolIn).toBe(builder.change('pool.in'));
      expect(swap?.traderOut).toBe(builder.change('alice.b'));
    }
  });

  it('withheld from several transfers into one vault are each found by their common rate', () => {
    // 3 % rounded up: of 101 and 1000.
    const builder = cpmmBuilder('alice')
      .outer(CPMM, cpmmAccounts('pool', 'alice.a', 'alice.b'), CPMM_SWAP)
      .transfer('alice.a', 'pool.in', 101n, { fee: 4n })
      .transfer('pool.out', 'alice.b', 50n)
      .outer(CPMM, cpmmAccounts('pool', 'alice.a', 'alice.b'), CPMM_SWAP)
      .transfer('alice.a', 'pool.in', 1_000n, { fee: 30n })
      .transfer('pool.out', 'alice.b', 500n);
    const { swaps } = extractTrades(1, builder.build());
    expect(swaps.map(({ poolIn }) => poolIn)).toEqual([97n, 970n]);
  });

  const pumpAccounts = [
    'pool',
    'alice',
    'config',
    'BASE',
    'QUOTE',
    'alice.base',
    'alice.quote',
    'pool.base',
    'pool.quote',
    'protocol',
    'protocol.quote',
  ];
  const pumpBuilder = (): TransactionBuilder =>
    new TransactionBuilder('alice')
      .token('alice.base', 'BASE', 'alice', 1_000n)
      .token('alice.quote', 'QUOTE', 'alice', 1_000n)
      .token('pool.base', 'BASE', 'pool', 10_000n)
      .token('pool.quote', 'QUOTE', 'pool', 10_000n)
      .token('protocol.quote', 'QUOTE', 'protocol', 0n)
      .token('creator.quote', 'QUOTE', 'creator', 0n);

  it('paid beside the pool are the trader’s and not the pool’s (PumpSwap buy)', () => {
    const builder = pumpBuilder()
      .outer(PUMP_SWAP, pumpAccounts, '66063d1201daebea')
      .transfer('pool.base', 'alice.base', 500n)
      .transfer('alice.quote', 'pool.quote', 100n)
      .transfer('alice.quote', 'protocol.quote', 3n)
      .transfer('alice.quote', 'creator.quote', 2n);
    const [swap] = extractTrades(1, builder.build()).swaps;
    expect(amounts(swap)).toEqual([100n, 500n, 105n, 500n]);
    expect(swap).toMatchObject({ mintIn: address('QUOTE'), mintOut: address('BASE') });
  });

  it('paid out of the pool are the loss of the pool minus the gain of the trader (PumpSwap sell)', () => {
    const builder = pumpBuilder()
      .outer(PUMP_SWAP, pumpAccounts, '33e685a4017f83ad')
      .transfer('alice.base', 'pool.base', 500n)
      .transfer('pool.quote', 'alice.quote', 95n)
      .transfer('pool.quote', 'protocol.quote', 3n)
      .transfer('pool.quote', 'creator.quote', 2n);
    const [swap] = extractTrades(1, builder.build()).swaps;
    expect(amounts(swap)).toEqual([500n, 100n, 500n, 95n]);
    expect(swap?.poolOut).toBe(-builder.change('pool.quote'));
  });

  it('are distinguished from settlements of an order book (Raydium v4)', () => {
    const accounts = [
      ...['token', 'pool', 'authority', 'open', 'target', 'pool.a', 'pool.b'],
      ...['serum', 'market', 'bids', 'asks', 'queue', 'serum.a', 'serum.b', 'vault signer'],
      ...['alice.a', 'alice.b', 'alice'],
    ];
    const tx = new TransactionBuilder('alice')
      .token('alice.a', 'A', 'alice', 1_000n)
      .token('alice.b', 'B', 'alice', 0n)
      .token('pool.a', 'A', 'authority', 10_000n)
      .token('pool.b', 'B', 'authority', 10_000n)
      .token('serum.a', 'A', 'vault signer', 10_000n)
      .token('serum.b', 'B', 'vault signer', 10_000n)
      .outer(RAYDIUM_V4, accounts, `09${'00'.repeat(16)}`)
      .transfer('serum.a', 'pool.a', 700n, { height: 3 })
      .transfer('serum.b', 'pool.b', 800n, { height: 3 })
      .transfer('alice.a', 'pool.a', 100n)
      .transfer('pool.b', 'alice.b', 90n)
      .build();
    expect(amounts(extractTrades(1, tx).swaps[0])).toEqual([100n, 90n, 100n, 90n]);
  });
});

describe('an instruction over two pools', () => {
  const builder = (): TransactionBuilder =>
    new TransactionBuilder('alice')
      .token('alice.a', 'A', 'alice', 1_000n)
      .token('alice.b', 'B', 'alice', 7n)
      .token('alice.c', 'C', 'alice', 0n)
      .token('one.a', 'A', 'one', 10_000n)
      .token('one.b', 'B', 'one', 10_000n)
      .token('two.b', 'B', 'two', 10_000n)
      .token('two.c', 'C', 'two', 10_000n);
  const expected = [
    { partIndex: 0, pool: address('one'), mintIn: address('A'), mintOut: address('B') },
    { partIndex: 1, pool: address('two'), mintIn: address('B'), mintOut: address('C') },
  ];

  it('is two swaps that pass through an account of the trader (Whirlpool two_hop_swap)', () => {
    const accounts = ['token', 'alice', 'one', 'two', 'alice.a', 'one.a', 'alice.b', 'one.b'];
    accounts.push('alice.b', 'two.b', 'alice.c', 'two.c');
    const tx = builder()
      .outer(WHIRLPOOL, accounts, `c360ed6c44a2dbe6${'00'.repeat(16)}010101${'00'.repeat(32)}`)
      .transfer('alice.a', 'one.a', 100n)
      .transfer('one.b', 'alice.b', 50n)
      .transfer('alice.b', 'two.b', 50n)
      .transfer('two.c', 'alice.c', 25n)
      .build();
    const { swaps } = extractTrades(1, tx);
    expect(swaps).toMatchObject(expected);
    expect(swaps.map(amounts)).toEqual([
      [100n, 50n, 100n, 50n],
      [50n, 25n, 50n, 25n],
    ]);
  });

  it('is two swaps where the middle goes from vault to vault (Whirlpool two_hop_swap_v2)', () => {
    const accounts = ['one', 'two', 'A', 'B', 'C', 'token', 'token', 'token'];
    accounts.push('alice.a', 'one.a', 'one.b', 'two.b', 'two.c', 'alice.c', 'alice');
    const tx = builder()
      .outer(WHIRLPOOL, accounts, `ba8fd11dfe02c275${'00'.repeat(16)}010101${'00'.repeat(32)}`)
      .transfer('alice.a', 'one.a', 100n)
      .transfer('one.b', 'two.b', 50n)
      .transfer('two.c', 'alice.c', 25n)
      .build();
    const { swaps } = extractTrades(1, tx);
    expect(swaps).toMatchObject(expected);
    expect(swaps.map(amounts)).toEqual([
      [100n, 50n, 100n, 50n],
      [50n, 25n, 50n, 25n],
    ]);
  });

  it('is as many swaps as pools among its accounts (Raydium CLMM swap_router_base_in)', () => {
    const accounts = ['alice', 'alice.a', 'A', 'token', 'token-2022', 'memo'];
    accounts.push('config 1', 'one', 'alice.b', 'one.a', 'one.b', 'B', 'observation 1', 'ticks');
    accounts.push('config 2', 'two', 'alice.c', 'two.b', 'two.c', 'C', 'observation 2', 'ticks');
    const tx = builder()
      .outer(CLMM, accounts, `457d73daf5baf2c4${'00'.repeat(16)}`)
      .transfer('alice.a', 'one.a', 100n)
      .transfer('one.b', 'alice.b', 50n)
      .transfer('alice.b', 'two.b', 50n)
      .transfer('two.c', 'alice.c', 25n)
      .build();
    const { swaps } = extractTrades(1, tx);
    expect(swaps).toMatchObject(expected);
    expect(swaps.map(amounts)).toEqual([
      [100n, 50n, 100n, 50n],
      [50n, 25n, 50n, 25n],
    ]);
  });
});

describe('a block without stack heights', () => {
  it('still separates the swaps of a route from each other and from fees of its caller', () => {
    const tx = cpmmBuilder('alice')
      .token('alice.c', 'C', 'alice', 0n)
      .token('second.in', 'B', 'cpmm authority', 10_000n)
      .token('second.out', 'C', 'cpmm authority', 10_000n)
      .token('platform', 'C', 'platform owner', 0n)
      .outer(JUPITER, ['alice'], 'ff')
      .inner(null, CPMM, cpmmAccounts('pool', 'alice.a', 'alice.b'), CPMM_SWAP)
      .transfer('alice.a', 'pool.in', 100n, { height: null })
      .transfer('pool.out', 'alice.b', 190n, { height: null })
      .inner(null, CPMM, cpmmAccounts('second', 'alice.b', 'alice.c'), CPMM_SWAP)
      .transfer('alice.b', 'second.in', 190n, { height: null })
      .transfer('second.out', 'alice.c', 70n, { height: null })
      .transfer('alice.c', 'platform', 9n, { height: null })
      .build();
    expect(extractTrades(1, tx).swaps.map(amounts)).toEqual([
      [100n, 190n, 100n, 190n],
      [190n, 70n, 190n, 70n],
    ]);
  });
});
