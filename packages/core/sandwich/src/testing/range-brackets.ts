import type { PriceMove, Swap } from '@tickscope/dex';
import { swapOf } from './scenario.js';
import { type RangeFill, rootAt, type TrueRange, TrueRangePool } from './true-range-pool.js';

/** How the liquidity of drawn pools lies. */
export interface RangeShape {
  /** Ticks of a range; null: one range without an end. */
  width: number | null;
  /** The largest factor between the liquidity of neighbouring ranges. */
  steepest: number;
  /** In millionths. */
  fees: readonly bigint[];
  /** The most trades of others between front and back. */
  most: number;
  /** Orca Whirlpool by default. */
  program?: Partial<Swap>;
  /** Which fields the program's events state; none by default. */
  events?: Stated;
}

/** The fields of Orca Whirlpool's, Raydium CLMM's, and Meteora DAMM v2's events. */
export type Stated = 'prices_and_fee' | 'price_and_liquidity' | 'price_and_fee' | 'nothing';

export interface DrawnVictim {
  swap: Swap;
  /** In `mintOut`: what it would have got more, or paid too much at its rate. */
  trueLoss: number;
}

export interface RangeBracket {
  swaps: Swap[];
  victims: DrawnVictim[];
  /** Whether the bracket's swaps used liquidity of more than one range. */
  leavesRange: boolean;
}

const WHIRLPOOL = {
  programId: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
  dexName: 'Orca Whirlpool',
  poolKind: 'concentrated',
} as const;

interface Trade {
  trader: string;
  side: 'buy' | 'sell';
  fixed: 'in' | 'out';
  amount: bigint;
}

/**
 * Draws a front, trades of others and a back that sells what the front bought, and plays them with and without the
 * attacker. Null if the pool does not hold enough.
 *
 * @param random uniform in 0..1
 */
export function drawBracket(random: () => number, shape: RangeShape): RangeBracket | null {
  const between = (low: number, high: number): number => low * (high / low) ** random();
  const start = Math.floor((random() - 0.5) * 40_000);
  const liquidity = between(1e11, 1e15);
  const pool = new TrueRangePool(
    rangesOf(random, shape, start, liquidity),
    rootAt(start),
    shape.fees[Math.floor(random() * shape.fees.length)]!,
  );
  // Amounts as shares of the virtual reserves: the price moves by about twice as much.
  const root = Number(pool.root) / 2 ** 64;
  const amountOf = (side: 'buy' | 'sell', fixed: 'in' | 'out', share: number): bigint =>
    BigInt(Math.ceil(share * ((side === 'buy') === (fixed === 'in') ? liquidity / root : liquidity * root)));
  const size = between(0.000_3, 0.03);
  const trades: Trade[] = [];
  const count = 1 + Math.floor(random() * shape.most);
  for (let at = 0; at < count; at += 1) {
    const side = at === 0 || random() < 0.7 ? 'buy' : 'sell';
    const fixed = random() < 0.8 ? 'in' : 'out';
    trades.push({
      trader: `other ${at}`,
      side,
      fixed,
      amount: amountOf(side, fixed, size * between(0.1, 4)),
    });
  }
  const front: Trade = { trader: 'mallory', side: 'buy', fixed: 'in', amount: amountOf('buy', 'in', size) };
  return play(pool, front, trades, shape.program ?? WHIRLPOOL, shape.events ?? 'nothing');
}

function rangesOf(
  random: () => number,
  { width, steepest }: RangeShape,
  start: number,
  liquidity: number,
): TrueRange[] {
  const ranges: TrueRange[] = [];
  let here = liquidity;
  let end = start;
  for (let count = 0; count < 200; count += 1) {
    end = width === null ? -400_000 : end - Math.ceil((count === 0 ? random() : 1) * width);
    ranges.push({ lowest: rootAt(end), liquidity: BigInt(Math.ceil(here)) });
    if (width === null) break;
    here *= steepest ** (2 * random() - 1);
  }
  return ranges;
}

function play(
  pool: TrueRangePool,
  front: Trade,
  trades: readonly Trade[],
  program: Partial<Swap>,
  events: Stated,
): RangeBracket | null {
  const without = pool.copy();
  const bracket: RangeBracket = { swaps: [], victims: [], leavesRange: false };
  const first = rangeOf(pool);
  const send = (trade: Trade): Swap | null => {
    const before = pool.root;
    const fill = fillOf(pool, trade);
    if (fill === null || fill.got === 0n) return null;
    if (rangeOf(pool) !== first) bracket.leavesRange = true;
    const { trader, side, fixed } = trade;
    const swap = swapOf({
      ...{ trader, side, paid: fill.paid, got: fill.got, blockIndex: bracket.swaps.length },
      extra: {
        ...program,
        priceMove: moveOf(pool, trade.side === 'buy', before, fill, events),
        limit:
          fixed === 'in' ? { kind: 'least_out', amount: 2n } : { kind: 'most_in', amount: fill.paid * 2n },
      },
    });
    bracket.swaps.push(swap);
    return swap;
  };
  const opened = send(front);
  if (opened === null) return null;
  for (const trade of trades) {
    const swap = send(trade);
    const clean = fillOf(without, trade);
    if (swap === null || clean === null) return null;
    const trueLoss =
      trade.fixed === 'in'
        ? Number(clean.got - swap.poolOut)
        : (Number(swap.poolIn - clean.paid) * Number(swap.poolOut)) / Number(swap.poolIn);
    if (trade.side === 'buy') bracket.victims.push({ swap, trueLoss });
  }
  return send({ ...front, side: 'sell', amount: opened.poolOut }) === null ? null : bracket;
}

function moveOf(
  pool: TrueRangePool,
  falls: boolean,
  before: bigint,
  { fee }: RangeFill,
  events: Stated,
): PriceMove | null {
  if (events === 'nothing') return null;
  const rootOf = (root: bigint): number => Number(root) / 2 ** 64;
  return {
    falls,
    before: events === 'prices_and_fee' ? rootOf(before) : null,
    after: rootOf(pool.root),
    liquidity: events === 'price_and_liquidity' ? Number(pool.liquidity) : null,
    feeIn: events === 'price_and_liquidity' ? null : fee,
    feeOut: 0n,
  };
}

function fillOf(pool: TrueRangePool, { side, fixed, amount }: Trade): RangeFill | null {
  return side === 'buy' ? pool.sellA(fixed, amount) : pool.sellB(fixed, amount);
}

function rangeOf({ ranges, root }: TrueRangePool): number {
  return ranges.findIndex(({ lowest }) => lowest < root);
}
