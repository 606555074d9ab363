import { address, TransactionBuilder } from '@tickscope/testkit/transaction-builder';
import { describe, expect, it } from 'vitest';
import { extractTrades } from './extract-trades.js';
import { JUPITER_RFQ_V2, JUPITER_Z } from './programs/makers.js';

const PUMP_SWAP = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA';
const CPMM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const SOL = 'So11111111111111111111111111111111111111112';

describe('a maker’s fill', () => {
  const accounts = (...first: string[]): string[] => [...first, 'a', 'b', 'c', 'd', 'e', 'f'];
  const builder = (): TransactionBuilder =>
    new TransactionBuilder('taker', 'maker')
      .token('taker.a', 'A', 'taker', 1_000n)
      .token('taker.b', 'B', 'taker', 0n)
      .token('maker.a', 'A', 'maker', 1_000n)
      .token('maker.b', 'B', 'maker', 1_000n);
  const rfq = (): TransactionBuilder =>
    builder().outer(
      JUPITER_RFQ_V2.id,
      accounts('taker', 'fill authority', 'taker.a', 'taker.b', 'maker.a', 'maker.b'),
      'ded006d19aa3365e00',
    );

  it('is a trade without a pool: no swap, no unknown frame, no link between the two wallets', () => {
    const { fills, swaps, tokenLinks, inferred, unknownFrames } = extractTrades(
      1,
      rfq().transfer('taker.a', 'maker.a', 11n).transfer('maker.b', 'taker.b', 7n).build(),
    );
    expect([swaps, tokenLinks, inferred, unknownFrames]).toEqual([[], [], [], []]);
    expect(fills).toMatchObject([
      {
        dexName: 'Jupiter RFQ v2',
        taker: address('taker'),
        takerSigned: true,
        maker: address('maker'),
        mintIn: address('A'),
        mintOut: address('B'),
        makerIn: 11n,
        makerOut: 7n,
        takerIn: 11n,
        takerOut: 7n,
        source: { account: address('taker.a') },
        destination: { account: address('taker.b') },
      },
    ]);
  });

  it('of the order engine names its accounts in pairs', () => {
    const tx = builder()
      .outer(
        JUPITER_Z.id,
        accounts('taker', 'maker', 'taker.a', 'maker.a', 'taker.b', 'maker.b'),
        'a860b7a35c0a28a0',
      )
      .transfer('taker.a', 'maker.a', 11n)
      .transfer('maker.b', 'taker.b', 7n)
      .build();
    expect(extractTrades(1, tx).fills).toMatchObject([
      { dexName: 'Jupiter Z', mintIn: address('A'), makerIn: 11n, takerOut: 7n },
    ]);
  });

  it('is not reported where only one side paid', () => {
    const tx = rfq().transfer('taker.a', 'maker.a', 11n).build();
    expect(extractTrades(1, tx)).toMatchObject({ fills: [], tokenLinks: [] });
  });
});

it('PumpSwap’s cashback is a rebate to its wallet, and no link', () => {
  const tx = new TransactionBuilder('alice')
    .token('cashback', SOL, 'accumulator', 30n)
    .token('alice.sol', SOL, 'alice', 0n)
    .outer(
      PUMP_SWAP,
      ['alice', 'accumulator', SOL, TOKEN, 'cashback', 'alice.sol', 'system'],
      '253a237ebe35e4c5',
    )
    .transfer('cashback', 'alice.sol', 30n)
    .build();
  const { rebates, tokenLinks, swaps } = extractTrades(1, tx);
  expect([tokenLinks, swaps]).toEqual([[], []]);
  expect(rebates).toMatchObject([
    { dexName: 'PumpSwap', wallet: address('alice'), mint: SOL, amount: 30n, outerIndex: 0 },
  ]);
});

describe('wrapped SOL that leaves an account without a transfer', () => {
  const swap = (): TransactionBuilder =>
    new TransactionBuilder('alice')
      .token('alice.a', 'A', 'alice', 1_000n)
      .token('alice.sol', SOL, 'alice', 50n)
      .token('vault.a', 'A', 'cpmm authority', 10_000n)
      .token('vault.sol', SOL, 'cpmm authority', 20_000n)
      .outer(
        CPMM,
        ['alice', 'cpmm authority', 'config', 'pool', 'alice.a', 'alice.sol', 'vault.a', 'vault.sol'],
        `8fbe5adac41e33de${'00'.repeat(16)}`,
      )
      .transfer('alice.a', 'vault.a', 11n);
  /** `UnwrapLamports`; without an amount it empties the account. */
  const unwrap = (builder: TransactionBuilder, source: string, amount: string): TransactionBuilder =>
    builder.inner(2, TOKEN, [source, 'alice', 'authority'], `2d${amount}`);

  it('is what the pool paid, in lamports to a wallet, if it leaves a vault', () => {
    expect(extractTrades(1, unwrap(swap(), 'vault.sol', '010700000000000000').build()).swaps).toMatchObject([
      {
        poolIn: 11n,
        poolOut: 7n,
        traderOut: 7n,
        mintOut: SOL,
        destination: { account: null, owner: address('alice') },
      },
    ]);
  });

  it('does not lessen what the trader got, if it leaves the trader’s account', () => {
    const paid = swap().transfer('vault.sol', 'alice.sol', 7n);
    for (const amount of ['010700000000000000', '00'])
      expect(extractTrades(1, unwrap(paid, 'alice.sol', amount).build()).swaps).toMatchObject([
        { poolOut: 7n, traderOut: 7n, destination: { account: address('alice.sol') } },
      ]);
  });
});
