import type { SlotRange } from '@tickscope/chain';
import type { ReadConnection } from '../connection/read-connection.js';
import { column, defineFileQuery, param, type RowOf, runQuery } from '../query/index.js';
import { LINKS_KNOWN } from '../writer/quality.js';
import type { Gap } from './write-gaps.js';

const LINK_COLUMNS = {
  slot: column.integer,
  parentSlot: column.nullable(column.integer),
  /** Hashes in hex. */
  blockhash: column.text,
  parentBlockhash: column.nullable(column.text),
  content: column.oneOf('full', 'no_entries', 'entries_only'),
};
const VERSION_COLUMNS = {
  ...LINK_COLUMNS,
  /** Whether all token links of the block are stored. */
  knowsTokenLinks: column.flag,
};
const GAP_STATE = column.oneOf('open', 'repairing', 'repaired', 'given_up');
const GAP_COLUMNS = {
  fromSlot: column.integer,
  toSlot: column.integer,
  cause: column.oneOf('incomplete', 'missing', 'replaced'),
  state: GAP_STATE,
  detail: column.text,
  tries: column.integer,
  updatedAtUs: column.exact,
};

const DUE_GAPS = defineFileQuery(import.meta.url, './due-gaps.sql', {
  params: { first_wait: param.integer, longest_wait: param.integer, limit: param.integer },
  row: GAP_COLUMNS,
});
/** The unrepaired gaps that overlap a range, newest first. */
export const GAPS_OF_RANGE = defineFileQuery(import.meta.url, './gaps-of-range.sql', {
  params: { from: param.integer, to: param.integer, rows: param.integer },
  row: { ...GAP_COLUMNS, state: column.oneOf('open', 'repairing', 'given_up') },
});
/** Number of gap ranges and of slots in each repair state. */
export const COUNT_GAPS = defineFileQuery(import.meta.url, './count-gaps.sql', {
  row: { state: GAP_STATE, ranges: column.integer, slots: column.integer },
});
const STORED_LINKS = defineFileQuery(import.meta.url, './stored-links.sql', {
  params: { from_slot: param.integer, to_slot: param.integer, links_known: param.integer },
  row: VERSION_COLUMNS,
});
const NEXT_LINK = defineFileQuery(import.meta.url, './next-link.sql', {
  params: { slot: param.integer, within: param.integer },
  row: LINK_COLUMNS,
});

const QUERY_TIMEOUT_MS = 30_000;
const ALL_ROWS = 0xffff_ffff;

/** A stored block as a link of the chain. */
export type StoredLink = RowOf<typeof LINK_COLUMNS>;
/** A stored link of the chain, and whether the token links of its block are complete. */
export type StoredVersion = RowOf<typeof VERSION_COLUMNS>;

/**
 * Returns the gaps that are due for repair. The wait doubles after each failed try, from `firstWaitSeconds` to
 * `longestWaitSeconds`.
 */
export async function readDueGaps(
  read: ReadConnection,
  options: { firstWaitSeconds: number; longestWaitSeconds: number; limit: number },
): Promise<Required<Gap>[]> {
  const { firstWaitSeconds, longestWaitSeconds, limit } = options;
  const params = { first_wait: firstWaitSeconds, longest_wait: longestWaitSeconds, limit };
  return runQuery(read, DUE_GAPS, params, { timeoutMs: QUERY_TIMEOUT_MS });
}

/** Returns all unrepaired gaps that overlap a range, newest first. */
export async function readGaps(
  read: ReadConnection,
  { fromSlot, toSlot }: SlotRange,
): Promise<RowOf<typeof GAPS_OF_RANGE>[]> {
  const params = { from: fromSlot, to: toSlot, rows: ALL_ROWS };
  return runQuery(read, GAPS_OF_RANGE, params, { timeoutMs: QUERY_TIMEOUT_MS });
}

/** Counts ranges and slots per state. States without any gap are absent. */
export async function countGaps(
  read: ReadConnection,
): Promise<Map<Gap['state'], { ranges: number; slots: number }>> {
  const rows = await runQuery(read, COUNT_GAPS, {}, { timeoutMs: QUERY_TIMEOUT_MS });
  return new Map(rows.map(({ state, ranges, slots }) => [state, { ranges, slots }]));
}

/** Returns the stored blocks of a range, oldest first. A slot comes twice if two forks of it are stored. */
export async function readLinks(
  read: ReadConnection,
  fromSlot: number,
  toSlot: number,
): Promise<StoredVersion[]> {
  const params = { from_slot: fromSlot, to_slot: toSlot, links_known: LINKS_KNOWN };
  return runQuery(read, STORED_LINKS, params, { timeoutMs: QUERY_TIMEOUT_MS });
}

/** Returns the first stored block after `slot`, or null if there is none within the next `within` slots. */
export async function readNextLink(
  read: ReadConnection,
  slot: number,
  within: number,
): Promise<StoredLink | null> {
  const [row] = await runQuery(read, NEXT_LINK, { slot, within }, { timeoutMs: QUERY_TIMEOUT_MS });
  return row ?? null;
}
