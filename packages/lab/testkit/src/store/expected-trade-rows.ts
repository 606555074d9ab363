import type { Block } from '@tickscope/chain';
import {
  type Attempt,
  extractTrades,
  type InstructionPosition,
  type PriceMove,
  type Swap,
  type SwapAccount,
  type SwapLimit,
  type TokenLink,
  type TransactionTrades,
} from '@tickscope/dex';
import bs58 from 'bs58';
import { tipRows } from './expected-tip-rows.js';
import type { Row, Rows, Value } from './row.js';

const text = (value: number | bigint | boolean | string | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);
const key = (address: string | null): string | null =>
  address === null ? null : Buffer.from(bs58.decode(address)).toString('hex');

/** The position columns that every table of trades has. */
type Head = Record<'slot' | 'block_index' | 'outer_index' | 'inner_index' | 'part_index', string | null>;

/**
 * Adds the expected rows of a block's trades, written as text from what `@tickscope/dex` extracts of each transaction
 * (which its own tests compare with balances). Returns each transaction's `markets`.
 */
export function addTradeRows(rows: Rows, block: Block, ticks: readonly (number | undefined)[]): Value[][] {
  const version = {
    entries_only: 1,
    no_entries: block.hasMeta ? 11 : 2,
    full: block.hasMeta ? 13 : 4,
  }[block.content];
  const links: TokenLink[] = [];
  const markets: Value[][] = [];
  for (const tx of block.transactions) {
    const found = extractTrades(block.slot, tx);
    const common = {
      block_time: text(block.blockTime),
      signature: Buffer.from(tx.signatures[0]!).toString('hex'),
      version: text(version),
    };
    // The transaction of a swap has its signature, and so has the swap's row in the order of traders.
    const { signature: _, ...ofSwap } = common;
    const tick = text(ticks[tx.index]);
    const swaps = [...found.swaps, ...found.inferred].sort(inOrder);
    const trades = [...swaps, ...found.attempts];
    for (const trade of trades) {
      const place = { ...positionColumns(trade), poh_tick: tick };
      const row = 'direction' in trade ? attemptRow(trade) : swapRow(trade);
      rows.swaps.push({ ...ofSwap, ...place, ...row });
      rows.swaps_by_trader.push({ ...common, ...place, ...traderRow(trade) });
    }
    for (const event of found.poolEvents)
      rows.pool_events.push({
        ...common,
        ...positionColumns(event),
        pool: key(event.pool),
        kind: event.kind,
        program_id: key(event.programId),
        dex_name: event.dexName,
        pool_kind: event.poolKind,
        amounts: event.amounts.map(({ mint, amount }) => [key(mint), String(amount)]),
        actor: key(event.actor),
        signer: key(event.feePayer),
        other_signers: event.signers.slice(1).map(key),
      });
    addFillRows(rows, found, common, tick);
    const isAlone = swaps.length + found.fills.length === 0;
    rows.tips.push(...tipRows(block, tx, { isAlone, version }));
    links.push(...found.tokenLinks);
    markets.push(
      trades.map((trade) => [
        key(trade.pool),
        key(trade.programId),
        ('mints' in trade ? trade.mints : [trade.mintIn, trade.mintOut]).map(key),
      ]),
    );
  }
  for (const link of links)
    if (link.mint !== null)
      rows.token_links.push({
        ...positionColumns(link),
        mint: key(link.mint),
        kind: link.kind,
        from_account: key(link.fromAccount),
        from_owner: key(link.fromOwner),
        to_account: key(link.toAccount),
        to_owner: key(link.toOwner),
        amount: text(link.amount),
        authority: link.authority === link.fromOwner ? '00'.repeat(32) : key(link.authority),
        authority_signed: text(link.authoritySigned),
        version: text(version),
      });
  return markets;
}

/** Rows of what has no pool: fills, rebates and unknown frames. */
function addFillRows(rows: Rows, found: TransactionTrades, common: Row, tick: Value): void {
  for (const fill of found.fills)
    rows.fills.push({
      ...common,
      ...positionColumns(fill),
      poh_tick: tick,
      taker: key(fill.taker),
      program_id: key(fill.programId),
      dex_name: fill.dexName,
      taker_signed: text(fill.takerSigned),
      market: key(fill.market),
      maker: key(fill.maker),
      mint_in: key(fill.mintIn),
      mint_out: key(fill.mintOut),
      maker_in: text(fill.makerIn),
      maker_out: text(fill.makerOut),
      taker_in: text(fill.takerIn),
      taker_out: text(fill.takerOut),
      ...sideColumns('source', fill.source),
      ...sideColumns('destination', fill.destination),
      ...transactionColumns(fill),
    });
  for (const rebate of found.rebates)
    rows.rebates.push({
      ...common,
      ...positionColumns(rebate),
      wallet: key(rebate.wallet),
      program_id: key(rebate.programId),
      dex_name: rebate.dexName,
      mint: key(rebate.mint),
      amount: text(rebate.amount),
    });
  for (const frame of found.unknownFrames)
    rows.unknown_frames.push({
      ...common,
      ...positionColumns(frame),
      program_id: key(frame.programId),
      first_byte: text(frame.firstByte),
      is_inferred: text(frame.isInferred),
    });
}

