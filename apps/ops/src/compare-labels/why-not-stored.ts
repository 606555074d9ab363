import type { Signature, SlotRange } from '@tickscope/chain';
import { formatRanges } from '@tickscope/command-line';
import type { Database, QueryContext } from '@tickscope/queries';
import { readGaps, readStoredEnds, slotStates } from '@tickscope/queries/blocks';
import { readBlocks } from '@tickscope/queries/coverage';
import type { LegRole } from './label.js';
import type { Difference } from './outcome.js';
import { MOST_SPAN } from './stored-facts.js';

const MOST_GAPS = 1_000;

/**
 * Why a transaction of a label is not in the store.
 *
 * @param slots those that the label states, and of its other transactions; null: none is known
 */
export async function whyNotStored(
  database: Database,
  slots: SlotRange | null,
  { signature, role }: { signature: Signature; role: LegRole },
  context: QueryContext,
): Promise<Difference> {
  const ends = await readStoredEnds(database, context);
  const unknown = role === 'victims' ? 'victim_unknown' : 'transaction_unknown';
  const result = (cause: Difference['cause'], slot: number | null, detail: string): Difference => ({
    ...{ cause, slot, detail },
    ...{ rule: null, sandwichId: null },
  });
  if (ends === null) return result('after_store', null, 'nothing is stored');
  if (slots === null)
    return result(unknown, null, `${signature} is not stored; with a column "slot" the reason can be named`);
  const { fromSlot, toSlot } = slots;
  const { oldest, newest } = ends;
  if (fromSlot < oldest.slot)
    return result('before_store', fromSlot, `the oldest stored block is that of slot ${oldest.slot}`);
  if (toSlot > newest.slot)
    return result('after_store', toSlot, `the newest stored block is that of slot ${newest.slot}`);
  if (toSlot - fromSlot > MOST_SPAN) return result(unknown, fromSlot, `${signature} is not stored`);
  const range = { from: fromSlot, to: toSlot };
  const [blocks, gaps] = await Promise.all([
    readBlocks(database, fromSlot, toSlot, context),
    readGaps(database, { ...range, rows: MOST_GAPS }, context),
  ]);
  const known = { oldest: oldest.slot, newest: newest.slot };
  const states = slotStates(range, blocks, gaps, known);
  const absent = states.find(({ state }) => state !== 'stored' && state !== 'skipped');
  if (absent !== undefined) return result('slot_not_stored', absent.slot, absent.reason ?? '');
  const skipped = states.every(({ state }) => state === 'skipped') ? states[0] : undefined;
  if (skipped !== undefined) return result('slot_skipped', skipped.slot, skipped.reason ?? '');
  const text = formatRanges([{ from_slot: fromSlot, to_slot: toSlot }]);
  return result(unknown, fromSlot, `${signature} is not in the stored slots ${text}`);
}
