import {
  isDecidedByRecord,
  judge,
  recordAddresses,
  type Sandwich,
  type VerdictNow,
} from '@tickscope/sandwich';
import type { Read } from '../query/index.js';
import { readStandings } from './standings.js';

/**
 * Judges detected sandwiches by the stored records of their actors on both sides of the fronts (Rule 11, "then and now"), in
 * the order of the sandwiches. Reads nothing where no record decides.
 *
 * @param beforeRecords awaited before the records of these addresses are read
 */
export async function verdictsNow(
  read: Read,
  sandwiches: readonly Sandwich[],
  beforeRecords?: (addresses: readonly string[]) => Promise<void>,
): Promise<VerdictNow[]> {
  const actors = sandwiches
    .filter(({ verdicts }) => isDecidedByRecord(verdicts))
    .map((sandwich) => ({ sandwich, ...sandwich, addresses: recordAddresses(sandwich) }));
  await beforeRecords?.(actors.flatMap(({ addresses }) => addresses));
  const standings = await readStandings(read, actors);
  const standingOf = new Map(actors.map(({ sandwich }, at) => [sandwich, standings[at]!]));
  return sandwiches.map((sandwich) =>
    judge({ verdicts: sandwich.verdicts, signs: sandwich.evidence.signs }, standingOf.get(sandwich) ?? null),
  );
}
