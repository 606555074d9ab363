import { firstIndex } from '@tickscope/chain';
import { decodeSwap } from './decode-swap.js';
import { gainOf, type HopAmounts } from './hop.js';
import type { AccountIndex, CurveTrade, CurveTradeLayout, SwapLayout } from './layout.js';
import { limitOf } from './limits.js';
import type { RecognisedCall } from './recognise.js';
import { SOL_MINT, type Swap } from './swap.js';
import { swapRecord } from './swap-record.js';
import type { TransactionView } from './transaction-view.js';
import type { Transfer } from './transfers.js';

/** Decodes a trade against a curve in native SOL, or in a token if the curve is quoted in one. */
export function decodeCurveTrade(
  view: TransactionView,
  recognised: RecognisedCall,
  layout: CurveTradeLayout,
  own: readonly Transfer[],
  isOnlyOfProgram: boolean,
): Swap[] {
  const asSwap = tokenQuoted(view, recognised, layout);
  if (asSwap !== null) return decodeSwap(view, recognised, asSwap, own);
  const { call, program } = recognised;
  const at = (index: AccountIndex): number | undefined => call.accounts.at(index);
  const pool = at(layout.pool);
  const solVault = at(layout.solVault ?? layout.pool);
  const vault = at(layout.vault);
  const traderAccount = at(layout.traderAccount);
  const authority = at(layout.authority);
  const wallet = at(layout.wallet);
  const mint = at(layout.mint);
  if (pool === undefined || solVault === undefined || vault === undefined || traderAccount === undefined)
    return [];
  if (authority === undefined || wallet === undefined || mint === undefined) return [];
  const mintText = view.textOf(mint);
  const lamports = layout.lamports(curveTrade(view, recognised, layout, mint, isOnlyOfProgram));
  if (mintText === null || lamports === null) return [];
  const isBuy = layout.side === 'buy';
  const poolTokens = isBuy ? -gainOf(vault, own, []) : gainOf(vault, own, []);
  const traderTokens = isBuy ? gainOf(traderAccount, own, []) : -gainOf(traderAccount, own, []);
  if (poolTokens < 0n || traderTokens < 0n) return [];
  const amounts: HopAmounts = {
    vaultIn: isBuy ? solVault : vault,
    vaultOut: isBuy ? vault : solVault,
    source: isBuy ? wallet : traderAccount,
    destination: isBuy ? traderAccount : wallet,
    poolIn: isBuy ? lamports.pool : poolTokens,
    poolOut: isBuy ? poolTokens : lamports.pool,
    traderIn: isBuy ? lamports.trader : traderTokens,
    traderOut: isBuy ? traderTokens : lamports.trader,
    isPaidNative: !isBuy,
  };
  const swap = swapRecord(view, program, call, 0, {
    amounts,
    pool,
    authority,
    mintIn: isBuy ? SOL_MINT : mintText,
    mintOut: isBuy ? mintText : SOL_MINT,
    nativeIn: isBuy ? wallet : null,
    nativeOut: isBuy ? null : wallet,
    limit: limitOf(layout.limit, call.data),
  });
  return swap === null ? [] : [swap];
}

/** The layout of the instruction as a swap between token accounts; null if the quote is native SOL. */
export function tokenQuoted(
  view: TransactionView,
  { call }: RecognisedCall,
  layout: CurveTradeLayout,
): SwapLayout | null {
  const { quote } = layout;
  if (quote === undefined) return null;
  const quoteMint = view.textOf(call.accounts.at(quote.mint));
  if (quoteMint === null || quoteMint === SOL_MINT) return null;
  return {
    does: 'swap',
    name: layout.name,
    discriminator: layout.discriminator,
    hops: [
      {
        pool: layout.pool,
        vaults: [layout.vault, quote.vault],
        trader: { a: layout.traderAccount, b: quote.traderAccount, aToB: () => layout.side === 'sell' },
        authority: layout.authority,
      },
    ],
    limit: layout.limit,
  };
}

function curveTrade(
  view: TransactionView,
  { index, end, call }: RecognisedCall,
  { side }: CurveTradeLayout,
  mint: number,
  isOnlyOfProgram: boolean,
): CurveTrade {
  const { calls, movements, meta } = view;
  const place = (account: AccountIndex | null): number | null | undefined =>
    account === null ? null : call.accounts.at(account);
  return {
    side,
    mint: view.keys[mint]!,
    selfCalls: calls
      .slice(index + 1, end)
      .filter(({ program }) => program === call.program)
      .map(({ data }) => data),
    moved: (from, to) => {
      const source = place(from);
      const destination = place(to);
      let sum = 0n;
      // Transfers are in the order of their calls.
      const first = firstIndex(movements.lamports.length, (at) => movements.lamports[at]!.call <= index);
      for (let at = first; at < movements.lamports.length; at += 1) {
        const transfer = movements.lamports[at]!;
        if (transfer.call >= end) break;
        if (source !== null && transfer.source !== source) continue;
        if (destination !== null && transfer.destination !== destination) continue;
        sum += transfer.lamports;
      }
      return sum;
    },
    change: (account) => {
      const key = call.accounts.at(account);
      const before = key === undefined ? undefined : meta.preBalances[key];
      const after = key === undefined ? undefined : meta.postBalances[key];
      return before === undefined || after === undefined ? null : after - before;
    },
    isOnlyOfProgram,
  };
}
