import { sqlFile } from '@tickscope/store';
import type { Database } from '../../database/database.js';
import { toInteger } from '../../database/integers.js';
import type { QueryContext } from '../../request-context.js';
import { groupBy, type Place, placeKey } from '../incidents.js';
import type { VictimsAndBrackets } from '../stored-brackets.js';
import { detectAround, HISTORY_SLOTS } from './detect-around.js';

const BOT_POOLS = { name: 'bot-pools', sql: sqlFile(import.meta.url, './bot-pools.sql') };

/** Pools that are looked at together: each holds its trades in memory. */
const POOLS_AT_ONCE = 2;

/** A pool in which some transactions may be victims, near enough to each other to be looked at at once. */
export interface Neighbourhood {
  /** Base58. */
  pool: string;
  /** In order of slot. */
  victims: Place[];
}

/**
 * Adds the brackets that span more slots than those stored, around some successful transactions: those of attackers who
 * are known, found by the detector among the swaps of the pools in which there is such a one.
 *
 * @param window 11 to 1,000
 */
export async function addWideBrackets(
  database: Database,
  stored: VictimsAndBrackets,
  transactions: readonly Place[],
  window: number,
  context: QueryContext,
  progress: (share: number) => void,
): Promise<VictimsAndBrackets> {
  const neighbourhoods = await findNeighbourhoods(database, transactions, window, context);
  const all = {
    victims: [...stored.victims],
    legs: new Map(stored.legs),
    evidence: new Map(stored.evidence),
  };
  for (let at = 0; at < neighbourhoods.length; at += POOLS_AT_ONCE) {
    progress(at / neighbourhoods.length);
    const some = neighbourhoods.slice(at, at + POOLS_AT_ONCE);
    for (const found of await Promise.all(some.map((near) => detectAround(database, near, window, context))))
      for (const [id, evidence] of found.evidence) {
        // What is stored is told as it is stored.
        if (all.evidence.has(id)) continue;
        all.evidence.set(id, evidence);
        all.legs.set(id, found.legs.get(id) ?? []);
        all.victims.push(...found.victims.filter(({ bracketId }) => bracketId === id));
      }
  }
  return all;
}

async function findNeighbourhoods(
  database: Database,
  transactions: readonly Place[],
  window: number,
  context: QueryContext,
): Promise<Neighbourhood[]> {
  if (transactions.length === 0) return [];
  const slots = transactions.map(({ slot }) => slot);
  const params = {
    positions: `[${transactions.map(({ slot, blockIndex }) => `(${slot},${blockIndex})`).join(',')}]`,
    window,
    history_from: Math.max(0, Math.min(...slots) - window - HISTORY_SLOTS),
    history_to: Math.max(...slots) + window,
  };
  const rows = await database.rows<[string, string, number]>(BOT_POOLS, params, context);
  const places = rows.map(([pool, slot, blockIndex]) => ({ pool, slot: toInteger(slot), blockIndex }));
  const found: Neighbourhood[] = [];
  for (const [pool, victims] of groupBy(places, (place) => place.pool)) {
    let last: Neighbourhood | null = null;
    for (const victim of victims.sort((left, right) => left.slot - right.slot)) {
      const before: Place | undefined = last?.victims.at(-1);
      if (last === null || before === undefined || victim.slot - before.slot > window) {
        last = { pool, victims: [] };
        found.push(last);
      }
      if (!last.victims.some((known) => placeKey(known) === placeKey(victim))) last.victims.push(victim);
    }
  }
  return found;
}
