/** Indexes of event lists, made when first asked for, which for most blocks is never. */
const indexes = new WeakMap<object, Map<string, unknown[]>>();

/** The events of a list that name a pool, in their order. */
export function eventsByPool<E extends { pool: string }>(events: readonly E[], pool: string): readonly E[] {
  if (events.length === 0) return [];
  let index = indexes.get(events);
  if (index === undefined) {
    index = new Map();
    for (const event of events) {
      const known = index.get(event.pool);
      if (known === undefined) index.set(event.pool, [event]);
      else known.push(event);
    }
    indexes.set(events, index);
  }
  return (index.get(pool) ?? []) as E[];
}
