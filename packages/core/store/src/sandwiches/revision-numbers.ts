/**
 * The numbers of a sandwich's revisions: of two revisions the higher one is the newer. Writers that do not know of each other
 * give different numbers to what differs: detection gives even ones to final sandwiches and retractions and odd ones to
 * provisional sandwiches; a pass over verdicts gives odd ones, to final sandwiches. Of a pass and a detection that continue the
 * same revision, detection has the higher number: a pass repeats what was found before.
 */

/** The most by which a revision is above the one before. */
export const LONGEST_REVISION_STEP = 4;

export interface FormerRevision {
  revision: number;
  isFinal: boolean;
  isDeleted: boolean;
}

/** @param legsRevision the highest of its legs, which a killed writer may have stored alone */
export function detectedRevision(
  former: FormerRevision | undefined,
  legsRevision: number,
  isFinal: boolean,
): number {
  const mayBeJudged = former?.isFinal === true && !former.isDeleted;
  const revision = former?.revision ?? 0;
  const below = Math.max(legsRevision, mayBeJudged ? judgedRevision(revision) : revision);
  return nextOf(below, isFinal ? 0 : 1);
}

/** The number of a former revision with another verdict. */
export function judgedRevision(former: number): number {
  return nextOf(former, 1);
}

/** The next number of a parity. */
function nextOf(former: number, parity: 0 | 1): number {
  return former + ((former + 1) % 2 === parity ? 1 : 2);
}
