import type { PriceMove, Swap } from '@tickscope/dex';
import { rootAt, TrueRangePool } from './true-range-pool.js';

/**
 * Pools in whole numbers, each as its program computes, written from the published arithmetic. They share nothing with
 * the detector, whose losses are compared with a second run of the pool in which the attacker never traded.
 */
export interface PoolOfKind {
  program: Pick<Swap, 'programId' | 'dexName' | 'poolKind'>;
  /** SOL for tokens, or tokens for SOL; amounts are those of the pool's vaults. */
  swap(side: 'buy' | 'sell', paid: bigint): { got: bigint; priceMove: PriceMove | null };
}

const ceil = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

/** x·y = k, with a fee in millionths of the input that stays in the reserves. */
function constantProduct(
  program: PoolOfKind['program'],
  sol: bigint,
  tokens: bigint,
  fee: bigint,
): PoolOfKind {
  const reserve = { sol, tokens };
  return {
    program,
    swap(side, paid) {
      const [into, from]: ['sol' | 'tokens', 'sol' | 'tokens'] =
        side === 'buy' ? ['sol', 'tokens'] : ['tokens', 'sol'];
      const net = paid - ceil(paid * fee, 1_000_000n);
      const got = (reserve[from] * net) / (reserve[into] + net);
      reserve[into] += paid;
      reserve[from] -= got;
      return { got, priceMove: null };
    },
  };
}

const concentrated = (programId: string, dexName: string): PoolOfKind['program'] => ({
  programId,
  dexName,
  poolKind: 'concentrated',
});

/** SOL is the first token: a buy lowers the price. */
function ranges(
  program: PoolOfKind['program'],
  pool: TrueRangePool,
  moveOf: (before: bigint, fee: bigint) => Pick<PriceMove, 'before' | 'liquidity' | 'feeIn'>,
): PoolOfKind {
  return {
    program,
    swap(side, paid) {
      const before = pool.root;
      const fill = side === 'buy' ? pool.sellA('in', paid) : pool.sellB('in', paid);
      if (fill === null || fill.paid !== paid) throw new Error('the pool does not hold enough');
      const priceMove = {
        ...{ falls: side === 'buy', after: Number(pool.root) / 2 ** 64, feeOut: 0n },
        ...moveOf(before, fill.fee),
      };
      return { got: fill.got, priceMove };
    },
  };
}

/** Ranges of 200 ticks around a price of two tokens a SOL, in the smallest units. */
function manyRanges(fee: bigint): TrueRangePool {
  const at = 6_931;
  const around = [450, 250, 50, -150, -350, -4_000].map((ticks, index) => ({
    lowest: rootAt(at + ticks),
    liquidity: 10n ** 11n * BigInt(3 + ((index * 7) % 5)),
  }));
  return new TrueRangePool(around, rootAt(at) + 12_345n, fee);
}

const numberOf = (root: bigint): number => Number(root) / 2 ** 64;

/** One range of liquidity; the fee, in millionths, is taken from the output. */
function feeOfOutput(program: PoolOfKind['program'], liquidity: bigint, fee: bigint): PoolOfKind {
  const pool = new TrueRangePool([{ lowest: rootAt(-400_000), liquidity }], rootAt(6_931), 0n);
  return {
    program,
    swap(side, paid) {
      const { got } = (side === 'buy' ? pool.sellA('in', paid) : pool.sellB('in', paid))!;
      const feeOut = ceil(got * fee, 1_000_000n);
      const after = numberOf(pool.root);
      return {
        got: got - feeOut,
        priceMove: { falls: side === 'buy', before: null, after, liquidity: null, feeIn: 0n, feeOut },
      };
    },
  };
}

