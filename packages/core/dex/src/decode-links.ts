import { keyToBase58 } from '@tickscope/chain';
import type { TokenLink } from './swap.js';
import type { TransactionView } from './transaction-view.js';
import type { Handover, Transfer } from './transfers.js';

/**
 * Converts a transfer outside any recognised instruction. Null if it links nothing: minting or burning, an amount of 0,
 * a transfer to the same account, or a program moving tokens between accounts of one owner. A wallet moving its own
 * tokens to another of its accounts is a link, because a chain of transfers may pass through it.
 */
export function transferLink(view: TransactionView, transfer: Transfer): TokenLink | null {
  const { source, destination, amount, authority } = transfer;
  if (source === null || destination === null || source === destination || amount === 0n) return null;
  const from = view.accounts.get(source);
  const to = view.accounts.get(destination);
  const fromOwner = from?.owner ?? null;
  const toOwner = to?.owner ?? null;
  const authoritySigned = view.isSigner(authority);
  if (fromOwner !== null && fromOwner === toOwner && !authoritySigned) return null;
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
    mint: from?.mint ?? to?.mint ?? (transfer.mint === null ? null : view.textOf(transfer.mint)),
    fromAccount,
    fromOwner,
    toAccount,
    toOwner,
    amount,
    authority: authorityText,
    authoritySigned,
  };
}

/** Converts the handover of a token account to another owner. The old owner is the one who authorised it. */
export function handoverLink(view: TransactionView, handover: Handover): TokenLink | null {
  const known = view.accounts.get(handover.account);
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
    mint: known?.mint ?? null,
    fromAccount: account,
    fromOwner: authority,
    toAccount: account,
    toOwner,
    amount: known?.after ?? null,
    authority,
    authoritySigned: view.isSigner(handover.authority),
  };
}
