import {
  CONFIDENCES,
  INTENTS,
  isDecidedByRecord,
  judge,
  QUANTITY_BASES,
  SIGNS,
  SUSPICION_REASONS,
  type VerdictNow,
  type Verdicts,
} from '@tickscope/sandwich';
import { column, defineFileQuery, param, type Read, type RowOf } from '../query/index.js';
import { victimsBy } from './sandwich-rows.js';
import { readStandings } from './standings.js';

/** How the tables name the standing of an actor whose record says nothing. */
export const NO_STANDING = 'unknown';
const STANDINGS = [NO_STANDING, 'scalper', 'known_bot'] as const;

const VERDICT = {
  confidence: column.oneOf(...CONFIDENCES),
  reason: column.nullable(column.oneOf(...SUSPICION_REASONS)),
  basis: column.nullable(column.oneOf(...QUANTITY_BASES)),
  intent: column.oneOf(...INTENTS),
};
const JUDGED_ROWS = defineFileQuery(import.meta.url, './judged-rows.sql', {
  params: {
    from_slot: param.integer,
    to_slot: param.integer,
    addresses: param.texts,
    with_provisional: param.flag,
  },
  row: {
    id: column.text,
    firstSlot: column.integer,
    lastSlot: column.integer,
    revision: column.integer,
    isFinal: column.flag,
    /** Under which its actor has a record. */
    addresses: column.list(column.text),
    alternatives: column.list(column.tuple({ standing: column.oneOf(...STANDINGS), ...VERDICT })),
    standing: column.oneOf(...STANDINGS),
    ...VERDICT,
    evidence: column.list(column.oneOf(...SIGNS)),
    victimCount: column.integer,
    listedVictims: column.integer,
    harmedCount: column.integer,
  },
});
type JudgedRow = RowOf<typeof JUDGED_ROWS>;

/** Which stored sandwiches are judged again. */
export interface JudgedRange {
  /** Slots of the first legs, both included. */
  fromSlot: number;
  toSlot: number;
  /** Only those whose actor has one of these addresses, base58; absent: all. */
  addresses?: readonly string[];
  /** Also those that detection still writes: only where no other process does. */
  withProvisional: boolean;
}

/** A stored sandwich whose verdict of now is another than the stored one. */
export interface StaleVerdict {
  row: Pick<JudgedRow, 'id' | 'firstSlot' | 'lastSlot' | 'revision' | 'isFinal' | 'addresses'>;
  verdict: VerdictNow;
  /** As of now. */
  victimCount: number;
}

/** Reads stored sandwiches, and chooses the verdicts of now by the records of their actors. */
export async function staleVerdicts(
  read: Read,
  { fromSlot, toSlot, addresses = [], withProvisional }: JudgedRange,
): Promise<StaleVerdict[]> {
  const rows = await read(JUDGED_ROWS, {
    from_slot: fromSlot,
    to_slot: toSlot,
    addresses,
    with_provisional: withProvisional,
  });
  const open = rows.map((row) => ({ row, verdicts: verdictsOf(row) }));
  const decided = open.filter(({ verdicts }) => isDecidedByRecord(verdicts));
  const standings = await readStandings(
    read,
    decided.map(({ row }) => row),
  );
  const standingOf = new Map(decided.map(({ row }, at) => [row, standings[at]!]));
  return open.flatMap(({ row, verdicts }) => {
    const verdict = judge({ verdicts, signs: row.evidence }, standingOf.get(row) ?? null);
    const victimCount = victimsBy(verdict, { listed: row.listedVictims, harmed: row.harmedCount });
    return isStored(row, verdict, victimCount) ? [] : [{ row, verdict, victimCount }];
  });
}

/** @throws Error for a row without the verdict of an unknown actor */
function verdictsOf({ id, alternatives }: JudgedRow): Verdicts {
  const by = (wanted: JudgedRow['standing']) => {
    const found = alternatives.find(({ standing }) => standing === wanted);
    if (found === undefined) return null;
    const { confidence, reason, basis, intent } = found;
    return { confidence, reason, basis, intent };
  };
  const unknown = by(NO_STANDING);
  if (unknown === null) throw new Error(`the sandwich ${id} is stored without a verdict of an unknown actor`);
  return { unknown, knownBot: by('known_bot'), scalper: by('scalper') };
}

function isStored(row: JudgedRow, verdict: VerdictNow, victimCount: number): boolean {
  const { confidence, reason, basis, intent, signs, standing } = verdict;
  return (
    row.standing === (standing ?? NO_STANDING) &&
    row.confidence === confidence &&
    row.reason === reason &&
    row.basis === basis &&
    row.intent === intent &&
    row.victimCount === victimCount &&
    row.evidence.join() === signs.join()
  );
}
