import type {
  Attempt,
  PoolEvent,
  PoolEventKind,
  PoolKind,
  PriceMove,
  RouteLimit,
  Swap,
  SwapLimit,
  Tip,
  TokenLink,
  TokenLinkKind,
  TradesOfBlock,
} from '@tickscope/dex';
import { innerIndex, type PositionColumns, toPosition } from '../instruction-position.js';

export function emptyBlock({ slot, blockTime }: { slot: number; blockTime: number | null }): TradesOfBlock {
  return { slot, blockTime, swaps: [], attempts: [], poolEvents: [], tokenLinks: [], tips: [] };
}

/**
 * Row of read-swaps.sql: a swap, or an attempt if `success` is false. Authority, signer and owners are empty if equal
 * to the trader; the outer program is empty if equal to the pool's; the aggregator if equal to the outer program; the mint
 * of its limit if equal to the swap's on that side.
 */
type SwapRow = [
  success: boolean,
  ...position: PositionColumns,
  pool: string,
  programId: string,
  dexName: string,
  poolKind: PoolKind,
  mintIn: string | null,
  mintOut: string | null,
  mints: string[],
  poolIn: string,
  poolOut: string,
  traderIn: string,
  traderOut: string,
  trader: string,
  authority: string,
  authoritySigned: boolean,
  signer: string,
  otherSigners: string[],
  sourceAccount: string | null,
  sourceOwner: string | null,
  sourceBefore: string | null,
  sourceAfter: string | null,
  destinationAccount: string | null,
  destinationOwner: string | null,
  destinationBefore: string | null,
  destinationAfter: string | null,
  vaultIn: string | null,
  vaultOut: string | null,
  outerProgram: string,
  fee: string,
  priorityFee: string | null,
  computeUnitPrice: string | null,
  jitoTip: string | null,
  inferred: boolean,
  leastOut: string | null,
  mostIn: string | null,
  routeProgram: string | null,
  routeInnerIndex: number | null,
  routeMint: string | null,
  routeLeastOut: string | null,
  routeMostIn: string | null,
  routeQuoted: string | null,
  routeMoved: string | null,
  curveFalls: boolean,
  curveBefore: number | null,
  curveAfter: number | null,
  curveLiquidity: number | null,
  curveFeeIn: string | null,
  curveFeeOut: string | null,
];

/** Row of read-pool-events.sql. */
type PoolEventRow = [
  ...position: PositionColumns,
  pool: string,
  programId: string,
  dexName: string,
  poolKind: PoolKind,
  kind: PoolEventKind,
  amounts: [mint: string, amount: string][],
  actor: string,
  signer: string,
  otherSigners: string[],
];

/** Row of read-token-links.sql. The authority is empty if it is the owner of the source. */
type TokenLinkRow = [
  ...position: PositionColumns,
  kind: TokenLinkKind,
  mint: string,
  fromAccount: string,
  fromOwner: string | null,
  toAccount: string,
  toOwner: string | null,
  amount: string | null,
  authority: string,
  authoritySigned: boolean,
];

/** Interns strings: the same few addresses occur in every row and are compared constantly. */
function sharedTexts(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first === undefined) known.set(text, text);
    return first ?? text;
  };
}

