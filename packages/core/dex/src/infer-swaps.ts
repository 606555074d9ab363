import { isRequestedWritable } from '@tickscope/chain';
import { type Call, parentsOf } from './calls.js';
import { hopAmounts } from './hop.js';
import { shortAddress } from './labels.js';
import type { DexProgram } from './layout.js';
import type { Recognised } from './recognise.js';
import { isNoPool } from './roles.js';
import type { InferredSwap, TransactionTrades } from './swap.js';
import { swapRecord } from './swap-record.js';
import type { TransactionView } from './transaction-view.js';
import type { Transfer } from './transfers.js';
import { mintOfTransfer, unknownFrame } from './unknown-frame.js';

/**
 * Finds swaps in instructions that no layout describes, by what they moved: within one frame (a call and what it
 * calls), an owner paid one mint and received another.
 *
 * Left out are the frames of known routes and lenders, and every frame that contains a recognised call, a call of one of
 * those or another such frame: what it moved is the sum of its parts. So are calls without stack heights, whose frames
 * are unknown.
 *
 * @param trades receives the swaps and the frames
 */
export function inferSwaps(
  view: TransactionView,
  recognised: Recognised,
  trades: Pick<TransactionTrades, 'inferred' | 'unknownFrames'>,
): void {
  if (!mayHaveUnknown(view, recognised)) return;
  const { calls, roles } = view;
  const parents = parentsOf(calls);
  const candidates = candidateFrames(view, recognised, parents);
  if (candidates.length === 0) return;
  const isCovered = new Uint8Array(calls.length);
  const coverCallersOf = (index: number): void => {
    for (let at = parents[index]!; at >= 0 && isCovered[at] === 0; at = parents[at]!) isCovered[at] = 1;
  };
  for (const { index } of recognised.found) coverCallersOf(index);
  for (let index = 0; index < calls.length; index += 1)
    if (isNoPool(roles[calls[index]!.program])) coverCallersOf(index);
  for (const index of candidates) {
    if (isCovered[index] === 1) continue;
    const exchange = exchangeIn(view, index);
    if (exchange === null) continue;
    coverCallersOf(index);
    const isUnclear = exchange === 'unclear';
    const swap = isUnclear ? null : inferredSwap(view, index, exchange, parents);
    if (swap !== null) trades.inferred.push(swap);
    const isNamed = view.textOf(calls[index]!.program) !== null;
    const lacks = isUnclear ? 'mints' : isNamed ? null : 'addresses';
    trades.unknownFrames.push(unknownFrame(view, parents, index, lacks, swap !== null));
  }
  // Inner frames come first until here.
  trades.inferred.reverse();
  trades.unknownFrames.reverse();
}

/** Whether tokens moved directly under a call that is neither a route's or lender's nor part of a recognised one. */
function mayHaveUnknown({ calls, roles, movements }: TransactionView, { ownerOf }: Recognised): boolean {
  for (const { call } of movements.transfers) {
    const { innerIndex, isEndKnown } = calls[call]!;
    if (innerIndex === null || !isEndKnown || ownerOf[call] !== undefined) continue;
    let caller = call - 1;
    while (caller >= 0 && calls[caller]!.end <= call) caller -= 1;
    const role = caller < 0 ? undefined : roles[calls[caller]!.program];
    if (role === undefined || role.is === 'dex') return true;
  }
  return false;
}

/** The frames without a layout in which tokens moved, inner ones before those that contain them. */
function candidateFrames(view: TransactionView, { ownerOf }: Recognised, parents: Int32Array): number[] {
  const frames = new Set<number>();
  for (const { call } of view.movements.transfers) {
    if (ownerOf[call] !== undefined || !view.calls[call]!.isEndKnown) continue;
    for (let at = parents[call]!; at >= 0 && !frames.has(at); at = parents[at]!) {
      const role = view.roles[view.calls[at]!.program];
      if (isNoPool(role)) break;
      if (role === undefined || role.is === 'dex') frames.add(at);
    }
  }
  return [...frames].sort((left, right) => right - left);
}

