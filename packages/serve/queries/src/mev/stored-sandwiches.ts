import { groupBy, type TxPosition } from '@tickscope/chain';
import { countsAtWindow, LIVE_WINDOW } from '@tickscope/sandwich';
import { column, defineFileQuery, param } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import type { AttackLeg, Sandwiches, VictimLeg } from './incidents.js';
import { type Role, readLegsAt, rolesByPosition } from './roles.js';
import { readEvidence } from './sandwich-evidence.js';
import { LEG_COLUMNS } from './sandwich-rows.js';
import { leastWindows } from './wider-match.js';

const ATTACK_LEGS = defineFileQuery(import.meta.url, './attack-legs.sql', {
  params: { slots: param.integers, ids: param.texts },
  row: {
    sandwichId: column.text,
    role: column.oneOf('front', 'back', 'front_attempt', 'back_attempt'),
    ...LEG_COLUMNS,
  },
});

export interface VictimsAndSandwiches extends Sandwiches {
  victims: VictimLeg[];
}

/** The stored sandwiches around some transactions. */
export interface StoredSandwiches extends VictimsAndSandwiches {
  /** Roles of the transactions, by position. At any window. */
  roles: ReadonlyMap<string, Role[]>;
  /** The least window at which each transaction is a victim, by position. */
  leastWindows: ReadonlyMap<string, number>;
}

/** Reads the stored sandwiches that count for some transactions at a window, with their legs and evidence. */
export async function readStoredSandwiches(
  database: Database,
  positions: readonly TxPosition[],
  window: number,
  context: QueryContext,
): Promise<StoredSandwiches> {
  const own = await readLegsAt(database, positions, context);
  if (own.length === 0)
    return { victims: [], legs: new Map(), evidence: new Map(), roles: new Map(), leastWindows: new Map() };
  const allVictims = own.filter(({ role }) => role === 'victim');
  const victims = allVictims.filter((victim) => countsAtWindow(victim.slot, victim, window));
  const [legs, evidence] = await Promise.all([
    readAttackLegs(database, victims, context),
    readEvidence(database, own, context),
  ]);
  return {
    victims,
    legs,
    evidence,
    roles: rolesByPosition(own, evidence),
    leastWindows: leastWindows(allVictims, evidence),
  };
}

async function readAttackLegs(
  database: Database,
  victims: readonly VictimLeg[],
  context: QueryContext,
): Promise<Map<string, AttackLeg[]>> {
  if (victims.length === 0) return new Map();
  const ids = [...new Set(victims.map(({ sandwichId }) => sandwichId))];
  const legs = await database.rows(ATTACK_LEGS, { slots: legSlots(victims), ids }, context);
  return groupBy(legs, ({ sandwichId }) => sandwichId);
}

/** The slots in which sandwiches have legs. Failed attempts lie up to `LIVE_WINDOW` slots around the others. */
export function legSlots(sandwiches: readonly { firstSlot: number; lastSlot: number }[]): number[] {
  const slots = new Set<number>();
  for (const { firstSlot, lastSlot } of sandwiches)
    for (let slot = Math.max(0, firstSlot - LIVE_WINDOW); slot <= lastSlot + LIVE_WINDOW; slot += 1)
      slots.add(slot);
  return [...slots];
}
