import type { AccountIndex, HopLayout } from './layout.js';
import type { Transfer, Unwrap } from './transfers.js';

/** A hop of one instruction, with its accounts resolved to indexes into the transaction's keys. */
export interface Hop {
  pool: number;
  /** Two, or more for a pool with several mints. */
  vaults: readonly number[];
  trader: { source: number; destination: number } | { a: number; b: number; aToB: boolean | null };
  authority: number;
  /** Accounts whose transfers with the vaults are ignored. */
  settlement: readonly number[];
  /** Vaults of the instruction's other hops. */
  otherVaults: readonly number[];
}

/** The amounts of a hop. Accounts are indexes into the transaction's keys. */
export interface HopAmounts {
  vaultIn: number;
  vaultOut: number;
  source: number;
  destination: number;
  poolIn: bigint;
  poolOut: bigint;
  traderIn: bigint;
  traderOut: bigint;
  /** Whether the pool paid in lamports: `destination` is then a wallet. */
  isPaidNative: boolean;
}

/** Null if the instruction has too few accounts for the layout. */
export function placeHops(
  layouts: readonly HopLayout[],
  accounts: Uint8Array,
  data: Uint8Array,
): Hop[] | null {
  const hops: Hop[] = [];
  for (const layout of layouts) {
    const hop = placeHop(layout, accounts, data);
    if (hop === null) return null;
    hops.push(hop);
  }
  if (hops.length > 1)
    for (const hop of hops)
      hop.otherVaults = hops.flatMap(({ vaults }) => vaults).filter((vault) => !hop.vaults.includes(vault));
  return hops;
}

function placeHop(layout: HopLayout, accounts: Uint8Array, data: Uint8Array): Hop | null {
  const pool = accountAt(accounts, layout.pool);
  const vaults = placeVaults(layout.vaults, accounts);
  const authority = accountAt(accounts, layout.authority);
  if (pool === undefined || vaults === null || authority === undefined) return null;
  const trader = placeTrader(layout.trader, accounts, data);
  if (trader === null) return null;
  const settlement =
    layout.settlement === undefined
      ? NONE
      : layout.settlement.flatMap((index) => accountAt(accounts, index) ?? []);
  return { pool, vaults, trader, authority, settlement, otherVaults: NONE };
}

function placeVaults(layout: HopLayout['vaults'], accounts: Uint8Array): readonly number[] | null {
  if ('first' in layout) {
    const { first, last } = layout;
    const placed = accounts.subarray(first, last < 0 ? accounts.length + last + 1 : last + 1);
    return placed.length < 2 ? null : [...placed];
  }
  const first = accountAt(accounts, layout[0]);
  const second = accountAt(accounts, layout[1]);
  return first === undefined || second === undefined ? null : [first, second];
}

function placeTrader(
  layout: HopLayout['trader'],
  accounts: Uint8Array,
  data: Uint8Array,
): Hop['trader'] | null {
  const isOrdered = 'source' in layout;
  const one = accountAt(accounts, isOrdered ? layout.source : layout.a);
  const other = accountAt(accounts, isOrdered ? layout.destination : layout.b);
  if (one === undefined || other === undefined) return null;
  return isOrdered ? { source: one, destination: other } : { a: one, b: other, aToB: layout.aToB(data) };
}

const NONE: readonly number[] = [];

/** `Uint8Array.at`, which is several times slower. */
function accountAt(accounts: Uint8Array, index: AccountIndex): number | undefined {
  return accounts[index < 0 ? accounts.length + index : index];
}

/**
 * Computes what a hop moved, from the transfers under its instruction. The direction follows from the vaults: one
 * gains, the other loses. A swap whose output rounds to 0 moves only its input. Null if nothing was swapped.
 */
