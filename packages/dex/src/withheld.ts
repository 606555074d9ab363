import type { TokenAccounts } from './token-accounts.js';
import type { Transfer } from './transfers.js';

/**
 * Works out what Token-2022 mints with a transfer fee withheld from transfers that do not say it. The rate is in
 * the mint's account, which a transaction does not carry: but what an account should have received by its
 * transfers, less what its balance shows, is what was withheld from it. One such transfer into an account is then
 * exact; of several, each is given what one rate (in hundredths of a percent, rounded up as the program does)
 * gives it if some rate makes the sum, else a share by size: the sum is exact in any case.
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
    const into = open.get(destination);
    if (into === undefined) open.set(destination, [transfer]);
    else into.push(transfer);
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
 * Rounding up makes the sum at most one unit a transfer more than the rate's share of the whole: the rate is at or
 * just below what the sum alone says, the more closely the larger the amounts. Of several that fit, the highest.
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
