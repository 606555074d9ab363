import type { Address } from '@tickscope/chain';
import { column, defineFileQuery, param } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { rowsOfSlots } from '../transactions/rows-of-slots.js';

const SCHEDULED_LEADERS = defineFileQuery(import.meta.url, './scheduled-leaders.sql', {
  params: { slots: param.integers },
  row: { slot: column.integer, leader: column.address, observedAt: column.integer },
  isPointRead: true,
});

/** Reads the leaders of some slots (base58) by the schedule. Those that it does not have are left out. */
export async function readScheduledLeaders(
  database: Database,
  slots: Iterable<number>,
  context: QueryContext,
): Promise<Map<number, Address>> {
  const newest = new Map<number, { leader: Address; observedAt: number }>();
  for (const { slot, ...read } of await rowsOfSlots(SCHEDULED_LEADERS, { database, slots }, context)) {
    const other = newest.get(slot);
    if (other === undefined || read.observedAt > other.observedAt) newest.set(slot, read);
  }
  return new Map([...newest].map(([slot, { leader }]) => [slot, leader]));
}
