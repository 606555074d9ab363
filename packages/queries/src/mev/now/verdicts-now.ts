import {
  CONFIDENCES,
  type Confidence,
  QUANTITY_BASES,
  recordAddresses,
  type Sandwich,
  type Sign,
  SUSPICION_REASONS,
  signsBy,
  type Verdict,
  type Verdicts,
  verdictBy,
} from '@tickscope/sandwich';
import { column, parseVerdicts, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../../database.js';
import { INTENT_COLUMNS } from '../intent-columns.js';
import { type Actor, readStandings } from './records-around.js';

/**
 * The columns of what was said of a sandwich, in a SELECT list, before those of its intent (`INTENT_COLUMNS`): its
 * verdicts by what the record may say come after these.
 */
export const VERDICT_COLUMNS = {
  confidence: column.oneOf(...CONFIDENCES),
  reason: column.nullable(column.oneOf(...SUSPICION_REASONS)),
  basis: column.nullable(column.oneOf(...QUANTITY_BASES)),
  ifUnknown: column.text,
  ifKnownBot: column.text,
  ifScalper: column.text,
  ...INTENT_COLUMNS,
};
export type VerdictRow = RowOf<typeof VERDICT_COLUMNS>;

/** A sandwich with what was said of it. */
export interface Judged extends Actor {
  stored: Verdict;
  signs: readonly Sign[];
  /** Null if an earlier version stored it: what was said then holds. */
  verdicts: Verdicts | null;
}

/** What is said of a sandwich as of now. */
export interface VerdictNow extends Verdict {
  signs: readonly Sign[];
  confidenceThen: Confidence;
}

export function judgedOf(actor: Actor, row: VerdictRow): Judged {
  const { confidence, reason, basis, intent, evidence } = row;
  return {
    ...actor,
    stored: { confidence, reason, basis, intent },
    signs: evidence,
    verdicts: parseVerdicts(row),
  };
}

/** Of a sandwich that the detector found. */
export function judgedSandwich(sandwich: Sandwich): Judged {
  const { id, firstSlot, confidence, reason, basis, intent, evidence, verdicts } = sandwich;
  const stored = { confidence, reason, basis, intent };
  return { id, firstSlot, addresses: recordAddresses(sandwich), stored, signs: evidence.signs, verdicts };
}

/**
 * The one door from what was said of sandwiches to what is said now (Rule 11, "then and now"): by the records of their
 * actors on both sides of the fronts. In the order of the sandwiches. One query for up to 500 of them, none where no
 * record decides.
 */
export async function readVerdictsNow(
  database: Database,
  sandwiches: readonly Judged[],
  context: QueryContext,
): Promise<VerdictNow[]> {
  const decided = sandwiches.filter(({ verdicts }) => verdicts !== null && verdicts.knownBot !== null);
  await context.beforeRecords?.(decided.flatMap(({ addresses }) => addresses));
  const standings = await readStandings(database, decided, context);
  const standingOf = new Map(decided.map((sandwich, at) => [sandwich, standings[at]!]));
  return sandwiches.map((sandwich) => {
    const { stored, signs, verdicts } = sandwich;
    const confidenceThen = stored.confidence;
    if (verdicts === null) return { ...stored, signs, confidenceThen };
    const { verdict, isKnownBot } = verdictBy(verdicts, standingOf.get(sandwich) ?? null);
    return { ...verdict, signs: signsBy(signs, isKnownBot), confidenceThen };
  });
}
