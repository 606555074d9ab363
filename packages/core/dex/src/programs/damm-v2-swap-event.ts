import type { SwapEvent, SwapEventLayout } from '../layout.js';
import { EventFields } from './event-fields.js';

/**
 * Meteora DAMM v2's event of a swap, which it sends to itself. Pools that add fees to their reserves (mode 2) have no
 * fixed liquidity; their events are not read. Those before this event (`EvtSwap`, to 2025) do not say which token the
 * fee was taken from.
 *
 * Source: MeteoraAg/damm-v2 `programs/cp-amm/src/event.rs`, `EvtSwap2`, and `state/pool.rs`, `SwapResult2`; in a swap of
 * October 2025 its amounts are those of the transfers.
 */
const TAG = EventFields.selfCallTag('bd4233a826507599');
const LENGTHS = [TAG.length + 32 + 3 + (2 * 8 + 1) + (4 * 8 + 16 + 4 * 8) + 6 * 8];
const COMPOUNDING = 2;

function read(data: Uint8Array): SwapEvent | null {
  const fields = EventFields.of(data, TAG, LENGTHS);
  if (fields === null) return null;
  const pool = fields.key();
  const falls = fields.u8() === 0;
  if (fields.u8() === COMPOUNDING) return null;
  // Whether there is a referral, and what was asked for.
  fields.skip(1 + 2 * 8 + 1);
  const [input, curveIn] = [fields.u64(), fields.u64()];
  // What was left of the input.
  fields.skip(8);
  const [output, after] = [fields.u64(), fields.root()];
  const fees = fields.u64() + fields.u64() + fields.u64() + fields.u64();
  // Fees that are not the input's are the output's.
  const curveOut = input === curveIn ? output + fees : output;
  return { pool, falls, before: null, after, liquidity: null, curveIn, curveOut };
}

export const DAMM_V2_SWAP: SwapEventLayout = { written: 'self_call', read };
