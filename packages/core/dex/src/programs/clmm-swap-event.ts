import type { SwapEvent, SwapEventLayout } from '../layout.js';
import { EventFields } from './event-fields.js';

/**
 * The event of a swap of Raydium's concentrated pools and their copies. It states the price and the liquidity after the
 * swap. Newer ones state the fees too, by token.
 *
 * Source: raydium-io/raydium-clmm `programs/amm/src/states/pool.rs`, `SwapEvent`, and `instructions/swap_v2.rs`; without
 * the fees in byreal-git/byreal-clmm `idl/byreal_clmm.json` and sevenlabs-hq/carbon `decoders/raydium-clmm-decoder`. In
 * 28 swaps of March 2024 and of 2025, the amounts follow from price and liquidity with the fee of a configuration
 * (`price-moves-data.test.ts`).
 */
const TAG = Buffer.from('40c6cde8260871e2', 'hex');
const LENGTH = TAG.length + 4 * 32 + 4 * 8 + 1 + 2 * 16 + 4;
const LENGTHS = [LENGTH, LENGTH + 2 * 8];

function read(data: Uint8Array): SwapEvent | null {
  const fields = EventFields.of(data, TAG, LENGTHS);
  if (fields === null) return null;
  const pool = fields.key();
  // Who paid, and the accounts of both tokens.
  fields.skip(3 * 32);
  const [first, firstWithheld, second, secondWithheld] = [
    fields.u64(),
    fields.u64(),
    fields.u64(),
    fields.u64(),
  ];
  const falls = fields.u8() !== 0;
  const [after, liquidity] = [fields.root(), fields.u128()];
  // The tick.
  fields.skip(4);
  // The input is without what its mint withholds, the output without what its mint withholds of it.
  const curveOut = falls ? second + secondWithheld : first + firstWithheld;
  const move = { pool, falls, before: null, after, liquidity };
  if (fields.isAtEnd) return { ...move, curveIn: null, curveOut };
  const [firstFee, secondFee] = [fields.u64(), fields.u64()];
  const [input, feeIn, feeOut] = falls ? [first, firstFee, secondFee] : [second, secondFee, firstFee];
  return { ...move, curveIn: input - feeIn, curveOut: curveOut + feeOut };
}

export const CLMM_SWAP: SwapEventLayout = { written: 'log', read };
