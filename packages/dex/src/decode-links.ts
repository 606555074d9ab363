import { keyToBase58 } from '@tickscope/chain';
import type { TokenLink } from './swap.js';
import type { TransactionView } from './transaction-view.js';
import type { Handover, Transfer } from './transfers.js';

/** Of which mints links are wanted; `null`: of all, also of those that the transaction does not show. */
export type WantedMints = ReadonlySet<string> | null;

/** A transfer outside any recognised instruction; `null` within one owner's accounts, and for minting and burning. */
export function transferLink(
  view: TransactionView,
  transfer: Transfer,
  wanted: WantedMints,
): TokenLink | null {
  const { source, destination, amount, authority } = transfer;
  if (source === null || destination === null || amount === 0n) return null;
  const from = view.accounts.get(source);
  const to = view.accounts.get(destination);
  const fromOwner = from?.owner ?? null;
  const toOwner = to?.owner ?? null;
  if (source === destination || (fromOwner !== null && fromOwner === toOwner)) return null;
  const mint = from?.mint ?? to?.mint ?? (transfer.mint === null ? null : view.textOf(transfer.mint));
  if (!isWanted(mint, wanted)) return null;
  const fromAccount = view.textOf(source);
  const toAccount = view.textOf(destination);
  const authorityText = view.textOf(authority);
  if (fromAccount === null || toAccount === null || authorityText === null) return null;
  const { outerIndex, innerIndex } = view.calls[transfer.call]!;
  return {
    slot: view.slot,
    blockIndex: view.tx.index,
    outerIndex,
    innerIndex,
    partIndex: transfer.part,
    kind: 'transfer',
    mint,
    fromAccount,
    fromOwner,
    toAccount,
    toOwner,
    amount,
    authority: authorityText,
    authoritySigned: view.isSigner(authority),
  };
}

/** A token account handed to another owner. The old owner is who authorised it. */
export function handoverLink(
  view: TransactionView,
  handover: Handover,
  wanted: WantedMints,
): TokenLink | null {
  const known = view.accounts.get(handover.account);
  const mint = known?.mint ?? null;
  if (!isWanted(mint, wanted)) return null;
  const account = view.textOf(handover.account);
  const authority = view.textOf(handover.authority);
  if (account === null || authority === null) return null;
  const toOwner = handover.newOwner === null ? null : keyToBase58(handover.newOwner);
  if (toOwner === authority) return null;
  const { outerIndex, innerIndex } = view.calls[handover.call]!;
  return {
    slot: view.slot,
    blockIndex: view.tx.index,
    outerIndex,
    innerIndex,
    partIndex: handover.part,
    kind: 'set_authority',
    mint,
    fromAccount: account,
    fromOwner: authority,
    toAccount: account,
    toOwner,
    amount: known?.after ?? null,
    authority,
    authoritySigned: view.isSigner(handover.authority),
  };
}

function isWanted(mint: string | null, wanted: WantedMints): boolean {
  return wanted === null || (mint !== null && wanted.has(mint));
}
