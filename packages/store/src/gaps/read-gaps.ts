import type { ClickHouseClient } from '../client.js';
import { queryRows } from '../query.js';
import { sqlFile } from '../sql-file.js';
import { LINKS_KNOWN } from '../writer/quality.js';
import type { Gap } from './write-gaps.js';

const DUE_GAPS = sqlFile(import.meta.url, './due-gaps.sql');
const COUNT_GAPS = sqlFile(import.meta.url, './count-gaps.sql');
const STORED_LINKS = sqlFile(import.meta.url, './stored-links.sql');
const NEXT_LINK = sqlFile(import.meta.url, './next-link.sql');

const QUERY_TIMEOUT_MS = 30_000;

/** A stored block as a link of the chain. Hashes in hex. */
export interface StoredLink {
  slot: number;
  parentSlot: number | null;
  blockhash: string;
  parentBlockhash: string | null;
  content: 'full' | 'no_entries' | 'entries_only';
}

/**
 * Returns the gaps that are due for repair. The wait doubles after each failed try, from `firstWaitSeconds` to
 * `longestWaitSeconds`.
 */
export async function readDueGaps(
  client: ClickHouseClient,
  options: { firstWaitSeconds: number; longestWaitSeconds: number; limit: number },
): Promise<Required<Gap>[]> {
  type Row = [string, string, Gap['cause'], Gap['state'], string, number, string];
  const rows = await queryRows<Row>(client, DUE_GAPS, {
    params: {
      first_wait: options.firstWaitSeconds,
      longest_wait: options.longestWaitSeconds,
      limit: options.limit,
    },
    timeoutMs: QUERY_TIMEOUT_MS,
  });
  return rows.map(([fromSlot, toSlot, cause, state, detail, tries, updatedAtUs]) => ({
    fromSlot: Number(fromSlot),
    toSlot: Number(toSlot),
    cause,
    state,
    detail,
    tries,
    updatedAtUs: BigInt(updatedAtUs),
  }));
}

/** A stored link of the chain, and whether the token links of its block are complete. */
export interface StoredCopy extends StoredLink {
  /** Whether all of its token links are stored. */
  knowsTokenLinks: boolean;
}

/** Counts ranges and slots per state. States without any gap are absent. */
export async function countGaps(
  client: ClickHouseClient,
): Promise<Map<Gap['state'], { ranges: number; slots: number }>> {
  const rows = await queryRows<[Gap['state'], string, string]>(client, COUNT_GAPS, {
    timeoutMs: QUERY_TIMEOUT_MS,
  });
  return new Map(
    rows.map(([state, ranges, slots]) => [state, { ranges: Number(ranges), slots: Number(slots) }]),
  );
}

/** Returns the stored blocks of a range, oldest first. A slot comes twice if two forks of it are stored. */
export async function readLinks(
  client: ClickHouseClient,
  fromSlot: number,
  toSlot: number,
): Promise<StoredCopy[]> {
  const rows = await queryRows<[...link: LinkRow, knowsTokenLinks: number]>(client, STORED_LINKS, {
    params: { from_slot: fromSlot, to_slot: toSlot, links_known: LINKS_KNOWN },
    timeoutMs: QUERY_TIMEOUT_MS,
  });
  return rows.map(([slot, parentSlot, blockhash, parentBlockhash, content, knowsTokenLinks]) => ({
    ...toLink([slot, parentSlot, blockhash, parentBlockhash, content]),
    knowsTokenLinks: knowsTokenLinks === 1,
  }));
}

/** Returns the first stored block after `slot`, or null if there is none within the next `within` slots. */
export async function readNextLink(
  client: ClickHouseClient,
  slot: number,
  within: number,
): Promise<StoredLink | null> {
  const [row] = await queryRows<LinkRow>(client, NEXT_LINK, {
    params: { slot, within },
    timeoutMs: QUERY_TIMEOUT_MS,
  });
  return row === undefined ? null : toLink(row);
}

type LinkRow = [string, string | null, string, string | null, StoredLink['content']];

function toLink([slot, parentSlot, blockhash, parentBlockhash, content]: LinkRow): StoredLink {
  return {
    slot: Number(slot),
    parentSlot: parentSlot === null ? null : Number(parentSlot),
    blockhash,
    parentBlockhash,
    content,
  };
}
