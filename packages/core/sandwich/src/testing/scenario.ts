import { type Attempt, type PoolEvent, SOL_MINT, type Swap, type Tip, type TokenLink } from '@tickscope/dex';
import type { BlockTrades } from '../model/sandwich.js';

/** Builds short sequences of swaps for tests, in pools whose true reserves are known. */
export const RAYDIUM_V4 = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
export const TOKEN = 'TokenB';
/** Fee of Raydium v4: 25 of 10,000 of the input, kept in the pool. */
const FEE = { parts: 25n, of: 10_000n };

/** A constant-product pool of SOL and a token that pays out by the program's own integer arithmetic. */
export class TruePool {
  sol: bigint;
  token: bigint;

  constructor(sol: bigint, token: bigint) {
    this.sol = sol;
    this.token = token;
  }

  buy(lamports: bigint): bigint {
    const out = paid(this.sol, this.token, lamports);
    this.sol += lamports;
    this.token -= out;
    return out;
  }

  sell(tokens: bigint): bigint {
    const out = paid(this.token, this.sol, tokens);
    this.token += tokens;
    this.sol -= out;
    return out;
  }
}

function paid(reserveIn: bigint, reserveOut: bigint, amountIn: bigint): bigint {
  const fee = (amountIn * FEE.parts + FEE.of - 1n) / FEE.of;
  const counted = amountIn - fee;
  return (reserveOut * counted) / (reserveIn + counted);
}

export interface SwapSketch {
  slot?: number;
  blockIndex?: number;
  trader?: string;
  /** `buy` pays SOL. */
  side: 'buy' | 'sell';
  paid: bigint;
  got: bigint;
  pool?: string;
  extra?: Partial<Swap>;
}

let nextIndex = 0;

/** A swap by a wallet that signs and pays for itself, between its own accounts, without fees by default. */
export function swapOf({
  slot = 100,
  blockIndex,
  trader = 'victim',
  side,
  paid,
  got,
  pool = 'pool',
  extra = {},
}: SwapSketch): Swap {
  const [mintIn, mintOut] = side === 'buy' ? [SOL_MINT, TOKEN] : [TOKEN, SOL_MINT];
  nextIndex += 1;
  return {
    slot,
    blockIndex: blockIndex ?? nextIndex,
    outerIndex: 0,
    innerIndex: null,
    partIndex: 0,
    feePayer: trader,
    signers: [trader],
    feeLamports: 0n,
    priorityFeeLamports: 0n,
    computeUnitPrice: null,
    jitoTipLamports: 0n,
    programId: RAYDIUM_V4,
    dexName: 'Raydium AMM v4',
    poolKind: 'constant_product',
    pool,
    mintIn,
    mintOut,
    poolIn: paid,
    poolOut: got,
    vaultIn: `${pool}.${mintIn}`,
    vaultOut: `${pool}.${mintOut}`,
    traderIn: paid,
    traderOut: got,
    trader,
    authority: trader,
    authoritySigned: true,
    source: account(trader, mintIn),
    destination: account(trader, mintOut),
    outerProgramId: RAYDIUM_V4,
    limit: null,
    routeLimit: null,
    priceMove: null,
    inferred: false,
    ...extra,
  };
}

export function account(owner: string, mint: string, name = `${owner}.${mint}`): Swap['source'] {
  return { account: name, owner, balanceBefore: null, balanceAfter: null };
}

export interface Events {
  swaps?: readonly Swap[];
  attempts?: readonly Attempt[];
  poolEvents?: readonly PoolEvent[];
  tokenLinks?: readonly TokenLink[];
  /** Beside those of the swaps' own transactions. */
  tips?: readonly Tip[];
}

/** Groups events into blocks, in order; slots without events are omitted. Two slots share one second. */
export function blocksOf({
  swaps = [],
  attempts = [],
  poolEvents = [],
  tokenLinks = [],
  tips = [],
}: Events): BlockTrades[] {
  const slots = new Set(
    [...swaps, ...attempts, ...poolEvents, ...tokenLinks, ...tips].map(({ slot }) => slot),
  );
  const at = <E extends { slot: number; blockIndex: number; outerIndex: number }>(
    events: readonly E[],
    slot: number,
  ): E[] =>
    events
      .filter((event) => event.slot === slot)
      .sort((a, b) => a.blockIndex - b.blockIndex || a.outerIndex - b.outerIndex);
  return [...slots]
    .sort((a, b) => a - b)
    .map((slot) => ({
      slot,
      blockTime: 1_700_000_000 + Math.floor(slot / 2),
      swaps: at(swaps, slot),
      attempts: at(attempts, slot),
      poolEvents: at(poolEvents, slot),
      tokenLinks: at(tokenLinks, slot),
      tips: [...tipsOfSwaps(swaps), ...tips].filter((tip) => tip.slot === slot),
    }));
}

/** The tips of swaps' transactions, once each, as `jitoTipLamports` has them. */
export function tipsOfSwaps(swaps: readonly Swap[]): Tip[] {
  const tips = new Map<string, Tip>();
  for (const { slot, blockIndex, feePayer, feeLamports, jitoTipLamports: lamports } of swaps)
    if (lamports !== 0n)
      tips.set(`${slot}.${blockIndex}`, {
        ...{ slot, blockIndex, feePayer, feeLamports, lamports },
        ...{ service: 'Jito', account: 'tip account', isAlone: false },
      });
  return [...tips.values()];
}

export function attemptOf(
  trader: string,
  slot: number,
  blockIndex: number,
  side: 'buy' | 'sell' | null,
): Attempt {
  const sketch = swapOf({ slot, blockIndex, trader, side: side ?? 'buy', paid: 1n, got: 1n });
  const { programId, dexName, poolKind, pool, mintIn, mintOut, authority, authoritySigned, outerProgramId } =
    sketch;
  return {
    slot,
    blockIndex,
    outerIndex: 0,
    innerIndex: null,
    partIndex: 0,
    feePayer: trader,
    signers: [trader],
    feeLamports: 5_000n,
    priorityFeeLamports: 0n,
    computeUnitPrice: null,
    jitoTipLamports: 0n,
    programId,
    dexName,
    poolKind,
    pool,
    mints: [mintIn, mintOut],
    direction: side === null ? null : { mintIn, mintOut },
    trader,
    authority,
    authoritySigned,
    outerProgramId,
  };
}

export function linkOf(
  from: { account: string; owner: string | null },
  to: { account: string; owner: string | null },
  position: { slot: number; blockIndex: number },
  extra: Partial<TokenLink> = {},
): TokenLink {
  return {
    ...position,
    outerIndex: 0,
    innerIndex: null,
    partIndex: 0,
    kind: 'transfer',
    mint: TOKEN,
    fromAccount: from.account,
    fromOwner: from.owner,
    toAccount: to.account,
    toOwner: to.owner,
    amount: 10n ** 18n,
    authority: from.owner ?? 'authority',
    authoritySigned: true,
    ...extra,
  };
}
