import type { Waiting } from '../queue/block-queue.js';

/** More than a block needs to the ingester, and than the chain's clock is usually off. */
const LATE_MS = 10_000;

/** Whether a block was made long before it arrived, as after a pause or an outage. Without a time it was not. */
export function isLate({
  block: { blockTime },
  arrivedAt,
}: Pick<Waiting, 'arrivedAt'> & { block: Pick<Waiting['block'], 'blockTime'> }): boolean {
  return blockTime !== null && arrivedAt - blockTime * 1_000 > LATE_MS;
}
