import { type HopAmounts, hopAmounts, placeHops } from './hop.js';
import type { RouteLayout, SwapLayout } from './layout.js';
import { limitOf } from './limits.js';
import type { RecognisedCall } from './recognise.js';
import type { Swap, SwapLimit } from './swap.js';
import { swapRecord } from './swap-record.js';
import type { TransactionView } from './transaction-view.js';
import { mintInTransfers, type Transfer, type Unwrap } from './transfers.js';

/** Decodes the swaps of one instruction from the transfers that belong to it. */
export function decodeSwap(
  view: TransactionView,
  { call, program }: RecognisedCall,
  layout: SwapLayout,
  own: readonly Transfer[],
  unwraps: readonly Unwrap[] = [],
): Swap[] {
  const hops = placeHops(layout.hops, call.accounts, call.data);
  if (hops === null) return [];
  const limit = limitOf(layout.limit, call.data);
  const swaps: Swap[] = [];
  hops.forEach((hop, partIndex) => {
    const transfers = call.isEndKnown ? own : untilLastTouch(own, hop.vaults);
    const amounts = hopAmounts(hop, transfers, unwraps);
    if (amounts === null || isAtTraders(view, amounts)) return;
    const mints = mintsOf(view, amounts, transfers);
    if (mints === null) return;
    const { mintIn, mintOut } = mints;
    const { pool, authority } = hop;
    const nativeOut = amounts.isPaidNative ? amounts.destination : null;
    const facts = {
      amounts,
      pool,
      authority,
      mintIn,
      mintOut,
      nativeIn: null,
      nativeOut,
      limit: isAtEnd(limit, partIndex, hops.length) ? limit : null,
    };
    const swap = swapRecord(view, program, call, partIndex, facts);
    if (swap !== null) swaps.push(swap);
  });
  return swaps;
}

/** Whether a hop is the one that pays the least amount out, or takes the most amount in. */
function isAtEnd(limit: SwapLimit | null, hop: number, hops: number): boolean {
  return hop === (limit?.kind === 'least_out' ? hops - 1 : 0);
}

/** Decodes the swaps of an instruction over as many pools as its accounts name (see `RouteLayout`). */
export function decodeRoute(
  view: TransactionView,
  { call, program }: RecognisedCall,
  layout: RouteLayout,
  own: readonly Transfer[],
): Swap[] {
  const authority = call.accounts.at(layout.authority);
  if (authority === undefined) return [];
  const swaps: Swap[] = [];
  for (let at = 0; at + 1 < own.length; at += 1) {
    const pay = own[at]!;
    const get = own[at + 1]!;
    if (pay.source === null || pay.destination === null || get.source === null || get.destination === null)
      continue;
    const pool = poolBetween(call.accounts, pay.destination, get.source, layout.poolFromVaultIn);
    if (pool === null) continue;
    const amounts: HopAmounts = {
      vaultIn: pay.destination,
      vaultOut: get.source,
      source: pay.source,
      destination: get.destination,
      poolIn: pay.received,
      poolOut: get.amount,
      traderIn: pay.amount,
      traderOut: get.received,
      isPaidNative: false,
    };
    if (isAtTraders(view, amounts)) continue;
    const mints = mintsOf(view, amounts, own);
    if (mints === null) continue;
    const { mintIn, mintOut } = mints;
    const facts = {
      amounts,
      pool,
      authority,
      mintIn,
      mintOut,
      nativeIn: null,
      nativeOut: null,
      limit: null,
    };
    const swap = swapRecord(view, program, call, swaps.length, facts);
    if (swap !== null) swaps.push(swap);
    at += 1;
  }
  const limit = limitOf(layout.limit, call.data);
  const end = limit?.kind === 'least_out' ? swaps.at(-1) : swaps[0];
  if (end !== undefined) end.limit = limit;
  return swaps;
}

function poolBetween(
  accounts: Uint8Array,
  vaultIn: number,
  vaultOut: number,
  poolFromVaultIn: number,
): number | null {
  for (let at = 0; at + 1 < accounts.length; at += 1)
    if (accounts[at] === vaultIn && accounts[at + 1] === vaultOut)
      return accounts[at + poolFromVaultIn] ?? null;
  return null;
}

/**
 * Detects an inapplicable layout: a pool's vault never belongs to a signer. (A layout that is wrong in another way
 * names accounts without transfers, and so yields no swap.)
 */
function isAtTraders(view: TransactionView, { vaultIn, vaultOut }: HopAmounts): boolean {
  for (const vault of [vaultIn, vaultOut]) {
    const owner = view.accounts.get(vault)?.owner;
    if (owner !== undefined && owner !== null && view.wallets().signers.includes(owner)) return true;
  }
  return false;
}

function mintsOf(
  view: TransactionView,
  { vaultIn, vaultOut, source, destination }: HopAmounts,
  transfers: readonly Transfer[],
): { mintIn: string; mintOut: string } | null {
  const mintIn = mintOf(view, vaultIn, source, transfers);
  const mintOut = mintOf(view, vaultOut, destination, transfers);
  return mintIn === null || mintOut === null ? null : { mintIn, mintOut };
}

/** From the balances of the vault or its counterpart, otherwise from a transfer that names the vault. */
function mintOf(
  view: TransactionView,
  vault: number,
  counterpart: number,
  transfers: readonly Transfer[],
): string | null {
  const known = view.accounts.get(vault)?.mint ?? view.accounts.get(counterpart)?.mint;
  return known ?? view.textOf(mintInTransfers(vault, transfers));
}

/** Without stack heights, transfers after the last one that touches a vault are attributed to the caller. */
function untilLastTouch(own: readonly Transfer[], vaults: readonly number[]): readonly Transfer[] {
  const isTouch = ({ source, destination }: Transfer): boolean =>
    (source !== null && vaults.includes(source)) || (destination !== null && vaults.includes(destination));
  return own.slice(0, own.findLastIndex(isTouch) + 1);
}
