import { BY_SIGNATURE_PREFIX, byAddress, bySlot, type ShardKey } from './shard-key.js';

/**
 * Where the rows of a table are, when the store has several servers:
 * - `shards`: spread over them by a key;
 * - `every`: whole on each server, so that a shard can join them without asking another;
 * - `first`: on the first server, because one clock or one insert order must order them. The others read them there.
 */
export type Placement = { on: 'shards'; key: ShardKey } | { on: 'every' } | { on: 'first' };

const EVERY: Placement = { on: 'every' };
const FIRST: Placement = { on: 'first' };
const by = (key: ShardKey): Placement => ({ on: 'shards', key });

export const PLACEMENTS: Readonly<Record<string, Placement>> = {
  account_slots: by(byAddress('account')),
  account_heat: by(byAddress('account')),
  signatures: by(BY_SIGNATURE_PREFIX),
  transactions: by(bySlot()),
  entries: by(bySlot()),
  slot_heat: by(bySlot()),
  swaps: by(byAddress('pool')),
  pool_events: by(byAddress('pool')),
  swaps_by_trader: by(byAddress('trader')),
  token_links: by(byAddress('mint')),
  fills: by(byAddress('taker')),
  rebates: by(byAddress('wallet')),
  tips: by(bySlot()),
  // Few programs have most rows. The slot follows the program's address.
  unknown_frames: by(bySlot(32)),

  slots: EVERY,
  account_heat_buckets: EVERY,
  leaders: EVERY,
  validators: EVERY,
  tokens: EVERY,
  labels: EVERY,
  tip_accounts: FIRST,
  schema_versions: EVERY,

  sandwiches: FIRST,
  sandwich_legs: FIRST,
  sandwich_legs_by_trader: FIRST,
  sandwiches_by_address: FIRST,
  sandwich_feed: FIRST,
  sandwich_feed_legs: FIRST,
  actor_trips: FIRST,
  detected_slots: FIRST,
  gaps: FIRST,
  retention: FIRST,
};

/** Tables that are whole on every server. */
export const WHOLE_TABLES: readonly string[] = Object.keys(PLACEMENTS).filter(
  (table) => PLACEMENTS[table]!.on === 'every',
);

/** Views that fill tables of the first server when others are written. */
export const FILLING_VIEWS = [
  'sandwich_feed_source',
  'sandwich_feed_legs_source',
  'sandwiches_by_address_source',
  'sandwiches_by_victim_source',
] as const;

/** Tables and views that only the first server has, beside tables with rows. */
const FIRST_ALONE: ReadonlySet<string> = new Set([...FILLING_VIEWS, 'migration_lock', 'unfinished_move']);

/** @throws Error for a table without a placement */
export function placementOf(table: string): Placement {
  const placement = PLACEMENTS[table];
  if (placement === undefined) throw new Error(`the table ${table} has no placement`);
  return placement;
}

export function isFirstAlone(table: string): boolean {
  return FIRST_ALONE.has(table);
}

/** The database with the rows of a shard. Its tables have the names of the `Distributed` ones, which read all shards. */
export function shardDatabase(database: string): string {
  return `${database}_local`;
}
