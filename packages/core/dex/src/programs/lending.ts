/**
 * Programs that lend. Who repays a loan and takes collateral out in one instruction pays one token and receives another,
 * as in a swap, and so does a liquidator: nothing is swapped in either. Unrelated wallets call them.
 *
 * Source of the ids: the same text under that name in many public repositories; liqprotocol/port-LIQ `src/ids.ts`
 * (Port Finance); sonarwatch/portfolio `packages/plugins/src/plugins/loopscale/constants.ts` (Loopscale). Jupiter Lend's
 * were seen on the chain.
 */
export interface LendingProgram {
  id: string;
  name: string;
}

export const LENDING_PROGRAMS: readonly LendingProgram[] = [
  { id: 'jupr81YtYssSyPt8jbnGuiWon5f6x9TcDEFxYe3Bdzi', name: 'Jupiter Lend vaults' },
  { id: 'jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9', name: 'Jupiter Lend earn' },
  { id: 'KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD', name: 'Kamino Lend' },
  { id: 'MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA', name: 'MarginFi' },
  { id: 'So1endDq2YkqhipRh3WViPa8hdiSpxWy6z3Z6tMCpAo', name: 'Save' },
  { id: 'Port7uDYB3wk6GJAw4KT1WpTeMtSu9bTcChBHkX2LfR', name: 'Port Finance' },
  { id: '1oopBoJG58DgkUVKkEzKgyG9dvRmpgeEm1AVjoHkF78', name: 'Loopscale' },
];
