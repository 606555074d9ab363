import { clmmSwap, dammV2Swap, dlmmSwap, whirlpoolTraded } from '@tickscope/testkit/swap-events';
import { address, TransactionBuilder } from '@tickscope/testkit/transaction-builder';
import { describe, expect, it } from 'vitest';
import { extractTrades } from './extract-trades.js';
import type { PriceMove } from './price-move.js';
import { BYREAL } from './programs/byreal.js';
import { METEORA_DAMM_V2 } from './programs/meteora-damm-v2.js';
import { METEORA_DLMM } from './programs/meteora-dlmm.js';
import { ORCA_WHIRLPOOL } from './programs/orca-whirlpool.js';
import { PANCAKE_SWAP } from './programs/pancake-swap.js';
import { RAYDIUM_CLMM } from './programs/raydium-clmm.js';

const Q64 = 2n ** 64n;

/** Pool, trader's accounts and vaults in the places of each layout. */
const WHIRLPOOL_ACCOUNTS = ['token program', 'trader', 'pool', 'trader.a', 'vault.a', 'trader.b', 'vault.b'];
const CLMM_ACCOUNTS = ['trader', 'config', 'pool', 'trader.a', 'trader.b', 'vault.a', 'vault.b'];
const DAMM_ACCOUNTS = [
  ...['authority', 'pool', 'trader.a', 'trader.b', 'vault.a', 'vault.b', 'A', 'B', 'trader'],
];
const DLMM_ACCOUNTS = [
  ...['pool', 'bitmap', 'vault.a', 'vault.b', 'trader.a', 'trader.b', 'A', 'B', 'oracle', 'host', 'trader'],
];

function swapping(): TransactionBuilder {
  return new TransactionBuilder('trader')
    .token('trader.a', 'A', 'trader', 5_000n)
    .token('trader.b', 'B', 'trader', 0n)
    .token('vault.a', 'A', 'pool', 10_000n)
    .token('vault.b', 'B', 'pool', 10_000n);
}

/** Pays 1,000 of token A for 700 of token B. */
const paid = (builder: TransactionBuilder): TransactionBuilder =>
  builder.transfer('trader.a', 'vault.a', 1_000n).transfer('vault.b', 'trader.b', 700n);

function movesOf(builder: TransactionBuilder): (PriceMove | null)[] {
  return extractTrades(1, builder.build()).swaps.map(({ priceMove }) => priceMove);
}

const WHIRLPOOL_SWAP = `f8c69e91e17587c8${'00'.repeat(32)}0101`;
const CLMM_SWAP = `f8c69e91e17587c8${'00'.repeat(34)}`;
const METEORA_SWAP = `f8c69e91e17587c8${'00'.repeat(16)}`;

const traded = (change: Partial<Parameters<typeof whirlpoolTraded>[0]> = {}): Uint8Array =>
  whirlpoolTraded({
    ...{ pool: address('pool'), aToB: true, before: 3n * Q64, after: (5n * Q64) / 2n },
    ...{ input: 1_000n, output: 700n, lpFee: 8n, protocolFee: 2n, ...change },
  });