/** Instructions of one transaction as they ran. */
function inOrder(left: InstructionPosition, right: InstructionPosition): number {
  const keys = (position: InstructionPosition): number[] => [
    position.outerIndex,
    position.innerIndex ?? -1,
    position.partIndex,
  ];
  const [lefts, rights] = [keys(left), keys(right)];
  const at = lefts.findIndex((value, index) => value !== rights[index]);
  return at === -1 ? 0 : lefts[at]! - rights[at]!;
}

function sideColumns(side: 'source' | 'destination', account: SwapAccount): Row {
  return {
    [`${side}_account`]: key(account.account),
    [`${side}_owner`]: key(account.owner),
    [`${side}_before`]: text(account.balanceBefore),
    [`${side}_after`]: text(account.balanceAfter),
  };
}

function positionColumns(position: InstructionPosition): Head {
  const { slot, blockIndex, outerIndex, innerIndex, partIndex } = position;
  return {
    slot: text(slot),
    block_index: text(blockIndex),
    outer_index: text(outerIndex),
    inner_index: innerIndex === null ? '-1' : text(innerIndex),
    part_index: text(partIndex),
  };
}

function bothRow(trade: Swap | Attempt): Row {
  return {
    pool: key(trade.pool),
    program_id: key(trade.programId),
    dex_name: trade.dexName,
    pool_kind: trade.poolKind,
    trader: key(trade.trader),
    authority: key(trade.authority),
    authority_signed: text(trade.authoritySigned),
    ...transactionColumns(trade),
  };
}

function transactionColumns(trade: Swap | Attempt | TransactionTrades['fills'][number]): Row {
  return {
    outer_program: key(trade.outerProgramId),
    signer: key(trade.signers[0]!),
    other_signers: trade.signers.slice(1).map(key),
    fee: text(trade.feeLamports),
    priority_fee: text(trade.priorityFeeLamports),
    compute_unit_price: text(trade.computeUnitPrice),
    jito_tip: text(trade.jitoTipLamports),
  };
}

function swapRow(swap: Swap): Row {
  const { limit, routeLimit } = swap;
  return {
    ...bothRow(swap),
    success: 'true',
    mint_in: key(swap.mintIn),
    mint_out: key(swap.mintOut),
    mints: [],
    pool_in: text(swap.poolIn),
    pool_out: text(swap.poolOut),
    trader_in: text(swap.traderIn),
    trader_out: text(swap.traderOut),
    ...sideColumns('source', swap.source),
    ...sideColumns('destination', swap.destination),
    vault_in: key(swap.vaultIn),
    vault_out: key(swap.vaultOut),
    ...limitColumns('', limit),
    ...limitColumns('route_', routeLimit),
    route_program: key(routeLimit?.programId ?? null),
    route_inner_index: routeLimit === null ? null : text(routeLimit.innerIndex ?? -1),
    route_mint: key(routeLimit?.mint ?? null),
    route_quoted: text(routeLimit?.quoted),
    route_moved: text(routeLimit?.moved),
    inferred: text(swap.inferred),
    ...priceMoveColumns(swap.priceMove),
  };
}

function limitColumns(prefix: '' | 'route_', limit: SwapLimit | null): Row {
  const columns: Row = { [`${prefix}least_out`]: null, [`${prefix}most_in`]: null };
  if (limit !== null) columns[`${prefix}${limit.kind}`] = text(limit.amount);
  return columns;
}

function priceMoveColumns(move: PriceMove | null): Row {
  return {
    curve_falls: text(move?.falls ?? false),
    curve_before: text(move?.before),
    curve_after: text(move?.after),
    curve_liquidity: text(move?.liquidity),
    curve_fee_in: text(move?.feeIn),
    curve_fee_out: text(move?.feeOut),
  };
}

function attemptRow(attempt: Attempt): Row {
  const unknown = { account: null, owner: null, balanceBefore: null, balanceAfter: null };
  return {
    ...bothRow(attempt),
    ...sideColumns('source', unknown),
    ...sideColumns('destination', unknown),
    success: 'false',
    mint_in: key(attempt.direction?.mintIn ?? null),
    mint_out: key(attempt.direction?.mintOut ?? null),
    mints: attempt.mints.map(key),
    ...{ pool_in: '0', pool_out: '0', trader_in: '0', trader_out: '0', vault_in: null, vault_out: null },
    ...limitColumns('', null),
    ...limitColumns('route_', null),
    ...{
      route_program: null,
      route_inner_index: null,
      route_mint: null,
      route_quoted: null,
      route_moved: null,
    },
    inferred: 'false',
    ...priceMoveColumns(null),
  };
}

function traderRow(trade: Swap | Attempt): Row {
  const [direction, amounts] = 'direction' in trade ? [trade.direction, null] : [trade, trade];
  return {
    trader: key(trade.trader),
    success: text(amounts !== null),
    pool: key(trade.pool),
    program_id: key(trade.programId),
    dex_name: trade.dexName,
    mint_in: key(direction?.mintIn ?? null),
    mint_out: key(direction?.mintOut ?? null),
    trader_in: text(amounts?.traderIn ?? 0n),
    trader_out: text(amounts?.traderOut ?? 0n),
  };
}
