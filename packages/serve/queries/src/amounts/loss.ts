import { SOL_MINT } from '@tickscope/dex';
import { type LossSide, lossMeasuresOf } from '@tickscope/sandwich';
import { solText, type TokenOf, tokenAmount } from './token-amount.js';

export type Loss = NonNullable<ReturnType<typeof lossOf>>;

/** Payment, output and loss of a victim's swap. Amounts are decimal, in the smallest unit; null: not known. */
export interface Harmed {
  traderIn: string | null;
  traderOut: string | null;
  /** Amount of `mintOut`, on either side. */
  lossAmount: string | null;
}

/** Mints that sandwiches of a pair are paid in and lose of. */
export interface Pair {
  mintIn: string;
  mintOut: string;
}

/** A swap with the side on which it lost. */
export interface SidedLoss extends Harmed {
  lossSide: LossSide | null;
}

/**
 * The loss of one victim's swaps in a sandwich: where it paid too much in all of them, in what it paid, else as `lossOf` has
 * it.
 */
export function victimLossOf(swaps: readonly SidedLoss[], pair: Pair, tokenOf: TokenOf) {
  const bought = lossOf(swaps, pair, tokenOf);
  const known = swaps.filter(({ lossAmount }) => lossAmount !== null);
  if (bought === null) return { victim_loss: null, loss: null, loss_side: null };
  if (!known.every(isPaidTooMuch))
    return { victim_loss: bought.amount, loss: bought, loss_side: 'received' as const };
  const tooMuch = sum(known.map(paidTooMuch));
  const paid = sum(known.map(({ traderIn }) => BigInt(traderIn!)));
  const amount = tokenAmount(String(tooMuch), pair.mintIn, tokenOf);
  const loss: Loss = { ...amount, bps: basisPoints(tooMuch, paid), sol: bought.sol };
  return { victim_loss: amount.amount, loss, loss_side: 'paid' as const };
}

function isPaidTooMuch({ lossSide, traderIn, traderOut }: SidedLoss): boolean {
  return lossSide === 'paid' && traderIn !== null && traderOut !== null && BigInt(traderOut) > 0n;
}

/** Sums the known losses of some victims' swaps of one sandwich, in the token that they bought. Null where none is known. */
export function lossOf(swaps: readonly Harmed[], { mintIn, mintOut }: Pair, tokenOf: TokenOf) {
  const known = swaps.filter(({ lossAmount }) => lossAmount !== null);
  if (known.length === 0) return null;
  const lost = sum(known.map(({ lossAmount }) => BigInt(lossAmount!)));
  const areReceiptsKnown = known.every(({ traderOut }) => traderOut !== null);
  const received = areReceiptsKnown ? sum(known.map(({ traderOut }) => BigInt(traderOut!))) : null;
  const lamports = known.map((swap) => lamportsOf(swap, { mintIn, mintOut }));
  const areValued = lamports.every((value) => value !== null);
  return {
    ...tokenAmount(String(lost), mintOut, tokenOf),
    bps: received === null ? null : basisPoints(lost, received + lost),
    sol: areValued ? solText(sum(lamports)) : null,
  };
}

/** Amount of `mintIn`; for a swap whose loss is on the side of what it paid. */
function paidTooMuch({ traderIn, traderOut, lossAmount }: Harmed): bigint {
  return (BigInt(lossAmount!) * BigInt(traderIn!)) / BigInt(traderOut!);
}

/** The value of a loss at the rate at which the swap itself was executed; null where that is not known. */
function lamportsOf({ traderIn, traderOut, lossAmount }: Harmed, pair: Pair): bigint | null {
  if (pair.mintOut !== SOL_MINT && (traderIn === null || traderOut === null)) return null;
  const paid = { traderIn: BigInt(traderIn ?? 0), traderOut: BigInt(traderOut ?? 0) };
  return lossMeasuresOf({ ...pair, ...paid }, BigInt(lossAmount!)).lamports;
}

/** To two digits, without the error of a division of large numbers. */
function basisPoints(part: bigint, whole: bigint): number | null {
  return whole <= 0n ? null : Math.round(Number((part * 10_000_000n) / whole) / 10) / 100;
}

function sum(amounts: readonly (bigint | null)[]): bigint {
  return amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n);
}

/** Adds up SOL amounts as answers state them, exactly. */
export function sumOfSol(amounts: readonly string[]): string {
  return solText(sum(amounts.map(lamportsIn)));
}

function lamportsIn(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const lamports = BigInt(whole + fraction.padEnd(9, '0'));
  return text.startsWith('-') ? -lamports : lamports;
}