/** The two largest movements of an exchange: one side made `first` and received `second`. */
interface Exchange {
  transfers: readonly Transfer[];
  first: Transfer;
  second: Transfer;
  /** Whether only two mints moved: a route through a third is not one swap. */
  isOfTwoMints: boolean;
}

/**
 * Null if no owner in the frame paid exactly one mint and received exactly one other. Unclear if that depends on mints
 * that are not known: a signer moved tokens, and so did a program.
 */
function exchangeIn(view: TransactionView, frame: number): Exchange | 'unclear' | null {
  const { end } = view.calls[frame]!;
  const transfers = view.movements.transfers.filter(
    ({ call, source, destination, amount }) =>
      call > frame && call < end && source !== null && destination !== null && amount > 0n,
  );
  if (transfers.length < 2) return null;
  const mints = new Set<string>();
  const gains = new Map<string, Map<string, bigint>>();
  const add = (owner: string | null, mint: string, amount: bigint): void => {
    if (owner === null) return;
    const known = gains.get(owner) ?? new Map<string, bigint>();
    known.set(mint, (known.get(mint) ?? 0n) + amount);
    gains.set(owner, known);
  };
  for (const transfer of transfers) {
    const mint = mintOfTransfer(view, transfer);
    if (mint === null) return isMovedByBothSides(view, transfers) ? 'unclear' : null;
    mints.add(mint);
    add(payerOf(view, transfer), mint, -transfer.amount);
    add(receiverOf(view, transfer), mint, transfer.received);
  }
  for (const [owner, byMint] of gains) {
    const changes = [...byMint].filter(([, gain]) => gain !== 0n);
    const paid = changes.find(([, gain]) => gain < 0n);
    const got = changes.find(([, gain]) => gain > 0n);
    if (changes.length !== 2 || paid === undefined || got === undefined) continue;
    const first = largest(
      transfers,
      (one) =>
        payerOf(view, one) === owner &&
        receiverOf(view, one) !== owner &&
        mintOfTransfer(view, one) === paid[0],
    );
    const second = largest(
      transfers,
      (one) =>
        receiverOf(view, one) === owner &&
        payerOf(view, one) !== owner &&
        mintOfTransfer(view, one) === got[0],
    );
    // One unit is an NFT, or dust.
    if (first === null || second === null || first.amount === 1n || second.amount === 1n) continue;
    return { transfers, first, second, isOfTwoMints: mints.size === 2 };
  }
  return null;
}

function isMovedByBothSides(view: TransactionView, transfers: readonly Transfer[]): boolean {
  const bySigner = transfers.filter(({ authority }) => view.isSigner(authority)).length;
  return bySigner > 0 && bySigner < transfers.length;
}

/**
 * Null if both sides signed, as with a market maker who quotes, if it is unknown which side traded, or if the other
 * side is no pool: one program takes what a pool gains and pays what it loses, while a repaid loan and the collateral
 * may be moved by two.
 */
function inferredSwap(
  view: TransactionView,
  frame: number,
  exchange: Exchange,
  parents: Int32Array,
): InferredSwap | null {
  const { transfers, first, second, isOfTwoMints } = exchange;
  if (!isOfTwoMints || !isMovedByOneProgram(view, parents, first, second)) return null;
  const sides = [
    { pays: first, gets: second },
    { pays: second, gets: first },
  ] as const;
  const trader = traderOf(view, frame, sides);
  if (trader === null) return null;
  const { pays, gets } = trader;
  const amounts = hopAmounts(
    {
      pool: pays.destination!,
      vaults: [pays.destination!, gets.source!],
      trader: { source: pays.source!, destination: gets.destination! },
      authority: pays.authority,
      settlement: [],
      otherVaults: [],
    },
    transfers,
  );
  const mintIn = mintOfTransfer(view, pays);
  const mintOut = mintOfTransfer(view, gets);
  if (amounts === null || amounts.vaultIn !== pays.destination || amounts.poolOut === 0n) return null;
  if (mintIn === null || mintOut === null) return null;
  const call = view.calls[frame]!;
  const swap = swapRecord(view, programOf(view, call), call, 0, {
    amounts,
    pool: poolOf(view, call, amounts.vaultIn, amounts.vaultOut),
    authority: pays.authority,
    mintIn,
    mintOut,
    nativeIn: null,
    nativeOut: null,
    limit: null,
  });
  return swap === null ? null : Object.assign(swap, { inferred: true as const });
}

