import { gainOf } from './hop.js';
import type { RebateLayout } from './layout.js';
import type { RecognisedCall } from './recognise.js';
import type { Rebate } from './swap.js';
import type { TransactionView } from './transaction-view.js';
import type { Transfer } from './transfers.js';

/** Decodes fees of earlier trades that a program pays back to a wallet. Empty if nothing was due. */
export function decodeRebate(
  view: TransactionView,
  { call, program }: RecognisedCall,
  layout: RebateLayout,
  own: readonly Transfer[],
): Rebate[] {
  const wallet = view.textOf(call.accounts.at(layout.wallet));
  const payer = call.accounts.at(layout.payer);
  const receiver = call.accounts.at(layout.receiver);
  if (wallet === null || payer === undefined || receiver === undefined) return [];
  const amount = gainOf(receiver, own, []);
  const mint = view.accounts.get(receiver)?.mint ?? view.accounts.get(payer)?.mint;
  if (amount <= 0n || mint === undefined) return [];
  return [
    {
      slot: view.slot,
      blockIndex: view.tx.index,
      outerIndex: call.outerIndex,
      innerIndex: call.innerIndex,
      partIndex: 0,
      programId: program.id,
      dexName: program.name,
      wallet,
      mint,
      amount,
    },
  ];
}
