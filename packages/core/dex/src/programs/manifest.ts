import type { DexProgram, HopLayout, LimitPlace } from '../layout.js';
import { flagAt } from './data-flags.js';
import { leastOut, mostIn } from './data-limits.js';
import { added, created, removed, swap } from './describe.js';
import { manifestFill } from './manifest-fill-log.js';

/**
 * Manifest, an order book. Orders may be backed by a global vault that pays into the market's vault during the swap or
 * when an order is placed. An order placed by `BatchUpdate` that fills moves no tokens, only balances that the market
 * keeps for its traders: it is written to the log alone, and read from there as a fill (`Fill.market`).
 *
 * Source: CKS-Systems/manifest `client/idl/manifest.json`; okxlabs/DEX-Router-Solana-V1 `adapters/manifest.rs` (data:
 * tag, in atoms, out atoms, is base in, is exact in).
 */
const SWAP: HopLayout = {
  pool: 1,
  vaults: [5, 6],
  trader: { a: 3, b: 4, aToB: flagAt(17) },
  authority: 0,
  settlement: [12],
};
const SWAP_V2: HopLayout = {
  pool: 2,
  vaults: [6, 7],
  trader: { a: 4, b: 5, aToB: flagAt(17) },
  authority: 1,
  settlement: [13],
};

/** With the input given, the output is the least; with the output given, the input is the most. */
function limit(data: Uint8Array): LimitPlace | null {
  return data[18] === 1 ? leastOut(9) : data[18] === 0 ? mostIn(1) : null;
}

export const MANIFEST: DexProgram = {
  id: 'MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms',
  name: 'Manifest',
  kind: 'order_book',
  instructions: [
    swap('Swap', '04', SWAP, limit),
    swap('SwapV2', '0d', SWAP_V2, limit),
    created('CreateMarket', '00', 1, [5, 6], 0),
    added('Deposit', '02', 1, [3], 0),
    removed('Withdraw', '03', 1, [3], 0),
    { ...added('BatchUpdate', '06', 1, [6, 11], 0), loggedFill: manifestFill },
  ],
};