/** Bins of one price each, with a fee in millionths of the input. SOL is the first token: a buy lowers the bin. */
function bins(program: PoolOfKind['program'], first: number, step: number, fee: bigint): PoolOfKind {
  let active = first;
  const SCALE = 10n ** 24n;
  const priceOf = (bin: number): bigint => BigInt(Math.round((1 + step / 10_000) ** bin * 1e12)) * 10n ** 12n;
  const held = new Map<number, { sol: bigint; tokens: bigint }>();
  const binAt = (bin: number): { sol: bigint; tokens: bigint } => {
    const size = 10n ** 8n * BigInt(24 + (Math.abs(bin) % 3));
    const known = held.get(bin) ?? {
      sol: bin >= first ? size : 0n,
      tokens: bin <= first ? (size * priceOf(bin)) / SCALE : 0n,
    };
    held.set(bin, known);
    return known;
  };
  return {
    program,
    swap(side, paid) {
      const [before, way] = [active, side === 'buy' ? -1 : 1];
      let [left, got, fees] = [paid, 0n, 0n];
      for (;;) {
        const bin = binAt(active);
        const price = priceOf(active);
        const room = side === 'buy' ? ceil(bin.tokens * SCALE, price) : ceil(bin.sol * price, SCALE);
        const net = left - ceil(left * fee, 1_000_000n);
        const isLast = net <= room;
        const moved = isLast ? net : room;
        const out = side === 'buy' ? (moved * price) / SCALE : (moved * SCALE) / price;
        const taken = isLast ? left : room + ceil(room * fee, 1_000_000n - fee);
        const given = side === 'buy' ? (out < bin.tokens ? out : bin.tokens) : out < bin.sol ? out : bin.sol;
        fees += taken - moved;
        got += given;
        left -= taken;
        bin.sol += side === 'buy' ? moved : -given;
        bin.tokens += side === 'buy' ? -given : moved;
        if (isLast) break;
        active += way;
      }
      const priceMove = {
        falls: side === 'buy',
        before,
        after: active,
        liquidity: null,
        feeIn: fees,
        feeOut: 0n,
      };
      return { got, priceMove };
    },
  };
}

/** Pools of every kind whose losses are known, each a new one at every call. */
export const POOLS_OF_KINDS: Readonly<Record<string, () => PoolOfKind>> = {
  'Raydium AMM v4': () =>
    constantProduct(
      {
        programId: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
        dexName: 'Raydium AMM v4',
        poolKind: 'constant_product',
      },
      ...([400_000_000_000n, 9_000_000_000_000n, 2_500n] as const),
    ),
  'Raydium CPMM': () =>
    constantProduct(
      {
        programId: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
        dexName: 'Raydium CPMM',
        poolKind: 'constant_product',
      },
      ...([400_000_000_000n, 9_000_000_000_000n, 2_500n] as const),
    ),
  PumpSwap: () =>
    constantProduct(
      {
        programId: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
        dexName: 'PumpSwap',
        poolKind: 'constant_product',
      },
      ...([400_000_000_000n, 9_000_000_000_000n, 2_000n] as const),
    ),
  'Pump.fun': () =>
    constantProduct(
      {
        programId: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
        dexName: 'Pump.fun',
        poolKind: 'bonding_curve',
      },
      ...([30_000_000_000n, 1_073_000_000_000_000n, 0n] as const),
    ),
  'Orca Whirlpool': () =>
    ranges(
      concentrated('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 'Orca Whirlpool'),
      manyRanges(3_000n),
      (before, feeIn) => ({ before: numberOf(before), liquidity: null, feeIn }),
    ),
  'Raydium CLMM': () => {
    const pool = manyRanges(2_500n);
    return ranges(
      concentrated('CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', 'Raydium CLMM'),
      pool,
      (_, feeIn) => ({ before: null, liquidity: Number(pool.liquidity), feeIn }),
    );
  },
  'Meteora DAMM v2': () =>
    feeOfOutput(
      {
        programId: 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
        dexName: 'Meteora DAMM v2',
        poolKind: 'constant_product',
      },
      3n * 10n ** 11n,
      4_000n,
    ),
  'Meteora DLMM': () =>
    bins(
      {
        programId: 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
        dexName: 'Meteora DLMM',
        poolKind: 'bins',
      },
      ...([347, 20, 100n] as const),
    ),
};
