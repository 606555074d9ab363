import type { DexProgram, HopLayout } from '../layout.js';
import { always, never } from './data-flags.js';
import { leastOut, mostIn } from './data-limits.js';
import { collected, created, removed, swap } from './describe.js';

/**
 * Raydium LaunchLab: tokens on a bonding curve (LetsBonk and others launch on it) until they move to a pool.
 *
 * Source: sevenlabs-hq/carbon `decoders/raydium-launchpad-decoder/src/instructions`; okxlabs/DEX-Router-Solana-V1
 * `adapters/raydium_launchpad.rs`.
 */
const BUY: HopLayout = { pool: 4, vaults: [7, 8], trader: { a: 5, b: 6, aToB: never }, authority: 0 };
const SELL: HopLayout = { ...BUY, trader: { a: 5, b: 6, aToB: always } };

export const RAYDIUM_LAUNCHLAB: DexProgram = {
  id: 'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj',
  name: 'Raydium LaunchLab',
  kind: 'bonding_curve',
  instructions: [
    swap('buy_exact_in', 'faea0d7bd59c13ec', BUY, leastOut(16)),
    swap('buy_exact_out', '18d3742869039938', BUY, mostIn(16)),
    swap('sell_exact_in', '9527de9bd37c981a', SELL, leastOut(16)),
    swap('sell_exact_out', '5fc8472208090ba6', SELL, mostIn(16)),
    created('initialize', 'afaf6d1f0d989bed', 5, [8, 9], 0),
    created('initialize_v2', '4399af27da102620', 5, [8, 9], 0),
    created('initialize_with_token_2022', '25be7ede2c9aab11', 5, [8, 9], 0),
    removed('migrate_to_amm', 'cf52c091fecf91df', 23, [25, 26], 0),
    removed('migrate_to_cpswap', '885cc8671cda908c', 17, [19, 20], 0),
    removed('claim_vested_token', '3121681ebd9d4f23', 2, [4], 0),
    collected('collect_fee', '3cadf767045d8230', 2, [4], 0),
    collected('collect_migrate_fee', 'ffba96dfeb76c9ba', 2, [4], 0),
    collected('claim_platform_fee', '9c27d0874ced3d48', 2, [4], 0),
  ],
};
