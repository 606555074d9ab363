import type { StorePlace } from '../connection/admin-connection.js';

/** A part of a backup: what one BACKUP or RESTORE of one server copies. */
export interface BackupStep {
  place: StorePlace;
  /** Its folder in the backup. */
  part: string;
  /** Text after BACKUP. */
  content: string;
  /** Text after RESTORE that brings back `content`. */
  whole: string;
}

/** Written last, so copied first: a row of them says that rows of other tables are complete. */
const LAST_WRITTEN = ['slots', 'detected_slots'];
/** Written first, so copied last: of every block of which the copy has any rows, it has these. */
const FIRST_WRITTEN = ['transactions', 'entries'];
/** Belong to a process that works on the store, not to its content. */
export const LEFT_OUT = ['migration_lock', 'unfinished_restore', 'unfinished_move'];

/**
 * The parts of a backup, in the order in which they are made: the reverse of that in which a block is written
 * (docs/adr/0023). Those of one phase are copied at once; all servers have ended a phase before the next begins. So a row
 * of `slots` of the first server stands for rows of all shards that are copied later.
 */
export function backupPhases(places: readonly [StorePlace, ...StorePlace[]]): BackupStep[][] {
  const [first, ...others] = places;
  if (others.length === 0)
    return [
      [tables(first, 'slots', LAST_WRITTEN)],
      [database(first, 'tables', [...LAST_WRITTEN, ...FIRST_WRITTEN, ...LEFT_OUT])],
      [tables(first, 'blocks', FIRST_WRITTEN)],
    ];
  const shards = places.filter(({ isShard }) => isShard);
  return [
    [tables(first, 'slots', LAST_WRITTEN)],
    [
      database(first, 'tables', [...LAST_WRITTEN, ...LEFT_OUT]),
      ...others
        .filter(({ isShard }) => !isShard)
        .map((place) => database(place, `${folderOf(place)}/tables`, LEFT_OUT)),
    ],
    shards.map((place) => database(place, `${folderOf(place)}/rows`, FIRST_WRITTEN)),
    shards.map((place) => tables(place, `${folderOf(place)}/blocks`, FIRST_WRITTEN)),
  ];
}

/** The folders of a backup's parts, in a backup of a store with this number of servers. */
export function backupParts(serverCount: number): string[] {
  if (serverCount === 1) return ['slots', 'tables', 'blocks'];
  const shards = Array.from({ length: serverCount }, (_, server) => `shard-${server + 1}`);
  return [
    ...['slots', 'tables'],
    ...shards.slice(1).map((shard) => `${shard}/tables`),
    ...shards.flatMap((shard) => [`${shard}/rows`, `${shard}/blocks`]),
  ];
}

/** How a manifest names a table of a part: the same table of two servers has two names. */
export function nameInBackup(part: string, table: string): string {
  const shard = /^(shard-\d+)\//.exec(part)?.[1];
  return shard === undefined ? table : `${shard}/${table}`;
}

/** The name of a place's table in a manifest. */
export function nameOfPlace(place: StorePlace, table: string): string {
  return place.server === 0 && !place.isShard ? table : `${folderOf(place)}/${table}`;
}

export function serverCount(places: readonly StorePlace[]): number {
  return new Set(places.map(({ server }) => server)).size;
}

function folderOf({ server }: StorePlace): string {
  return `shard-${server + 1}`;
}

function tables(place: StorePlace, part: string, names: readonly string[]): BackupStep {
  const content = names.map((table) => `TABLE ${place.database}.${table}`).join(', ');
  return { place, part, content, whole: content };
}

function database(place: StorePlace, part: string, except: readonly string[]): BackupStep {
  const whole = `DATABASE ${place.database}`;
  const names = except.map((table) => `${place.database}.${table}`).join(', ');
  return { place, part, content: `${whole} EXCEPT TABLES ${names}`, whole };
}
