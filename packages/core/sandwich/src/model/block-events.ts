import { groupBy } from '@tickscope/chain';

/** Indexes of event lists by pool, built on first use. Most blocks never need one. */
const indexes = new WeakMap<object, Map<string, unknown[]>>();

/** Returns the events of a list in a pool, in their order. */
export function eventsByPool<E extends { pool: string }>(events: readonly E[], pool: string): readonly E[] {
  if (events.length === 0) return [];
  let index = indexes.get(events);
  if (index === undefined) {
    index = groupBy(events, ({ pool }) => pool);
    indexes.set(events, index);
  }
  return (index.get(pool) ?? []) as E[];
}
