import type { Attempt, PoolEvent, Swap, TokenLink } from '@tickscope/dex';
import fc from 'fast-check';
import type { BlockTrades } from '../model/sandwich.js';
import { account, attemptOf, linkOf, swapOf, TOKEN, tipsOfSwaps } from './scenario.js';

/**
 * Small, dense chains in which nearly everything the detector handles occurs: few wallets, few amounts, few pools. For
 * property tests.
 */
const WALLETS = ['ann', 'bob', 'cat', 'dan', 'eve'];
const AMOUNTS = [1_000n, 1_000n, 1_000n, 1_001n, 2_000n, 1_400n, 600n, 5n];
const PRIVATE = 'PrivateProgram';

interface Happening {
  kind: number;
  wallet: number;
  other: number;
  pool: number;
  amount: number;
  price: number;
  isBuy: boolean;
  style: number;
}

const happening: fc.Arbitrary<Happening> = fc.record({
  kind: fc.integer({ min: 0, max: 19 }),
  wallet: fc.integer({ min: 0, max: WALLETS.length - 1 }),
  other: fc.integer({ min: 0, max: WALLETS.length - 1 }),
  pool: fc.integer({ min: 0, max: 2 }),
  amount: fc.integer({ min: 0, max: AMOUNTS.length - 1 }),
  price: fc.integer({ min: 95, max: 105 }),
  isBuy: fc.boolean(),
  style: fc.integer({ min: 0, max: 15 }),
});

/** Slots with gaps between them. */
export function randomBlocks(slots: number, busiest = 8): fc.Arbitrary<BlockTrades[]> {
  return fc
    .array(
      fc.record({
        gap: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 5, 19, 20, 21, 45),
        events: fc.array(happening, { maxLength: busiest, size: 'max' }),
      }),
      {
        minLength: 1,
        maxLength: slots,
        size: 'max',
      },
    )
    .map((rows) => {
      let slot = 1_000;
      return rows.map(({ gap, events }, at) => {
        slot += gap;
        return blockOf(slot, at % 7 === 3 ? null : 1_700_000_000 + slot, events);
      });
    });
}

function blockOf(slot: number, blockTime: number | null, events: readonly Happening[]): BlockTrades {
  const swaps: Swap[] = [];
  const attempts: Attempt[] = [];
  const poolEvents: PoolEvent[] = [];
  const tokenLinks: TokenLink[] = [];
  events.forEach((event, blockIndex) => {
    const position = { slot, blockIndex };
    const wallet = WALLETS[event.wallet]!;
    const other = WALLETS[event.other]!;
    if (event.kind === 0) attempts.push(attemptOf(wallet, slot, blockIndex, event.isBuy ? 'buy' : 'sell'));
    else if (event.kind === 1)
      tokenLinks.push(
        linkOf(
          { account: `${wallet}.${TOKEN}`, owner: wallet },
          { account: `${other}.${TOKEN}`, owner: other },
          position,
          { amount: AMOUNTS[event.amount]! },
        ),
      );
    else if (event.kind === 2 && event.style < 4) poolEvents.push(poolEventOf(event, position, wallet));
    else swaps.push(tradeOf(event, position, wallet, other));
  });
  return { slot, blockTime, swaps, attempts, poolEvents, tokenLinks, tips: tipsOfSwaps(swaps) };
}

function tradeOf(
  { amount, price, isBuy, style, pool }: Happening,
  position: { slot: number; blockIndex: number },
  trader: string,
  other: string,
): Swap {
  const tokens = AMOUNTS[amount]!;
  const lamports = (tokens * BigInt(price)) / 100n;
  const extra: Partial<Swap> =
    style === 0
      ? { feePayer: other, signers: [other, trader] }
      : style === 1
        ? { destination: account(other, 'any', `${other}.${isBuy ? TOKEN : 'sol'}`) }
        : style === 2
          ? { outerProgramId: PRIVATE }
          : style === 3
            ? { authority: 'pda', authoritySigned: false, feePayer: other, trader: other, signers: [other] }
            : style === 4
              ? { computeUnitPrice: 7n, priorityFeeLamports: 3n }
              : {};
  return swapOf({
    ...position,
    trader,
    pool: `pool ${pool}`,
    side: isBuy ? 'buy' : 'sell',
    paid: isBuy ? lamports : tokens,
    got: isBuy ? tokens : lamports,
    extra,
  });
}

function poolEventOf(
  { pool, style }: Happening,
  position: { slot: number; blockIndex: number },
  actor: string,
): PoolEvent {
  const like = swapOf({ ...position, trader: actor, side: 'buy', paid: 1n, got: 1n, pool: `pool ${pool}` });
  const { programId, dexName, poolKind, feePayer, signers } = like;
  return {
    ...position,
    outerIndex: 0,
    innerIndex: null,
    partIndex: 0,
    feePayer,
    signers,
    programId,
    dexName,
    poolKind,
    pool: like.pool,
    kind: style === 0 ? 'created' : style === 1 ? 'liquidity_added' : 'liquidity_removed',
    amounts: [],
    actor,
  };
}
