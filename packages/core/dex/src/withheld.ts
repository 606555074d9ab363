import { addTo } from '@tickscope/chain';
import type { TokenAccounts } from './token-accounts.js';
import type { Transfer } from './transfers.js';

/**
 * Computes what Token-2022 mints with a transfer fee withheld from transfers that do not state it. The fee rate is in
 * the mint's account, which a transaction does not contain. But an account's expected balance according to its
 * transfers, minus its actual balance, is what was withheld from it.
 *
 * With one such transfer into an account, the result is exact. With several, each gets what a common rate (in
 * hundredths of a percent, rounded up like in the program) yields, if some rate matches the sum, otherwise a share by
 * size. The sum is always exact.
 */
export function withheldOnTheWay(transfers: readonly Transfer[], accounts: TokenAccounts): void {
  const balance = new Map<number, bigint>();
  const open = new Map<number, Transfer[]>();
  for (const transfer of transfers) {
    const { source, destination, amount, received, withheld } = transfer;
    if (source !== null) balance.set(source, (balance.get(source) ?? 0n) - amount);
    if (destination === null) continue;
    balance.set(destination, (balance.get(destination) ?? 0n) + received);
    if (withheld !== null) continue;
    addTo(open, destination, transfer);
  }
  for (const [destination, into] of open) {
    const account = accounts.get(destination);
    if (account === undefined) continue;
    const missing = (balance.get(destination) ?? 0n) - (account.after - account.before);
    const total = into.reduce((sum, { amount }) => sum + amount, 0n);
    if (missing > 0n && missing <= total) spread(into, missing, total);
  }
}

const RATE_UNIT = 10_000n;

function spread(into: readonly Transfer[], missing: bigint, total: bigint): void {
  const rate = rateThatGives(into, missing, total);
  let left = missing;
  into.forEach((transfer, index) => {
    const isLast = index === into.length - 1;
    const share = rate === null ? (transfer.amount * missing) / total : feeOf(transfer.amount, rate);
    const wanted = isLast ? left : share;
    const withheld = wanted > transfer.amount ? transfer.amount : wanted;
    left -= withheld;
    transfer.withheld = withheld;
    transfer.received = transfer.amount - withheld;
  });
}

const MAX_RATES_TRIED = 64;

/**
 * Finds the rate, or null. Rounding up adds at most one unit per transfer, so the rate is at or just below the one
 * computed from the sum; the larger the amounts, the closer. Returns the highest rate that fits.
 */
function rateThatGives(into: readonly Transfer[], missing: bigint, total: bigint): bigint | null {
  if (into.length === 1) return null;
  let rate = (missing * RATE_UNIT) / total;
  for (let tried = 0; tried < MAX_RATES_TRIED && rate >= 0n; tried += 1, rate -= 1n) {
    const sum = into.reduce((fees, { amount }) => fees + feeOf(amount, rate), 0n);
    if (sum === missing) return rate;
    if (sum < missing) return null;
  }
  return null;
}

function feeOf(amount: bigint, rate: bigint): bigint {
  return (amount * rate + RATE_UNIT - 1n) / RATE_UNIT;
}
