import { tokenQuoted } from './decode-curve-trade.js';
import { type Hop, placeHops } from './hop.js';
import type { CurveTradeLayout, SwapLayout } from './layout.js';
import type { RecognisedCall } from './recognise.js';
import { type Attempt, type AttemptDirection, SOL_MINT } from './swap.js';
import { callRecord } from './swap-record.js';
import type { TransactionView } from './transaction-view.js';

/** Decodes the swap instructions of a failed transaction. A route over unnamed pools yields none. */
export function decodeAttempts(view: TransactionView, recognised: RecognisedCall): Attempt[] {
  const { layout, call } = recognised;
  if (layout.does === 'swap') return swapAttempts(view, recognised, layout);
  if (layout.does !== 'curve_trade') return [];
  const asSwap = tokenQuoted(view, recognised, layout);
  if (asSwap !== null) return swapAttempts(view, recognised, asSwap);
  const pool = call.accounts.at(layout.pool);
  const authority = call.accounts.at(layout.authority);
  if (pool === undefined || authority === undefined) return [];
  const mint = view.textOf(call.accounts.at(layout.mint));
  const attempt = record(
    view,
    recognised,
    0,
    { pool, authority },
    {
      mints: mint === null ? [] : [mint, SOL_MINT],
      direction: mint === null ? null : curveDirection(layout, mint),
    },
  );
  return attempt === null ? [] : [attempt];
}

function swapAttempts(view: TransactionView, recognised: RecognisedCall, layout: SwapLayout): Attempt[] {
  const hops = placeHops(layout.hops, recognised.call.accounts, recognised.call.data) ?? [];
  return hops.flatMap((hop, partIndex) => {
    const mints = mintsOf(view, hop);
    const facts = { mints, direction: hopDirection(view, hop) };
    return record(view, recognised, partIndex, hop, facts) ?? [];
  });
}

function record(
  view: TransactionView,
  { call, program }: RecognisedCall,
  partIndex: number,
  at: { pool: number; authority: number },
  { mints, direction }: Pick<Attempt, 'mints' | 'direction'>,
): Attempt | null {
  const attempt = callRecord(view, program, call, partIndex, at) as Attempt | null;
  if (attempt === null) return null;
  attempt.mints = mints;
  attempt.direction = direction;
  return attempt;
}

function curveDirection({ side }: CurveTradeLayout, mint: string): AttemptDirection {
  return side === 'buy' ? { mintIn: SOL_MINT, mintOut: mint } : { mintIn: mint, mintOut: SOL_MINT };
}

/**
 * Determines the direction from the mints of the trader's accounts. If one is unknown, from the vaults: an account
 * whose opening was undone by the failure has no balance, and neither have the vaults of a pool that did not exist yet.
 */
function hopDirection(view: TransactionView, { vaults, trader }: Hop): AttemptDirection | null {
  const mintOf = (index: number): string | undefined => view.accounts.get(index)?.mint;
  const isPaired = 'aToB' in trader;
  if (isPaired && trader.aToB === null) return null;
  const ofVault = (at: 0 | 1): string | undefined => (vaults.length === 2 ? mintOf(vaults[at]!) : undefined);
  const first = ofVault(0) ?? (isPaired ? mintOf(trader.a) : undefined);
  const second = ofVault(1) ?? (isPaired ? mintOf(trader.b) : undefined);
  if (isPaired) return trader.aToB ? direction(first, second) : direction(second, first);
  const paid = mintOf(trader.source);
  const got = mintOf(trader.destination);
  const other = (mint: string | undefined): string | undefined =>
    mint === undefined ? undefined : mint === first ? second : mint === second ? first : undefined;
  return direction(paid ?? other(got), got ?? other(paid));
}

function direction(mintIn: string | undefined, mintOut: string | undefined): AttemptDirection | null {
  return mintIn === undefined || mintOut === undefined || mintIn === mintOut ? null : { mintIn, mintOut };
}

function mintsOf(view: TransactionView, { vaults, trader }: Hop): string[] {
  const mints: string[] = [];
  const add = (index: number): void => {
    const mint = view.accounts.get(index)?.mint;
    if (mint !== undefined && !mints.includes(mint)) mints.push(mint);
  };
  // Of a pool with several mints, only those of the trader's accounts.
  if (vaults.length === 2) for (const vault of vaults) add(vault);
  add('source' in trader ? trader.source : trader.a);
  add('source' in trader ? trader.destination : trader.b);
  return mints;
}
