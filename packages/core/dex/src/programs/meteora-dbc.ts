import type { DexProgram, HopLayout } from '../layout.js';
import { byMode, leastOut } from './data-limits.js';
import { collected, created, removed, swap } from './describe.js';

/**
 * Meteora's dynamic bonding curve: launches on a curve of several constant-product pieces.
 *
 * Source: sevenlabs-hq/carbon `decoders/meteora-dbc-decoder/src/instructions`. Launches with a transfer hook, and the
 * second version of fee claims: MeteoraAg/dynamic-bonding-curve `programs/dynamic-bonding-curve/src/lib.rs` (claims
 * have the accounts of the first version, creation the hook's program before the payer).
 */
const HOP: HopLayout = { pool: 2, vaults: [5, 6], trader: { source: 3, destination: 4 }, authority: 9 };

export const METEORA_DBC: DexProgram = {
  id: 'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN',
  name: 'Meteora DBC',
  kind: 'bonding_curve',
  instructions: [
    swap('swap', 'f8c69e91e17587c8', HOP, leastOut(16)),
    swap('swap2', '414b3f4ceb5b5b88', HOP, byMode(16, 24)),
    swap('swap2_with_transfer_hook', 'b75d992818e6c297', HOP, byMode(16, 24)),
    created('initialize_virtual_pool_with_spl_token', '8c55d7b06636684f', 5, [6, 7], 10),
    created('initialize_virtual_pool_with_token2022', 'a976334e916edc9b', 5, [6, 7], 8),
    created('initialize_virtual_pool_with_token2022_transfer_hook', 'b60de9b12a918702', 5, [6, 7], 9),
    removed('migrate_meteora_damm', '1b013016b43f76d9', 0, [17, 18], 22),
    removed('migration_damm_v2', '9ca9e66735e45040', 0, [17, 18], 19),
    removed('withdraw_leftover', '14c6caedebf3b742', 2, [4], null),
    collected('claim_trading_fee', '08ec5931987db151', 2, [5, 6], 9),
    collected('claim_trading_fee2', '54bf473209a237c1', 2, [5, 6], 9),
    collected('claim_creator_trading_fee', '52dcfabd03556b2d', 1, [4, 5], 8),
    collected('claim_creator_trading_fee2', 'eef7d55e6e91588e', 1, [4, 5], 8),
    collected('claim_protocol_fee', 'a5e4853063f9ff21', 2, [3, 4], 10),
    collected('partner_withdraw_surplus', 'a8ad4864c962265c', 2, [4], 6),
    collected('creator_withdraw_surplus', 'a50389071c864c50', 2, [4], 6),
    collected('protocol_withdraw_surplus', '3688e18aacb6d6a7', 2, [4], null),
    collected('withdraw_migration_fee', 'ed8e2d178106dea2', 2, [4], 6),
  ],
};
