import type { Confidence, Intent } from '@tickscope/sandwich';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import type { SandwichEvent } from '../feed/feed-rows.js';
import { readSandwiches, type SandwichKey } from './stored-sandwiches.js';

const CANDIDATES = defineQuery({
  name: 'sandwich-candidates',
  sql: sqlFile(import.meta.url, './candidates.sql'),
  params: {
    from_slot: param.integer,
    to_slot: param.integer,
    before_slot: param.integer,
    before_id: param.text,
    pool: param.text,
    mint: param.text,
    dex: param.text,
    attacker: param.text,
    victim: param.text,
    with_suspected: param.integer,
    rows: param.integer,
  },
  row: { firstSlot: column.integer, sandwichId: column.text },
});

/** All conditions must hold; null means no condition. */
export interface SandwichFilter {
  pool: string | null;
  mint: string | null;
  dex: string | null;
  attacker: string | null;
  victim: string | null;
  /** Any of them; as of now. */
  confidences: readonly Confidence[];
  intents: readonly Intent[] | null;
  /** In SOL. A sandwich whose loss has no value in SOL does not match. */
  minLossSol: number | null;
  /** Slots of the first frontrun leg, both included. */
  fromSlot: number;
  toSlot: number;
}

export interface SandwichPage {
  /** Newest first. */
  sandwiches: SandwichEvent[];
  /** The last one looked at; null: there is no older one. */
  next: SandwichKey | null;
}

/** Sandwiches that are read at once. Some conditions can be checked only on a sandwich that was read. */
const LOOKED_AT = 100;
const MOST_LOOKS = 4;

/**
 * Reads the newest sandwiches that match, in the order of their first legs. A page may be short, or empty, and not the last:
 * `next` says where to go on.
 */
export async function listSandwiches(
  database: Database,
  { filter, before, limit }: { filter: SandwichFilter; before: SandwichKey | null; limit: number },
  context: QueryContext,
): Promise<SandwichPage> {
  const sandwiches: SandwichEvent[] = [];
  let last = before;
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const keys = await database.rows(CANDIDATES, parametersOf(filter, last), context);
    const found = new Map((await readSandwiches(database, keys, context)).map((one) => [one.id, one]));
    for (const key of keys) {
      last = key;
      const sandwich = found.get(key.sandwichId);
      if (sandwich !== undefined && matches(sandwich, filter)) sandwiches.push(sandwich);
      if (sandwiches.length === limit) return { sandwiches, next: key };
    }
    if (keys.length < LOOKED_AT) return { sandwiches, next: null };
  }
  return { sandwiches, next: last };
}

function parametersOf(filter: SandwichFilter, before: SandwichKey | null) {
  return {
    from_slot: filter.fromSlot,
    to_slot: Math.min(filter.toSlot, before?.firstSlot ?? filter.toSlot),
    before_slot: before?.firstSlot ?? 0,
    before_id: before?.sandwichId ?? '',
    pool: filter.pool ?? '',
    mint: filter.mint ?? '',
    dex: filter.dex ?? '',
    attacker: filter.attacker ?? '',
    victim: filter.victim ?? '',
    with_suspected: filter.confidences.includes('suspected') ? 1 : 0,
    rows: LOOKED_AT,
  };
}

/** Also the conditions that the tables checked: they may have found an older revision. */
function matches(sandwich: SandwichEvent, filter: SandwichFilter): boolean {
  const { pool, mint, dex, attacker, victim, confidences, intents, minLossSol } = filter;
  const lossSol = sandwich.loss?.sol ?? null;
  return (
    (pool === null || [sandwich.pool.pool_address, sandwich.back_pool_address].includes(pool)) &&
    (mint === null || [sandwich.mint_in, sandwich.mint_out].includes(mint)) &&
    (dex === null || sandwich.pool.dex_name === dex) &&
    (attacker === null || sandwich.attackers.includes(attacker)) &&
    (victim === null || sandwich.victims.some(({ wallet }) => wallet === victim)) &&
    confidences.includes(sandwich.confidence) &&
    (intents === null || intents.includes(sandwich.intent)) &&
    (minLossSol === null || (lossSol !== null && Number(lossSol) >= minLossSol))
  );
}
