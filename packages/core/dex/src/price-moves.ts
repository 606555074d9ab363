import { cachedPubkey, equalBytes } from '@tickscope/chain';
import type { SwapEvent } from './layout.js';
import type { LoggedData } from './logged-data.js';
import type { PriceMove } from './price-move.js';
import type { RecognisedCall } from './recognise.js';
import type { Swap } from './swap.js';
import type { TransactionView } from './transaction-view.js';

/**
 * Sets the price moves of an instruction's swaps from the events that its program wrote for it. An event belongs to the
 * first swap in its pool that has none yet.
 *
 * @param logged read only if the program writes its events to the log
 */
export function withPriceMoves(
  view: TransactionView,
  one: RecognisedCall,
  logged: () => LoggedData,
  swaps: Swap[],
): Swap[] {
  const { swapEvent } = one.program;
  if (swapEvent === undefined || swaps.length === 0) return swaps;
  for (const data of swapEvent.written === 'log' ? logged()(one.index) : selfCalls(view, one)) {
    const event = swapEvent.read(data);
    if (event === null) continue;
    const swap = swaps.find(
      ({ pool, priceMove }) => priceMove === null && equalBytes(cachedPubkey(pool), event.pool),
    );
    if (swap !== undefined) swap.priceMove = priceMoveOf(event, swap);
  }
  return swaps;
}

/** Data of the calls that the instruction's program made to itself. */
function selfCalls({ calls }: TransactionView, { call, index, end }: RecognisedCall): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = index + 1; at < end; at += 1)
    if (calls[at]!.program === call.program) found.push(calls[at]!.data);
  return found;
}

/** Null if the event does not fit what moved. */
function priceMoveOf(event: SwapEvent, { poolIn, poolOut }: Swap): PriceMove | null {
  const { falls, before, after, liquidity, curveIn, curveOut } = event;
  const feeIn = curveIn === null ? null : poolIn - curveIn;
  const feeOut = curveOut === null ? null : curveOut - poolOut;
  if ((feeIn !== null && (feeIn < 0n || feeIn > poolIn)) || (feeOut !== null && feeOut < 0n)) return null;
  return { falls, before, after, liquidity, feeIn, feeOut };
}
