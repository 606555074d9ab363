import type {
  Attempt,
  PoolEvent,
  PoolEventKind,
  PoolKind,
  Swap,
  TokenLink,
  TokenLinkKind,
  TradesOfBlock,
} from '@tickscope/dex';
import type { ClickHouseClient } from '../client.js';
import { type PositionColumns, toPosition } from '../instruction-position.js';
import { queryRows } from '../query.js';
import { sqlFile } from '../sql-file.js';

const READ_BLOCKS = sqlFile(import.meta.url, './read-blocks.sql');
const READ_SWAPS = sqlFile(import.meta.url, './read-swaps.sql');
const READ_POOL_EVENTS = sqlFile(import.meta.url, './read-pool-events.sql');
const READ_TOKEN_LINKS = sqlFile(import.meta.url, './read-token-links.sql');

export interface TradesOf {
  fromSlot: number;
  /** Inclusive. */
  toSlot: number;
  /** Base58; without it all pools. Token links are then those of the mints that these pools swapped. */
  pools?: readonly string[];
}

export interface TradesRange extends TradesOf {
  timeoutMs: number;
  signal?: AbortSignal;
  logComment?: string;
}

/** Runs a read by its name, as `queryRows` does; with what deadline is the caller's. */
export type NamedRead = <Row extends readonly unknown[]>(
  name: string,
  sql: string,
  params: Record<string, unknown>,
) => Promise<Row[]>;

/**
 * The DEX events of every stored block of a slot range, as `extractBlockTrades` gave them when the block was written;
 * blocks without trades too. In memory: choose ranges of up to about a thousand slots for all pools.
 */
export async function readTrades(client: ClickHouseClient, range: TradesRange): Promise<TradesOfBlock[]> {
  const { timeoutMs, signal, logComment, ...trades } = range;
  const options = {
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
    ...(logComment === undefined ? {} : { logComment }),
  };
  return readTradesWith((_name, sql, params) => queryRows(client, sql, { params, ...options }), trades);
}

/** As `readTrades`, by a caller's own way to ask. */
export async function readTradesWith(read: NamedRead, range: TradesOf): Promise<TradesOfBlock[]> {
  const { fromSlot, toSlot, pools = [] } = range;
  const slots = { from_slot: fromSlot, to_slot: toSlot };
  const [blockRows, swapRows, eventRows] = await Promise.all([
    read<[string, number | null]>('read-blocks', READ_BLOCKS, slots),
    read<SwapRow>('read-swaps', READ_SWAPS, { ...slots, pools }),
    read<PoolEventRow>('read-pool-events', READ_POOL_EVENTS, { ...slots, pools }),
  ]);
  const blocks = new Map<number, TradesOfBlock>();
  for (const [slotText, blockTime] of blockRows) {
    const slot = Number(slotText);
    blocks.set(slot, { slot, blockTime, swaps: [], attempts: [], poolEvents: [], tokenLinks: [] });
  }
  const mints = new Set<string>();
  const readText = sharedTexts();
  for (const row of swapRows) {
    const block = blocks.get(Number(row[1]));
    // Rows of a block that is being written, or whose writer died: not there yet.
    if (block === undefined) continue;
    if (row[0]) {
      const swap = toSwap(row, readText);
      mints.add(swap.mintIn).add(swap.mintOut);
      block.swaps.push(swap);
    } else block.attempts.push(toAttempt(row, readText));
  }
  for (const row of eventRows) blocks.get(Number(row[0]))?.poolEvents.push(toPoolEvent(row));
  const ofMints = pools.length === 0 ? [] : [...mints];
  if (mints.size > 0) {
    const params = { ...slots, mints: ofMints };
    const linkRows = await read<TokenLinkRow>('read-token-links', READ_TOKEN_LINKS, params);
    for (const row of linkRows) blocks.get(Number(row[0]))?.tokenLinks.push(toTokenLink(row));
  }
  return [...blocks.values()];
}

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
];

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

/** Gives one object for equal texts: the same few addresses come in every row, and are compared all the time. */
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

/** What swaps and attempts share. */
function toTrade(row: SwapRow, shared: (text: string) => string) {
  const feePayer = shared(row[20]);
  return {
    ...toPosition([row[1], row[2], row[3], row[4], row[5]]),
    feePayer,
    signers: [feePayer, ...row[21].map(shared)],
    feeLamports: BigInt(row[33]),
    priorityFeeLamports: amountOrNull(row[34]),
    computeUnitPrice: amountOrNull(row[35]),
    jitoTipLamports: amountOrNull(row[36]),
    programId: shared(row[7]),
    dexName: row[8],
    poolKind: row[9],
    pool: shared(row[6]),
    trader: shared(row[17]),
    authority: shared(row[18]),
    authoritySigned: row[19],
    outerProgramId: shared(row[32]),
  };
}

function toSwap(row: SwapRow, shared: (text: string) => string): Swap {
  return {
    ...toTrade(row, shared),
    mintIn: shared(row[10]!),
    mintOut: shared(row[11]!),
    poolIn: BigInt(row[13]),
    poolOut: BigInt(row[14]),
    traderIn: BigInt(row[15]),
    traderOut: BigInt(row[16]),
    source: {
      account: row[22],
      owner: row[23],
      balanceBefore: amountOrNull(row[24]),
      balanceAfter: amountOrNull(row[25]),
    },
    destination: {
      account: row[26],
      owner: row[27],
      balanceBefore: amountOrNull(row[28]),
      balanceAfter: amountOrNull(row[29]),
    },
    vaultIn: shared(row[30]!),
    vaultOut: shared(row[31]!),
  };
}

function toAttempt(row: SwapRow, shared: (text: string) => string): Attempt {
  const [mintIn, mintOut] = [row[10], row[11]];
  return {
    ...toTrade(row, shared),
    mints: row[12],
    direction: mintIn === null || mintOut === null ? null : { mintIn, mintOut },
  };
}

function toPoolEvent(row: PoolEventRow): PoolEvent {
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

function toTokenLink(row: TokenLinkRow): TokenLink {
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
    authority: row[12],
    authoritySigned: row[13],
  };
}