function amountOrNull(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

/** Expands an empty address to its usual value. */
function addressOr(usual: string, text: string, shared: (text: string) => string): string {
  return text === '' ? usual : shared(text);
}

/**
 * The common fields of swaps and attempts. Does not spread objects: with this many fields, that would dominate the run
 * time.
 */
function toTrade(row: SwapRow, shared: (text: string) => string) {
  const trader = shared(row[17]);
  const feePayer = addressOr(trader, row[20], shared);
  const programId = shared(row[7]);
  const { slot, blockIndex, outerIndex, innerIndex, partIndex } = toPosition([
    row[1],
    row[2],
    row[3],
    row[4],
    row[5],
  ]);
  return {
    slot,
    blockIndex,
    outerIndex,
    innerIndex,
    partIndex,
    feePayer,
    signers: [feePayer, ...row[21].map(shared)],
    feeLamports: BigInt(row[33]),
    priorityFeeLamports: amountOrNull(row[34]),
    computeUnitPrice: amountOrNull(row[35]),
    jitoTipLamports: amountOrNull(row[36]),
    programId,
    dexName: row[8],
    poolKind: row[9],
    pool: shared(row[6]),
    trader,
    authority: addressOr(trader, row[18], shared),
    authoritySigned: row[19],
    outerProgramId: addressOr(programId, row[32], shared),
  };
}

function toSwap(row: SwapRow, shared: (text: string) => string): Swap {
  const trade = toTrade(row, shared);
  const ownerOf = (text: string | null): string | null =>
    text === null ? null : addressOr(trade.trader, text, shared);
  return Object.assign(trade, {
    mintIn: shared(row[10]!),
    mintOut: shared(row[11]!),
    poolIn: BigInt(row[13]),
    poolOut: BigInt(row[14]),
    traderIn: BigInt(row[15]),
    traderOut: BigInt(row[16]),
    source: {
      account: row[22],
      owner: ownerOf(row[23]),
      balanceBefore: amountOrNull(row[24]),
      balanceAfter: amountOrNull(row[25]),
    },
    destination: {
      account: row[26],
      owner: ownerOf(row[27]),
      balanceBefore: amountOrNull(row[28]),
      balanceAfter: amountOrNull(row[29]),
    },
    vaultIn: shared(row[30]!),
    vaultOut: shared(row[31]!),
    limit: toLimit(row[38], row[39]),
    routeLimit: toRouteLimit(row, trade.outerProgramId, shared),
    priceMove: toPriceMove(row),
    inferred: row[37],
  });
}

/** At most one of the two is set. */
function toLimit(leastOut: string | null, mostIn: string | null): SwapLimit | null {
  if (leastOut !== null) return { kind: 'least_out', amount: BigInt(leastOut) };
  return mostIn === null ? null : { kind: 'most_in', amount: BigInt(mostIn) };
}

function toRouteLimit(
  row: SwapRow,
  outerProgramId: string,
  shared: (text: string) => string,
): RouteLimit | null {
  const [program, inner, mint] = [row[40], row[41], row[42]];
  const limit = toLimit(row[43], row[44]);
  if (program === null || inner === null || limit === null) return null;
  const mintOfSwap = limit.kind === 'least_out' ? row[11]! : row[10]!;
  return {
    ...limit,
    programId: addressOr(outerProgramId, program, shared),
    outerIndex: row[3],
    innerIndex: innerIndex(inner),
    mint: mint === null ? null : shared(mint === '' ? mintOfSwap : mint),
    quoted: amountOrNull(row[45]),
    moved: amountOrNull(row[46]),
  };
}

function toPriceMove(row: SwapRow): PriceMove | null {
  const after = row[49];
  if (after === null) return null;
  return {
    falls: row[47],
    before: row[48],
    after,
    liquidity: row[50],
    feeIn: amountOrNull(row[51]),
    feeOut: amountOrNull(row[52]),
  };
}

function toAttempt(row: SwapRow, shared: (text: string) => string): Attempt {
  const [mintIn, mintOut] = [row[10], row[11]];
  return Object.assign(toTrade(row, shared), {
    mints: row[12],
    direction: mintIn === null || mintOut === null ? null : { mintIn, mintOut },
  });
}

/** Rows of read-swaps.sql. */
export function toTrades(rows: readonly SwapRow[]): (Swap | Attempt)[] {
  const shared = sharedTexts();
  return rows.map((row) => (row[0] ? toSwap(row, shared) : toAttempt(row, shared)));
}

export function isSwap(trade: Swap | Attempt): trade is Swap {
  return 'traderIn' in trade;
}

export function toPoolEvent(row: PoolEventRow): PoolEvent {
  const [slot, blockIndex, outer, inner, part, pool, programId, dexName, poolKind, kind] = row;
  return {
    ...toPosition([slot, blockIndex, outer, inner, part]),
    pool,
    programId,
    dexName,
    poolKind,
    kind,
    amounts: row[10].map(([mint, amount]) => ({ mint, amount: BigInt(amount) })),
    actor: row[11],
    feePayer: row[12],
    signers: [row[12], ...row[13]],
  };
}

export function toTokenLink(row: TokenLinkRow): TokenLink {
  const [slot, blockIndex, outer, inner, part, kind, mint] = row;
  return {
    ...toPosition([slot, blockIndex, outer, inner, part]),
    kind,
    mint,
    fromAccount: row[7],
    fromOwner: row[8],
    toAccount: row[9],
    toOwner: row[10],
    amount: amountOrNull(row[11]),
    authority: row[12] === '' ? (row[8] ?? '') : row[12],
    authoritySigned: row[13],
  };
}

/** Row of read-tips.sql. */
type TipRow = [
  slot: string,
  blockIndex: number,
  account: string,
  service: string,
  lamports: string | null,
  signer: string,
  fee: string | null,
  isAlone: boolean,
];

export function toTip([slot, blockIndex, account, service, lamports, feePayer, fee, isAlone]: TipRow): Tip {
  return {
    ...{ slot: Number(slot), blockIndex, feePayer, feeLamports: amountOrNull(fee) },
    ...{ service, account, lamports: amountOrNull(lamports), isAlone },
  };
}
