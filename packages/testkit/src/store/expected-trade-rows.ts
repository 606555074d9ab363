import type { Block } from '@tickscope/chain';
import { type Attempt, extractTrades, type Swap, type TokenLink } from '@tickscope/dex';
import bs58 from 'bs58';
import type { Row, Rows, Value } from './expected-rows.js';

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
    const tick = text(ticks[tx.index]);
    for (const swap of found.swaps) {
      rows.swaps.push({ ...common, ...positionColumns(swap), poh_tick: tick, ...swapRow(swap) });
      rows.swaps_by_trader.push({
        ...common,
        ...positionColumns(swap),
        poh_tick: tick,
        ...traderRow(swap, swap),
      });
    }
    for (const attempt of found.attempts) {
      rows.swaps.push({ ...common, ...positionColumns(attempt), poh_tick: tick, ...attemptRow(attempt) });
      rows.swaps_by_trader.push({
        ...common,
        ...positionColumns(attempt),
        poh_tick: tick,
        ...traderRow(attempt, null),
      });
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
    links.push(...found.tokenLinks);
    markets.push(
      [...found.swaps, ...found.attempts].map((trade) => [
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

function positionColumns(position: Swap | Attempt | TokenLink | { slot: number }): Head {
  const { slot, blockIndex, outerIndex, innerIndex, partIndex } = position as Swap;
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
    signer: key(trade.signers[0]!),
    other_signers: trade.signers.slice(1).map(key),
    outer_program: key(trade.outerProgramId),
    fee: text(trade.feeLamports),
    priority_fee: text(trade.priorityFeeLamports),
    compute_unit_price: text(trade.computeUnitPrice),
    jito_tip: text(trade.jitoTipLamports),
  };
}

function swapRow(swap: Swap): Row {
  const { source, destination } = swap;
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
    source_account: key(source.account),
    source_owner: key(source.owner),
    source_before: text(source.balanceBefore),
    source_after: text(source.balanceAfter),
    destination_account: key(destination.account),
    destination_owner: key(destination.owner),
    destination_before: text(destination.balanceBefore),
    destination_after: text(destination.balanceAfter),
    vault_in: key(swap.vaultIn),
    vault_out: key(swap.vaultOut),
  };
}

function attemptRow(attempt: Attempt): Row {
  const unknown = Object.fromEntries(
    ['source', 'destination'].flatMap((side) =>
      ['account', 'owner', 'before', 'after'].map((column) => [`${side}_${column}`, null]),
    ),
  );
  return {
    ...bothRow(attempt),
    ...unknown,
    success: 'false',
    mint_in: key(attempt.direction?.mintIn ?? null),
    mint_out: key(attempt.direction?.mintOut ?? null),
    mints: attempt.mints.map(key),
    pool_in: '0',
    pool_out: '0',
    trader_in: '0',
    trader_out: '0',
    vault_in: null,
    vault_out: null,
  };
}

function traderRow(trade: Swap | Attempt, amounts: Swap | null): Row {
  const direction = 'direction' in trade ? trade.direction : trade;
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
