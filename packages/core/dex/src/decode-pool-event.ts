import { gainOf, unwrappedFrom } from './hop.js';
import type { PoolEventLayout } from './layout.js';
import type { RecognisedCall } from './recognise.js';
import type { PoolEvent, PoolEventAmount, PoolEventKind } from './swap.js';
import type { TransactionView } from './transaction-view.js';
import { mintInTransfers, type Transfer, type Unwrap } from './transfers.js';

/**
 * Decodes the effect of a non-swap instruction on a pool. The kind follows from the vaults: an instruction that moves
 * liquidity may add one token and remove the other, which gives two events. One that moved nothing gives none, unless
 * it created the pool.
 */
export function decodePoolEvents(
  view: TransactionView,
  { call, program }: RecognisedCall,
  layout: PoolEventLayout,
  own: readonly Transfer[],
  unwraps: readonly Unwrap[],
): PoolEvent[] {
  const pool = view.textOf(call.accounts.at(layout.pool));
  if (pool === null) return [];
  const gained: PoolEventAmount[] = [];
  const lost: PoolEventAmount[] = [];
  for (const index of layout.vaults) {
    const vault = call.accounts.at(index);
    if (vault === undefined) continue;
    const gain = gainOf(vault, own, []) - unwrappedFrom(vault, unwraps);
    const mint = view.accounts.get(vault)?.mint ?? view.textOf(mintInTransfers(vault, own));
    if (gain === 0n || mint === null) continue;
    if (gain > 0n) gained.push({ mint, amount: gain });
    else lost.push({ mint, amount: -gain });
  }
  const actorIndex = layout.actor === null ? undefined : call.accounts.at(layout.actor);
  const actor = view.isSigner(actorIndex) ? view.textOf(actorIndex) : null;
  const events: PoolEvent[] = [];
  const push = (kind: PoolEventKind, amounts: PoolEventAmount[]): void => {
    events.push({
      slot: view.slot,
      blockIndex: view.tx.index,
      outerIndex: call.outerIndex,
      innerIndex: call.innerIndex,
      partIndex: events.length,
      feePayer: view.wallets().feePayer,
      signers: view.wallets().signers,
      programId: program.id,
      dexName: program.name,
      poolKind: program.kind,
      pool,
      kind,
      amounts,
      actor: actor ?? view.wallets().feePayer,
    });
  };
  if (layout.does === 'created') push('created', gained);
  else if (gained.length > 0) push('liquidity_added', gained);
  if (lost.length > 0) push(layout.does === 'fees_collected' ? 'fees_collected' : 'liquidity_removed', lost);
  return events;
}
