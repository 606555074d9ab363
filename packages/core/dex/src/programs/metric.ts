import type { DexProgram, HopLayout } from '../layout.js';
import { swap } from './describe.js';

/**
 * Metric, priced from its own oracle; no public interface description. The place of the direction is not known. Tags
 * 0c and 0d are withdrawals.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_registry_protocols.py`).
 */
const HOP: HopLayout = { pool: 1, vaults: [4, 5], trader: { a: 6, b: 7, aToB: () => null }, authority: 0 };

export const METRIC: DexProgram = {
  id: 'Bvs46DPFxiFE6YHxLDLD6QAUcmy51FyRVPZJusPxLk3j',
  name: 'Metric',
  kind: 'proprietary',
  instructions: [{ ...swap('swap', '01', HOP), dataLength: 27, minAccounts: 15 }],
};
