import { hopAmounts } from './hop.js';
import type { FillLayout } from './layout.js';
import type { RecognisedCall } from './recognise.js';
import type { Fill } from './swap.js';
import { outerProgramOf, tokenSide } from './swap-record.js';
import type { TransactionView } from './transaction-view.js';
import type { Transfer } from './transfers.js';

/**
 * Decodes a maker's fill: what the maker's accounts gained and lost, and the taker's. A fill with a leg in native SOL
 * is omitted, because its lamports pass through accounts that the instruction does not name.
 */
export function decodeFill(
  view: TransactionView,
  { call, program }: RecognisedCall,
  layout: FillLayout,
  own: readonly Transfer[],
): Fill[] {
  const at = (index: number): number | undefined => call.accounts.at(index);
  const taker = at(layout.taker);
  const [makerOne, makerOther] = [at(layout.makerAccounts[0]), at(layout.makerAccounts[1])];
  const [takerOne, takerOther] = [at(layout.takerAccounts[0]), at(layout.takerAccounts[1])];
  if (taker === undefined || makerOne === undefined || makerOther === undefined) return [];
  if (takerOne === undefined || takerOther === undefined) return [];
  const amounts = hopAmounts(
    {
      pool: makerOne,
      vaults: [makerOne, makerOther],
      trader: { a: takerOne, b: takerOther, aToB: null },
      authority: taker,
      settlement: [],
      otherVaults: [],
    },
    own,
  );
  if (amounts === null || amounts.poolOut === 0n) return [];
  const gaining = view.accounts.get(amounts.vaultIn);
  const losing = view.accounts.get(amounts.vaultOut);
  const maker = losing?.owner ?? gaining?.owner ?? null;
  const takerText = view.textOf(taker);
  if (gaining === undefined || losing === undefined || maker === null || takerText === null) return [];
  if (gaining.mint === losing.mint) return [];
  const { feePayer, signers } = view.wallets();
  return [
    {
      slot: view.slot,
      blockIndex: view.tx.index,
      outerIndex: call.outerIndex,
      innerIndex: call.innerIndex,
      partIndex: 0,
      feePayer,
      signers,
      ...view.cost(),
      programId: program.id,
      dexName: program.name,
      taker: takerText,
      takerSigned: view.isSigner(taker),
      market: null,
      maker,
      mintIn: gaining.mint,
      mintOut: losing.mint,
      makerIn: amounts.poolIn,
      makerOut: amounts.poolOut,
      takerIn: amounts.traderIn,
      takerOut: amounts.traderOut,
      source: tokenSide(view, amounts.source),
      destination: tokenSide(view, amounts.destination),
      outerProgramId: outerProgramOf(view, call),
    },
  ];
}
