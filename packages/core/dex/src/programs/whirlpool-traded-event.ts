import type { SwapEvent, SwapEventLayout } from '../layout.js';
import { EventFields } from './event-fields.js';

/**
 * Orca's event of a swap, which it has logged since 2025. Its input contains what the mint withholds, and both fees.
 *
 * Source: orca-so/whirlpools `programs/whirlpool/src/events.rs`, `Traded`, and `instructions/v2/swap.rs`; the same
 * fields in sevenlabs-hq/carbon `decoders/orca-whirlpool-decoder/src/events/traded.rs`.
 */
const TAG = Buffer.from('e1ca49af932ba096', 'hex');
const LENGTHS = [TAG.length + 32 + 1 + 2 * 16 + 6 * 8];

function read(data: Uint8Array): SwapEvent | null {
  const fields = EventFields.of(data, TAG, LENGTHS);
  if (fields === null) return null;
  const pool = fields.key();
  const falls = fields.u8() !== 0;
  const [before, after] = [fields.root(), fields.root()];
  const [input, curveOut, withheldIn] = [fields.u64(), fields.u64(), fields.u64()];
  fields.skip(8);
  const fees = fields.u64() + fields.u64();
  return { pool, falls, before, after, liquidity: null, curveIn: input - withheldIn - fees, curveOut };
}

export const WHIRLPOOL_TRADED: SwapEventLayout = { written: 'log', read };
