import { equalBytes, keyToBase58 } from '@tickscope/chain';
import type { LoggedFill, PoolEventLayout } from './layout.js';
import type { RecognisedCall } from './recognise.js';
import type { Fill, SwapAccount } from './swap.js';
import { outerProgramOf } from './swap-record.js';
import type { TransactionView } from './transaction-view.js';

/** The part of a position is a byte. Far more fills than one call can pay for. */
const MAX_FILLS = 256;

/**
 * Decodes the fills of orders that a call placed, from the data that it logged. Only those that name the call's own
 * market and actor count; one in which a side paid nothing, as rounding allows, is no trade.
 *
 * @param logged data of this call alone (`loggedData`), in order
 */
export function decodeLoggedFills(
  view: TransactionView,
  { call, program }: RecognisedCall,
  { loggedFill, pool, actor }: PoolEventLayout,
  logged: readonly Uint8Array[],
): Fill[] {
  if (loggedFill === undefined || actor === null || logged.length === 0) return [];
  const taker = call.accounts.at(actor);
  const market = view.keys[call.accounts.at(pool) ?? -1];
  const takerKey = view.keys[taker ?? -1];
  if (market === undefined || takerKey === undefined) return [];
  const fills: Fill[] = [];
  for (const data of logged) {
    const fill = loggedFill(data);
    if (fill === null || fills.length === MAX_FILLS) continue;
    if (!equalBytes(fill.market, market) || !equalBytes(fill.taker, takerKey) || !isTrade(fill)) continue;
    const { feePayer, signers } = view.wallets();
    const takerText = keyToBase58(takerKey);
    fills.push({
      slot: view.slot,
      blockIndex: view.tx.index,
      outerIndex: call.outerIndex,
      innerIndex: call.innerIndex,
      partIndex: fills.length,
      feePayer,
      signers,
      ...view.cost(),
      programId: program.id,
      dexName: program.name,
      taker: takerText,
      takerSigned: view.isSigner(taker),
      market: keyToBase58(market),
      maker: keyToBase58(fill.maker),
      mintIn: keyToBase58(fill.mintIn),
      mintOut: keyToBase58(fill.mintOut),
      makerIn: fill.amountIn,
      makerOut: fill.amountOut,
      takerIn: fill.amountIn,
      takerOut: fill.amountOut,
      source: atMarket(takerText),
      destination: atMarket(takerText),
      outerProgramId: outerProgramOf(view, call),
    });
  }
  return fills;
}

function isTrade({ amountIn, amountOut, mintIn, mintOut }: LoggedFill): boolean {
  return amountIn > 0n && amountOut > 0n && !equalBytes(mintIn, mintOut);
}

/** Account of a trader whom the market owes: no token account. */
function atMarket(owner: string): SwapAccount {
  return { account: null, owner, balanceBefore: null, balanceAfter: null };
}