/** Whether the calls that made two transfers are of one program. */
export function isMovedByOneProgram(
  { calls }: TransactionView,
  parents: Int32Array,
  one: Transfer,
  other: Transfer,
): boolean {
  const programOfCaller = ({ call }: Transfer): number | undefined => calls[parents[call]!]?.program;
  return programOfCaller(one) === programOfCaller(other);
}

/** Payment and receipt of one side. */
interface Side {
  pays: Transfer;
  gets: Transfer;
}

/**
 * The side that traded: the one that signed. If neither did, the one whose accounts are also used outside the frame, as
 * those of a router are; else the one that faces accounts which own themselves, as only a program's vaults do.
 */
function traderOf(view: TransactionView, frame: number, sides: readonly [Side, Side]): Side | null {
  const [one, other] = sides;
  const only = (holds: (account: number) => boolean): Side | null => {
    const [ofOne, ofOther] = sides.map(({ pays, gets }) => holds(pays.source!) || holds(gets.destination!));
    return ofOne === ofOther ? null : ofOne ? one : other;
  };
  const isSigners = (account: number): boolean => isOwnedBySigner(view, account);
  if (sides.every(({ pays, gets }) => isSigners(pays.source!) || isSigners(gets.destination!))) return null;
  const vaults = only((account) => view.accounts.get(account)?.owner === view.textOf(account));
  return (
    only(isSigners) ??
    only((account) => isUsedOutside(view, frame, account)) ??
    (vaults === null ? null : vaults === one ? other : one)
  );
}

function programOf(view: TransactionView, { program }: Call): DexProgram {
  const role = view.roles[program];
  const id = view.textOf(program) ?? '';
  const name = role?.is === 'dex' ? role.program.name : shortAddress(id);
  return { id, name, kind: 'proprietary', instructions: [] };
}

/**
 * The vaults' common owner, if the frame names it as writable: the pool's own account. An owner that is only read is an
 * authority that serves many pools; then the first vault by address stands for the pool.
 */
function poolOf(view: TransactionView, call: Call, vaultIn: number, vaultOut: number): number {
  const owner = view.accounts.get(vaultIn)?.owner ?? null;
  if (owner !== null && owner === view.accounts.get(vaultOut)?.owner)
    for (const account of call.accounts)
      if (view.textOf(account) === owner && isRequestedWritable(view.tx, account)) return account;
  return (view.textOf(vaultIn) ?? '') < (view.textOf(vaultOut) ?? '') ? vaultIn : vaultOut;
}

/** Whether an account moved tokens outside a frame. */
function isUsedOutside(view: TransactionView, frame: number, account: number): boolean {
  const { end } = view.calls[frame]!;
  return view.movements.transfers.some(
    ({ call, source, destination }) =>
      (call < frame || call >= end) && (source === account || destination === account),
  );
}

function isOwnedBySigner(view: TransactionView, account: number): boolean {
  const owner = view.accounts.get(account)?.owner;
  return owner !== undefined && owner !== null && view.wallets().signers.includes(owner);
}

/** The owner of the source, or who moved its tokens if the owner is unknown. */
function payerOf(view: TransactionView, { source, authority }: Transfer): string | null {
  return (source === null ? null : view.accounts.get(source)?.owner) ?? view.textOf(authority);
}

function receiverOf(view: TransactionView, { destination }: Transfer): string | null {
  return (destination === null ? null : view.accounts.get(destination)?.owner) ?? null;
}

function largest(transfers: readonly Transfer[], matches: (transfer: Transfer) => boolean): Transfer | null {
  let best: Transfer | null = null;
  for (const transfer of transfers)
    if (matches(transfer) && (best === null || transfer.amount > best.amount)) best = transfer;
  return best;
}
