import type { Schemas } from '@tickscope/sdk';

type Dated = Pick<Schemas['SandwichEvent'], 'id' | 'slot_range' | 'block_time'>;

/**
 * Sandwiches by when they ended, newest first: `block_time` is that of the last backrun. The API lists them by their
 * first leg, and the feed as they are found, so a time column in either order would go up and down.
 */
export function newestFirst<One extends Dated>(sandwiches: readonly One[]): One[] {
  return sandwiches.toSorted(
    (left, right) =>
      right.slot_range.to - left.slot_range.to ||
      (right.block_time ?? 0) - (left.block_time ?? 0) ||
      right.slot_range.from - left.slot_range.from ||
      right.id.localeCompare(left.id, 'en', { numeric: true }),
  );
}
