import type { Address, SlotRange } from '@tickscope/chain';
import { column, defineFileQuery, param } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import type { Basis } from './basis.js';

const RECENT_CHANGES = defineFileQuery(import.meta.url, './recent-changes.sql', {
  params: {
    wallets: param.addresses,
    traded_from: param.integer,
    traded_to: param.integer,
    near: param.integer,
    ranges: param.ranges,
    from: param.integer,
    to: param.integer,
    tail_from: param.integer,
    tail_to: param.integer,
    since: param.nullable(param.integer),
    late_seconds: param.integer,
  },
  row: {
    /** Unix seconds by ClickHouse's clock. */
    since: column.integer,
    traded: column.list(column.integer),
    digest: column.text,
    tailDigest: column.text,
  },
});

/** Stored data may become visible this much later than its own time. */
const LATE_SECONDS = 120;

/** Trades of some wallets in a range of slots. What is stored within `near` slots of one counts like `ranges`. */
export interface RecentTrades extends SlotRange {
  wallets: readonly Address[];
  near: number;
}

const NO_TRADES: RecentTrades = { wallets: [], fromSlot: 1, toSlot: 0, near: 0 };

/**
 * Digests of what was stored and detected since a time, and the slots of the wallets' trades.
 *
 * @param question.since null: since all that a reader may not see yet
 */
export async function readRecentChanges(
  database: Database,
  { ranges, tail, since }: { ranges: readonly SlotRange[]; tail: SlotRange | null; since: number | null },
  context: QueryContext,
  { wallets, fromSlot, toSlot, near }: RecentTrades = NO_TRADES,
): Promise<Pick<Basis, 'since' | 'digest' | 'tailDigest'> & { traded: number[] }> {
  const around = { fromSlot: Math.max(0, fromSlot - near), toSlot: toSlot + near };
  const all = [...ranges, ...(tail === null ? [] : [tail]), ...(wallets.length === 0 ? [] : [around])];
  if (all.length === 0) return { since: since ?? 0, traded: [], digest: '', tailDigest: '' };
  const [row] = await database.rows(
    RECENT_CHANGES,
    {
      ...{ wallets, traded_from: fromSlot, traded_to: toSlot, near },
      ranges,
      from: Math.min(...all.map((range) => range.fromSlot)),
      to: Math.max(...all.map((range) => range.toSlot)),
      // An empty range.
      tail_from: tail?.fromSlot ?? 1,
      tail_to: tail?.toSlot ?? 0,
      since,
      late_seconds: LATE_SECONDS,
    },
    context,
  );
  if (row === undefined) throw new Error('RECENT_CHANGES returned no row, though it has no GROUP BY');
  return row;
}
