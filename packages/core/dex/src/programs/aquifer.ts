import type { DexProgram, HopLayout } from '../layout.js';
import { swap } from './describe.js';

/**
 * Aquifer, priced by its market maker; no public interface description. An instance holds several coins, each with a
 * vault that its own account owns; the instruction names those of the coin paid out first. The pool is the instance.
 *
 * Source: an on-chain arbitrage program’s adapter with a test of the wire format (`AquiferAccounts`); a public decoder
 * whose layouts were checked on executed swaps (`solana_registry_protocols.py`; tag, length, vaults).
 */
const HOP: HopLayout = { pool: 9, vaults: [13, 15], trader: { source: 6, destination: 3 }, authority: 1 };

export const AQUIFER: DexProgram = {
  id: 'AQU1FRd7papthgdrwPTTq5JacJh8YtwEXaBfKU3bTz45',
  name: 'Aquifer',
  kind: 'proprietary',
  instructions: [{ ...swap('swap', '01', HOP), dataLength: 9, minAccounts: 16 }],
};
