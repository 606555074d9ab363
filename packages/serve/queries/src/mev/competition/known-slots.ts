import type { Address, SlotRange } from '@tickscope/chain';
import { column, defineFileQuery, param } from '@tickscope/store';
import type { StoredSlots } from '../../coverage/index.js';
import type { Database, QueryContext } from '../../database.js';

const TRADED_SLOTS = defineFileQuery(import.meta.url, './traded-slots.sql', {
  name: 'competition-slots',
  params: {
    a: param.address,
    b: param.address,
    from: param.integer,
    to: param.integer,
    limit: param.integer,
  },
  row: { slot: column.integer },
});

const MOST_SLOTS = 100_000;
/** Parameters go in the URL, which may have 128 KB. */
const MOST_LEFT_OUT = 5_000;

/**
 * Slots that are known: trades of the wallets in `whole` count unless they are in `leftOut`; for all others `slots` has
 * to be asked.
 */
export interface KnownSlots {
  whole: SlotRange;
  leftOut: number[];
}

const NOTHING_KNOWN: KnownSlots = { whole: { fromSlot: 1, toSlot: 0 }, leftOut: [] };

/**
 * Looks up in which of the known slots two wallets have trades, and which of these have no block: asking `slots` for them
 * would read most of its range.
 */
export async function readKnownSlots(
  database: Database,
  { a, b, stored }: { a: Address; b: Address; stored: StoredSlots },
  context: QueryContext,
  { mostSlots = MOST_SLOTS }: { mostSlots?: number } = {},
): Promise<KnownSlots> {
  const whole = stored.longestKnown();
  if (whole.fromSlot > whole.toSlot) return NOTHING_KNOWN;
  const params = { a, b, from: whole.fromSlot, to: whole.toSlot, limit: mostSlots + 1 };
  const traded = await database.rows(TRADED_SLOTS, params, context);
  const leftOut = traded.map(({ slot }) => slot).filter((slot) => stored.has(slot) === false);
  const isFew = traded.length <= mostSlots && leftOut.length <= MOST_LEFT_OUT;
  return isFew ? { whole, leftOut } : NOTHING_KNOWN;
}