describe('the price move of a swap', () => {
  it('is in the log of Orca Whirlpool: both prices, and both fees', () => {
    const builder = swapping().outer(ORCA_WHIRLPOOL.id, WHIRLPOOL_ACCOUNTS, WHIRLPOOL_SWAP).logs(traded());
    expect(movesOf(paid(builder))).toEqual([
      { falls: true, before: 3, after: 2.5, liquidity: null, feeIn: 10n, feeOut: 0n },
    ]);
  });

  it('is without what the mint withheld of the input', () => {
    const event = traded({ input: 1_025n, withheldIn: 25n });
    const builder = swapping().outer(ORCA_WHIRLPOOL.id, WHIRLPOOL_ACCOUNTS, WHIRLPOOL_SWAP).logs(event);
    expect(movesOf(paid(builder))).toMatchObject([{ feeIn: 10n, feeOut: 0n }]);
  });

  it.each([RAYDIUM_CLMM, BYREAL, PANCAKE_SWAP])(
    'is in the log of $name: price and liquidity after it, the fees where the event has them',
    ({ id }) => {
      const event = {
        ...{ pool: address('pool'), zeroForOne: false, after: 7n * Q64, liquidity: 2n ** 70n },
        amounts: [690n, 1_000n] as const,
        withheld: [10n, 20n] as const,
      };
      const old = swapping().outer(id, CLMM_ACCOUNTS, CLMM_SWAP).logs(clmmSwap(event));
      const move = { falls: false, before: null, after: 7, liquidity: 2 ** 70 };
      expect(movesOf(paid(old))).toEqual([{ ...move, feeIn: null, feeOut: 0n }]);
      const fees = [4n, 3n] as const;
      const newer = swapping()
        .outer(id, CLMM_ACCOUNTS, CLMM_SWAP)
        .logs(clmmSwap({ ...event, fees }));
      expect(movesOf(paid(newer))).toEqual([{ ...move, feeIn: 3n, feeOut: 4n }]);
    },
  );

  it('is what Meteora DAMM v2 sends to itself: the fee of the input, or of the output', () => {
    const event = {
      ...{ pool: address('pool'), aToB: false, input: 1_000n, output: 700n, after: Q64 / 4n },
      fees: [4n, 3n, 2n, 1n] as const,
    };
    const moveOf = (change: { inputWithoutFee: bigint; feeMode?: number }) =>
      movesOf(
        paid(swapping().outer(METEORA_DAMM_V2.id, DAMM_ACCOUNTS, METEORA_SWAP)).inner(
          2,
          METEORA_DAMM_V2.id,
          ['event authority'],
          Buffer.from(dammV2Swap({ ...event, ...change })).toString('hex'),
        ),
      );
    const move = { falls: false, before: null, after: 0.25, liquidity: null };
    expect(moveOf({ inputWithoutFee: 990n })).toEqual([{ ...move, feeIn: 10n, feeOut: 0n }]);
    expect(moveOf({ inputWithoutFee: 1_000n })).toEqual([{ ...move, feeIn: 0n, feeOut: 10n }]);
    expect(moveOf({ inputWithoutFee: 1_000n, feeMode: 2 })).toEqual([null]);
  });

  it('is what Meteora DLMM sends to itself: the bins, which may be below zero, and the fee', () => {
    const event = dlmmSwap({
      ...{ pool: address('pool'), xToY: true, bins: [-12, -15] as const },
      ...{ input: 1_000n, output: 700n, fee: 6n },
    });
    const builder = paid(swapping().outer(METEORA_DLMM.id, DLMM_ACCOUNTS, METEORA_SWAP)).inner(
      2,
      METEORA_DLMM.id,
      ['event authority'],
      Buffer.from(event).toString('hex'),
    );
    expect(movesOf(builder)).toEqual([
      { falls: true, before: -12, after: -15, liquidity: null, feeIn: 6n, feeOut: 0n },
    ]);
  });

  it('is unknown where the event is of another pool, of another length, does not fit, or is another program’s', () => {
    const direct = (): TransactionBuilder =>
      swapping().outer(ORCA_WHIRLPOOL.id, WHIRLPOOL_ACCOUNTS, WHIRLPOOL_SWAP);
    const whole = traded();
    for (const event of [
      traded({ pool: address('other pool') }),
      whole.subarray(1),
      whole.subarray(0, -1),
      Buffer.concat([whole, new Uint8Array(8)]),
      traded({ input: 1_011n }),
      traded({ output: 699n }),
    ])
      expect(movesOf(paid(direct().logs(event)))).toEqual([null]);
    expect(movesOf(paid(direct()))).toEqual([null]);
    const forger = paid(direct()).outer('forger', ['pool', ORCA_WHIRLPOOL.id], '01').logs(whole);
    expect(movesOf(forger)).toEqual([null]);
  });

  it('belongs to the swap of its call: two swaps in one pool have one each', () => {
    const call = (builder: TransactionBuilder, after: bigint): TransactionBuilder =>
      builder
        .inner(2, ORCA_WHIRLPOOL.id, WHIRLPOOL_ACCOUNTS, WHIRLPOOL_SWAP)
        .logs(traded({ after }))
        .transfer('trader.a', 'vault.a', 1_000n, { height: 3 })
        .transfer('vault.b', 'trader.b', 700n, { height: 3 });
    const builder = swapping().outer('wrapper', ['trader'], '01');
    const moves = movesOf(call(call(builder, 2n * Q64), Q64));
    expect(moves.map((move) => move?.after)).toEqual([2, 1]);
  });
});
