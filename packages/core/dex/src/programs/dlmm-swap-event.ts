import type { SwapEvent, SwapEventLayout } from '../layout.js';
import { EventFields } from './event-fields.js';

/**
 * Meteora DLMM's event of a swap, which it sends to itself. It states the bins, not their prices: those follow from the
 * swaps. The fee is of the input. `Swap2Evt`, which newer interfaces list beside it, is not read: its parts of the fee
 * overlap in a way that no source states.
 *
 * Source: MeteoraAg/dlmm-sdk `idls/dlmm.json`, event `Swap`; in 30 swaps of March 2024 to 2025, output ÷ (input − fee)
 * is the price of the bin, (1 + step)^bin with a step in whole basis points, or lies between those of the two bins
 * (`price-moves-data.test.ts`).
 */
const TAG = EventFields.selfCallTag('516ce3becdd00ac4');
const LENGTHS = [TAG.length + 2 * 32 + 2 * 4 + 2 * 8 + 1 + 2 * 8 + 16 + 8];

function read(data: Uint8Array): SwapEvent | null {
  const fields = EventFields.of(data, TAG, LENGTHS);
  if (fields === null) return null;
  const pool = fields.key();
  // Who paid.
  fields.skip(32);
  const [before, after] = [fields.i32(), fields.i32()];
  const [input, curveOut] = [fields.u64(), fields.u64()];
  const falls = fields.u8() !== 0;
  const curveIn = input - fields.u64();
  return { pool, falls, before, after, liquidity: null, curveIn, curveOut };
}

export const DLMM_SWAP: SwapEventLayout = { written: 'self_call', read };
