import { comparePositions, positionKey, type TxPosition } from '@tickscope/chain';

/** 20 bytes each in the address of a request, of which ClickHouse takes 1 MiB (http_max_uri_size). */
const POSITIONS_AT_ONCE = 10_000;

/** The distinct positions, in the chain's order, in batches that one query takes as parameters. */
export function* positionBatches(positions: readonly TxPosition[]): Generator<TxPosition[]> {
  const distinct = [...new Map(positions.map((position) => [positionKey(position), position])).values()].sort(
    comparePositions,
  );
  for (let at = 0; at < distinct.length; at += POSITIONS_AT_ONCE)
    yield distinct.slice(at, at + POSITIONS_AT_ONCE);
}
