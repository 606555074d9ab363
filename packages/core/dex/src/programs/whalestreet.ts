import type { DexProgram, HopLayout } from '../layout.js';
import { swap } from './describe.js';

/**
 * WhaleStreet, priced by its market maker; no public interface description, and data that is partly encoded. The
 * direction is not known from it.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_registry_protocols.py`); a public
 * client of many venues (“EcoSwapSVM venue adapter”; accounts, the same in both directions).
 */
const HOP: HopLayout = { pool: 0, vaults: [3, 4], trader: { a: 1, b: 2, aToB: () => null }, authority: 5 };

export const WHALESTREET: DexProgram = {
  id: 'FW6zUqn4iKRaeopwwhwsquTY6ABWLLgjxtrC3VPnaWBf',
  name: 'WhaleStreet',
  kind: 'proprietary',
  instructions: [{ ...swap('swap_v2', '2b04ed0b1ac91e62', HOP), dataLength: 41, minAccounts: 8 }],
};
