import { placeKey } from '../instruction-position.js';

/** 20 bytes each in the address of a request, of which ClickHouse takes 1 MiB (http_max_uri_size). */
const POSITIONS_AT_ONCE = 10_000;

interface Place {
  slot: number;
  blockIndex: number;
}

/** The distinct places, in the chain's order, in as many parts as one query takes as parameters. */
export function* inTurns(places: readonly Place[]): Generator<Place[]> {
  const distinct = [...new Map(places.map((place) => [placeKey(place), place])).values()].sort(
    (a, b) => a.slot - b.slot || a.blockIndex - b.blockIndex,
  );
  for (let at = 0; at < distinct.length; at += POSITIONS_AT_ONCE)
    yield distinct.slice(at, at + POSITIONS_AT_ONCE);
}
