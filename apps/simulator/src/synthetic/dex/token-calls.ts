import type { Account, Mint } from '../account.js';
import { transferCheckedData } from '../kinds/common.js';
import type { SwapCall, SwapInner } from './pool.js';

/** The building blocks of swap instructions. Each adds a call and its effects. */

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
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2, 0);
  data.writeBigUInt64LE(lamports, 4);
  call.inner.push({ program: system, accounts: [from, to], data });
  call.lamportMoves.push({ from, to, lamports: Number(lamports) });
}
