import { comparePositions, positionKey, type TxPosition } from '@tickscope/chain';

/** About 20 bytes each in the request's URL, which ClickHouse limits to 1 MiB (http_max_uri_size). */
const POSITIONS_AT_ONCE = 10_000;

/** Yields the distinct positions in chain order, in batches small enough for one query's parameters. */
export function* positionBatches<Position extends TxPosition>(
  positions: readonly Position[],
): Generator<Position[]> {
  const distinct = [...new Map(positions.map((position) => [positionKey(position), position])).values()].sort(
    comparePositions,
  );
  for (let at = 0; at < distinct.length; at += POSITIONS_AT_ONCE)
    yield distinct.slice(at, at + POSITIONS_AT_ONCE);
}
