import { type Address, groupBy } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { rememberedEach } from '../caches/remembered-each.js';
import type { Database, QueryContext } from '../database.js';

const VALIDATOR_SNAPSHOTS = defineFileQuery(import.meta.url, './validator-snapshots.sql', {
  isPointRead: true,
  params: { identities: param.addressTexts },
  row: {
    /** Base58. */
    identity: column.address,
    fromSlot: column.integer,
    client: column.nullable(column.text),
    version: column.nullable(column.text),
    name: column.nullable(column.text),
  },
});

/** The facts about a validator from a slot on. Null: not known. */
export type ValidatorSnapshot = Omit<RowOf<typeof VALIDATOR_SNAPSHOTS>, 'identity'>;

export type ValidatorFacts = Omit<ValidatorSnapshot, 'fromSlot'>;

/** Returns the facts about a validator at a slot. */
export type ValidatorAt = (identity: Address | null, slot: number) => ValidatorFacts;

const NOT_KNOWN: ValidatorFacts = { client: null, version: null, name: null };

/** Until a version is known, the first snapshot of the validator is about to be written. */
const keptOf = perDatabase(() =>
  rememberedEach<ValidatorSnapshot[]>({
    // The number of validators; each has a few snapshots a month.
    most: 2_000,
    isWhole: (snapshots) => snapshots.some(({ version }) => version !== null),
  }),
);

/**
 * Reads the snapshots of some validators (base58, at most a few thousand). For few of them they may be a minute
 * old.
 */
export async function readValidatorsAt(
  database: Database,
  identities: Iterable<Address | null>,
  context: QueryContext,
): Promise<ValidatorAt> {
  const asked = [...new Set(identities)].filter((identity) => identity !== null);
  const snapshots = await keptOf(database)(asked, async (unknown) => {
    const rows =
      unknown.length === 0 ? [] : await database.rows(VALIDATOR_SNAPSHOTS, { identities: unknown }, context);
    return groupBy(rows, ({ identity }): string => identity);
  });
  return (identity, slot) => (identity === null ? NOT_KNOWN : factsAt(snapshots.get(identity) ?? [], slot));
}

/**
 * Returns the facts known at a slot, each from the newest snapshot at or before the slot that has it, else from
 * the earliest one that has it: for blocks before the first snapshot that is the best guess. Client and version
 * count as one fact, because gossip reports both or neither.
 *
 * @param snapshots oldest first
 */
export function factsAt(snapshots: readonly ValidatorSnapshot[], slot: number): ValidatorFacts {
  const nearest = (has: (snapshot: ValidatorSnapshot) => boolean): ValidatorSnapshot | undefined =>
    snapshots.findLast((snapshot) => snapshot.fromSlot <= slot && has(snapshot)) ?? snapshots.find(has);
  const software = nearest(({ client, version }) => client !== null || version !== null);
  const named = nearest(({ name }) => name !== null);
  return {
    client: software?.client ?? null,
    version: software?.version ?? null,
    name: named?.name ?? null,
  };
}
