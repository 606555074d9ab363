import type { SlotRange } from '@tickscope/chain';
import {
  CONFIDENCES,
  type Confidence,
  INTENTS,
  type Intent,
  LIVE_MAX_SPAN,
  ownTrip,
  verdictBy,
} from '@tickscope/sandwich';
import { column, defineQuery, param, parseVerdicts, type RowOf, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { readStandingsOf } from '../mev/now/records-around.js';

const ENTITY_SANDWICHES = defineQuery({
  name: 'entity-sandwiches',
  sql: sqlFile(import.meta.url, './entity-sandwiches.sql'),
  params: {
    address: param.text,
    from_slot: param.integer,
    to_slot: param.integer,
    span: param.integer,
    most: param.integer,
  },
  row: {
    firstSlot: column.integer,
    lastSlot: column.integer,
    /** Unix seconds, of the last backrun leg. */
    blockTime: column.nullable(column.integer),
    linkAddress: column.text,
    attackers: column.list(column.address),
    privateProgram: column.nullable(column.address),
    pool: column.address,
    backPool: column.address,
    programId: column.address,
    mintIn: column.address,
    mintOut: column.address,
    gainMint: column.address,
    quantityRatio: column.float,
    /** Decimal, in the smallest unit of `gainMint`; `cost` in lamports. */
    gross: column.text,
    net: column.nullable(column.text),
    cost: column.nullable(column.text),
    isAimed: column.flag,
    victimCount: column.integer,
    /** Victims that lost something, or may have. */
    harmedCount: column.integer,
    attemptCount: column.integer,
    confidence: column.oneOf(...CONFIDENCES),
    intent: column.oneOf(...INTENTS),
    ifUnknown: column.text,
    ifKnownBot: column.text,
    ifScalper: column.text,
  },
});
type Row = RowOf<typeof ENTITY_SANDWICHES>;

/** A sandwich of an entity as of now. */
export interface EntitySandwich extends Row {
  confidence: Confidence;
  intent: Intent;
}

/** The sandwiches of a wallet in a range, newest first; more than `most` are cut. */
export async function readEntitySandwiches(
  database: Database,
  { address, range, most }: { address: string; range: SlotRange; most: number },
  context: QueryContext,
): Promise<EntitySandwich[]> {
  const params = { address, from_slot: range.fromSlot, to_slot: range.toSlot, span: LIVE_MAX_SPAN, most };
  const rows = await database.rows(ENTITY_SANDWICHES, params, context);
  const judged = rows.map((row) => ({ row, verdicts: parseVerdicts(row) }));
  const decided = judged.filter(({ verdicts }) => verdicts !== null && verdicts.knownBot !== null);
  const actors = decided.map(({ row }) => ({
    firstSlot: row.firstSlot,
    addresses: addressesOf(row),
    own: ownTrip({ ...row, gross: BigInt(row.gross), net: row.net === null ? null : BigInt(row.net) }),
  }));
  const standings = await readStandingsOf(database, actors, context);
  const standingOf = new Map(decided.map(({ row }, at) => [row, standings[at]!]));
  return judged.map(({ row, verdicts }) => {
    if (verdicts === null) return row;
    const { confidence, intent } = verdictBy(verdicts, standingOf.get(row) ?? null).verdict;
    return { ...row, confidence, intent };
  });
}

function addressesOf({ attackers, linkAddress, privateProgram }: Row): string[] {
  return [...new Set([...attackers, linkAddress, ...(privateProgram === null ? [] : [privateProgram])])];
}
