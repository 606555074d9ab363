import type { Account, Mint } from '../account.js';
import { lamportTransferData, transferCheckedData } from '../kinds/common.js';
import type { Party, Pool, SwapCall, SwapInner } from '../plan.js';
import { type AccountUse, readonly, readonlySigner } from '../transaction-parts.js';

/** A call without calls of its own; those and their effects are added by the functions below. */
export function swapCall(program: Account, uses: AccountUse[], data: Buffer): SwapCall {
  return { program, uses, data, inner: [], tokenMoves: [], lamportMoves: [] };
}

/** The trader as most programs list it. */
export function authorityOf({ authority, isAuthoritySigner }: Party): AccountUse {
  return isAuthoritySigner ? readonlySigner(authority) : readonly(authority);
}

/** The mints and accounts of a swap's two sides, where both are tokens. */
export function sidesOf(pool: Pool, { base, quote }: Party, isBuy: boolean) {
  const [mintIn, mintOut] = mintsOf(pool, isBuy);
  const { baseVault, quoteVault } = pool;
  return isBuy
    ? { mintIn, mintOut, source: quote!, destination: base, vaultIn: quoteVault, vaultOut: baseVault }
    : { mintIn, mintOut, source: base, destination: quote!, vaultIn: baseVault, vaultOut: quoteVault };
}

/** The token that is paid and the one that is got. */
export function mintsOf({ baseMint, quoteMint }: Pool, isBuy: boolean): [mintIn: Mint, mintOut: Mint] {
  return isBuy ? [quoteMint, baseMint] : [baseMint, quoteMint];
}

export function tokenTransfer(
  call: SwapCall,
  mint: Mint,
  from: Account,
  to: Account,
  authority: Account,
  amount: bigint,
): void {
  const data = Buffer.alloc(9);
  data[0] = 3;
  data.writeBigUInt64LE(amount, 1);
  call.inner.push({ program: mint.tokenProgram, accounts: [from, to, authority], data });
  call.tokenMoves.push({ from, to, amount });
}

export function tokenTransferChecked(
  call: SwapCall,
  mint: Mint,
  from: Account,
  to: Account,
  authority: Account,
  amount: bigint,
  withheld = 0n,
): void {
  call.inner.push(transferCheckedCall(mint, from, to, authority, amount));
  call.tokenMoves.push({ from, to, amount, withheld });
}

export function transferCheckedCall(
  mint: Mint,
  from: Account,
  to: Account,
  authority: Account,
  amount: bigint,
): SwapInner {
  return {
    program: mint.tokenProgram,
    accounts: [from, mint.account, to, authority],
    data: transferCheckedData(amount, mint.decimals),
  };
}

export function lamportCall(
  call: SwapCall,
  system: Account,
  from: Account,
  to: Account,
  lamports: bigint,
): void {
  call.inner.push({ program: system, accounts: [from, to], data: lamportTransferData(lamports) });
  call.lamportMoves.push({ from, to, lamports: Number(lamports) });
}
