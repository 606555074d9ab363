import type { SlotRange } from '@tickscope/chain';
import { counted } from '@tickscope/command-line';
import type { Database, QueryContext } from '@tickscope/queries';
import type { SandwichKey } from '@tickscope/queries/sandwiches';
import { listSandwiches, type SandwichFilter } from '@tickscope/queries/sandwiches';
import type { Outcome } from './outcome.js';

const PAGE = 100;

/** The stored sandwiches within a range that count and that no label named, newest first. */
export async function* oursOnly(
  database: Database,
  range: SlotRange,
  named: ReadonlySet<string>,
  context: () => QueryContext,
): AsyncGenerator<Outcome> {
  const filter: SandwichFilter = {
    ...{ pool: null, mint: null, dex: null, attacker: null, victim: null, leader: null, client: null },
    ...{ confidences: ['exact', 'loose'], intents: null, minLossSol: null, ...range },
  };
  let before: SandwichKey | null = null;
  do {
    const page = await listSandwiches(database, { filter, before, limit: PAGE }, context());
    for (const { id, slot_range: slots, confidence, pool, attackers, victims } of page.sandwiches) {
      if (named.has(id) || slots.to > range.toSlot) continue;
      yield {
        ...{ line: null, label: null, outcome: 'ours_only', cause: 'ours_only', rule: null },
        ...{ sandwichId: id, slot: slots.from },
        detail: `${confidence}, ${pool.dex_name}, by ${attackers[0]}, ${counted(victims.length, 'victim')}`,
      };
    }
    before = page.next;
  } while (before !== null);
}
