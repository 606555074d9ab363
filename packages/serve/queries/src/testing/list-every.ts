import { CONFIDENCES, type Confidence } from '@tickscope/sandwich';
import type { Database } from '../database.js';
import type { LedSandwich } from '../sandwiches/led-sandwiches.js';
import { listSandwiches, type SandwichFilter } from '../sandwiches/list-sandwiches.js';

const context = { id: 'test', signal: new AbortController().signal };

const NO_FILTER: SandwichFilter = {
  ...{ pool: null, mint: null, dex: null, attacker: null, victim: null, leader: null, client: null },
  confidences: CONFIDENCES.filter((one: Confidence) => one !== 'suspected'),
  ...{ intents: null, minLossSol: null, fromSlot: 0, toSlot: Number.MAX_SAFE_INTEGER },
};

/** Lists the stored sandwiches that match, page by page. Default: those that count. */
export async function listEvery(
  database: Database,
  filter: Partial<SandwichFilter> = {},
): Promise<LedSandwich[]> {
  const found: LedSandwich[] = [];
  let before: Parameters<typeof listSandwiches>[1]['before'] = null;
  do {
    const question = { filter: { ...NO_FILTER, ...filter }, before, limit: 100 };
    const { sandwiches, next } = await listSandwiches(database, question, context);
    found.push(...sandwiches);
    before = next;
  } while (before !== null);
  return found;
}