export function hopAmounts(
  hop: Hop,
  transfers: readonly Transfer[],
  unwraps: readonly Unwrap[] = NO_UNWRAPS,
): HopAmounts | null {
  const used = hop.vaults.length === 2 ? hop.vaults : vaultsUsed(hop.vaults, transfers);
  if (used === null) return null;
  const first = used[0]!;
  const second = used[1]!;
  const gains = [
    gainOf(first, transfers, hop.settlement) - unwrappedFrom(first, unwraps),
    gainOf(second, transfers, hop.settlement) - unwrappedFrom(second, unwraps),
  ] as const;
  const isForward = gains[0] > 0n && gains[1] <= 0n;
  if (!isForward && !(gains[1] > 0n && gains[0] <= 0n)) return null;
  const [vaultIn, vaultOut] = isForward ? [first, second] : [second, first];
  const poolIn = isForward ? gains[0] : gains[1];
  const poolOut = isForward ? -gains[1] : -gains[0];
  const { source, destination } =
    'source' in hop.trader
      ? hop.trader
      : isForward
        ? { source: hop.trader.a, destination: hop.trader.b }
        : { source: hop.trader.b, destination: hop.trader.a };
  const paid = payerOf(source, vaultIn, transfers, hop.otherVaults);
  const native = unwraps.find((unwrap) => unwrap.source === vaultOut);
  const got =
    native === undefined
      ? receiverOf(destination, vaultOut, transfers, hop.otherVaults)
      : { account: native.destination, amount: native.amount };
  return {
    vaultIn,
    vaultOut,
    source: paid.account,
    destination: got.account,
    poolIn,
    poolOut,
    traderIn: paid.amount,
    traderOut: got.amount,
    isPaidNative: native !== undefined,
  };
}

const NO_UNWRAPS: readonly Unwrap[] = [];

export function unwrappedFrom(account: number, unwraps: readonly Unwrap[]): bigint {
  let sum = 0n;
  for (const { source, amount } of unwraps) if (source === account) sum += amount;
  return sum;
}

/** The two vaults of several that gained or lost; null unless they are exactly two. */
function vaultsUsed(vaults: readonly number[], transfers: readonly Transfer[]): readonly number[] | null {
  const used = vaults.filter((vault) => gainOf(vault, transfers, NONE) !== 0n);
  return used.length === 2 ? used : null;
}

/** Net gain of an account by transfers, ignoring those with the accounts in `except`; negative for a loss. */
export function gainOf(account: number, transfers: readonly Transfer[], except: readonly number[]): bigint {
  let gain = 0n;
  for (const { source, destination, amount, received } of transfers) {
    if (destination === account && !isIn(except, source)) gain += received;
    if (source === account && !isIn(except, destination)) gain -= amount;
  }
  return gain;
}

/** The layout's account if it paid, otherwise the account that paid the vault most. */
function payerOf(
  expected: number,
  vaultIn: number,
  transfers: readonly Transfer[],
  otherVaults: readonly number[],
): { account: number; amount: bigint } {
  const lost = -gainOf(expected, transfers, otherVaults);
  if (lost > 0n) return { account: expected, amount: lost };
  const main = largest(transfers, ({ source, destination }) => destination === vaultIn && source !== null);
  const account = main?.source ?? expected;
  const amount = -gainOf(account, transfers, otherVaults);
  return { account, amount: amount > 0n ? amount : 0n };
}

function receiverOf(
  expected: number,
  vaultOut: number,
  transfers: readonly Transfer[],
  otherVaults: readonly number[],
): { account: number; amount: bigint } {
  const gained = gainOf(expected, transfers, otherVaults);
  if (gained > 0n) return { account: expected, amount: gained };
  const main = largest(transfers, ({ source, destination }) => source === vaultOut && destination !== null);
  const account = main?.destination ?? expected;
  const amount = gainOf(account, transfers, otherVaults);
  return { account, amount: amount > 0n ? amount : 0n };
}

function largest(
  transfers: readonly Transfer[],
  matches: (transfer: Transfer) => boolean,
): Transfer | undefined {
  let best: Transfer | undefined;
  for (const transfer of transfers)
    if (matches(transfer) && (best === undefined || transfer.amount > best.amount)) best = transfer;
  return best;
}

function isIn(accounts: readonly number[], account: number | null): boolean {
  return account !== null && accounts.includes(account);
}
