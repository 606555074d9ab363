import type { DexProgram } from '../layout.js';

/**
 * Programs in which takers trade with market makers at quoted prices, without pools (`Fill`).
 *
 * Source: the interface description of RFQ v2 as embedded in the public `fill-decoder` (accounts, base before quote); a
 * public decoder whose layouts were checked on executed fills (`solana_swap_protocols.py`); the order engine's `fill`
 * in its public source (`order_engine`, accounts of `Fill`).
 */
export const JUPITER_RFQ_V2: DexProgram = {
  id: 'fd3nMFYTQjX1yr5ER8u7tPdHJB7qt8RpDpNtLQX2Br5',
  name: 'Jupiter RFQ v2',
  kind: 'proprietary',
  instructions: [
    {
      does: 'fill',
      name: 'fill_exact_in',
      discriminator: 'ded006d19aa3365e',
      minAccounts: 11,
      taker: 0,
      takerAccounts: [2, 3],
      makerAccounts: [4, 5],
    },
  ],
};

export const JUPITER_Z: DexProgram = {
  id: '61DFfeTKM7trxYcPQCM78bJ794ddZprZpAwAnLiwTpYH',
  name: 'Jupiter Z',
  kind: 'proprietary',
  instructions: [
    {
      does: 'fill',
      name: 'fill',
      discriminator: 'a860b7a35c0a28a0',
      minAccounts: 10,
      taker: 0,
      takerAccounts: [2, 4],
      makerAccounts: [3, 5],
    },
  ],
};

export const MAKER_PROGRAMS: readonly DexProgram[] = [JUPITER_RFQ_V2, JUPITER_Z];
