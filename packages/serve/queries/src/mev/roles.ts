import { groupBy, positionKey, type TxPosition } from '@tickscope/chain';
import { column, defineFileQuery, LEG_ROLES, type LegRole, param } from '@tickscope/store';
import { bestVersions } from '../best-versions.js';
import { perDatabase } from '../caches/per-database.js';
import { type Changes, SettledRows } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { type Evidence, type KnownSandwich, readEvidence } from './sandwich-evidence.js';
import { VICTIM_COLUMNS } from './sandwich-rows.js';

const LEGS_AT = defineFileQuery(import.meta.url, './legs-at.sql', {
  params: { positions: param.positions },
  row: {
    slot: column.integer,
    blockIndex: column.integer,
    sandwichId: column.text,
    role: column.oneOf(...LEG_ROLES),
    ...VICTIM_COLUMNS,
    outerIndex: column.integer,
    innerIndex: column.integer,
    partIndex: column.integer,
    version: column.integer,
    isLeg: column.flag,
  },
  isPointRead: true,
});

const LEGS_NEAR = defineFileQuery(import.meta.url, './legs-near.sql', {
  params: { slots: param.integers },
  row: { slot: column.integer, blockIndex: column.integer },
  isPointRead: true,
});
const LEGS_OF_RANGE = defineFileQuery(import.meta.url, './legs-of-range.sql', {
  params: { from: param.integer, to: param.integer },
  row: { slot: column.integer, blockIndex: column.integer },
  isPointRead: true,
});
/** 16,384 slots, some 10 MB where each has a sandwich. */
const MOST_BUCKETS = 64;
const settledLegsOf = perDatabase(
  () => new SettledRows<TxPosition>({ mostBuckets: MOST_BUCKETS, reach: 1, keepsEmpty: true }),
);

const ROLES = {
  front: 'frontrun',
  victim: 'victim',
  back: 'backrun',
  front_attempt: 'frontrun_attempt',
  back_attempt: 'backrun_attempt',
} as const satisfies Record<LegRole, string>;

/** The part of a transaction in a sandwich that counts. */
export interface Role extends Pick<Evidence, 'confidence' | 'intent'> {
  sandwich_id: string;
  role: (typeof ROLES)[LegRole];
}

/** A part of a transaction in a sandwich. */
export interface LegAt extends TxPosition {
  sandwichId: string;
  role: LegRole;
}

/**
 * Reads which transactions of some slots may have a part in a sandwich, by position.
 *
 * @param asked.slots at least one
 * @param asked.changes what the answer's blocks were read with: of settled slots the legs are no older than they
 */
export async function readLegsNear(
  database: Database,
  { slots, changes }: { slots: readonly number[]; changes: Changes | null },
  context: QueryContext,
): Promise<Set<string>> {
  const settled =
    changes &&
    (await settledLegsOf(database).read({
      range: { fromSlot: Math.min(...slots), toSlot: Math.max(...slots) },
      changes,
      read: ({ fromSlot: from, toSlot: to }) => database.rows(LEGS_OF_RANGE, { from, to }, context),
    }));
  const asked = new Set(slots);
  const rows =
    settled?.filter(({ slot }) => asked.has(slot)) ??
    (await database.rows(LEGS_NEAR, { slots: [...slots] }, context));
  return new Set(rows.map(positionKey));
}

/** Reads the parts of some transactions in sandwiches, counted or not, with what each victim's swap lost. */
export async function readLegsAt(
  database: Database,
  positions: readonly TxPosition[],
  context: QueryContext,
) {
  if (positions.length === 0) return [];
  const versions = await database.rows(LEGS_AT, { positions: [...positions] }, context);
  const legs = bestVersions(
    versions,
    ({ slot, blockIndex, outerIndex, innerIndex, partIndex, sandwichId, role }) =>
      `${slot}.${blockIndex}.${outerIndex}.${innerIndex}.${partIndex}/${sandwichId}/${role}`,
  );
  return [...legs.values()].filter(({ isLeg }) => isLeg);
}

/** The parts of transactions in those sandwiches that count as of now, by position; each part once. */
export function rolesByPosition(
  legs: readonly LegAt[],
  evidence: ReadonlyMap<string, Pick<KnownSandwich, 'evidence'>>,
): Map<string, Role[]> {
  const roles = [...groupBy(legs, positionKey)].map(([key, own]): [string, Role[]] => {
    const each = groupBy(own, ({ sandwichId, role }) => `${sandwichId}/${role}`);
    const counted = [...each.values()].flatMap(([leg]): Role[] => {
      const { sandwichId, role } = leg!;
      const known = evidence.get(sandwichId)?.evidence;
      if (known === undefined) return [];
      const { confidence, intent } = known;
      return [{ sandwich_id: sandwichId, role: ROLES[role], confidence, intent }];
    });
    return [key, counted];
  });
  return new Map(roles.filter(([, own]) => own.length > 0));
}

/** Reads the parts of some transactions in the stored sandwiches that count, by position. */
export async function readRoles(
  database: Database,
  positions: readonly TxPosition[],
  context: QueryContext,
): Promise<Map<string, Role[]>> {
  const legs = await readLegsAt(database, positions, context);
  return rolesByPosition(legs, await readEvidence(database, legs, context));
}
