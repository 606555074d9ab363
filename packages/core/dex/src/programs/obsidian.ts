import type { DexProgram, HopLayout } from '../layout.js';
import { swap } from './describe.js';

/**
 * Obsidian, whose pools store a price; no public interface description. The trader's paying account comes first.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`); a substreams
 * module for native venues (the order of the accounts).
 */
const HOP: HopLayout = { pool: 1, vaults: [2, 3], trader: { source: 4, destination: 5 }, authority: 0 };

export const OBSIDIAN: DexProgram = {
  id: 'HBVw6bZtcCaezhcBrmfyXBSBRWCdv72271xQ4GPvms2z',
  name: 'Obsidian',
  kind: 'proprietary',
  instructions: [{ ...swap('swap', '01', HOP), dataLength: 9, minAccounts: 8 }],
};
