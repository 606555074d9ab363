import type { TxPosition } from '@tickscope/chain';
import { countsAtWindow, LIVE_WINDOW } from '@tickscope/sandwich';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';
import type { Sandwiches, VictimLeg } from './incidents.js';
import {
  type AttackLegRow,
  type EvidenceRow,
  toAttackLeg,
  toSandwiches,
  toVictimLeg,
  type VictimLegRow,
} from './sandwich-rows.js';

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const VICTIM_LEGS = query('victim-legs');
const ATTACK_LEGS = query('attack-legs');
const SANDWICH_EVIDENCE = query('sandwich-evidence');

export interface VictimsAndSandwiches extends Sandwiches {
  victims: VictimLeg[];
}

/** Reads the stored sandwiches that count for some transactions at a window, with their legs and evidence. */
export async function readStoredSandwiches(
  database: Database,
  places: readonly TxPosition[],
  window: number,
  context: QueryContext,
): Promise<VictimsAndSandwiches> {
  const victims =
    places.length === 0
      ? []
      : (await readVictimLegs(database, places, context)).filter((victim) =>
          countsAtWindow(victim.slot, victim, window),
        );
  if (victims.length === 0) return { victims, legs: new Map(), evidence: new Map() };
  const ids = [...new Set(victims.map(({ sandwichId }) => sandwichId))];
  const slots = new Set<number>();
  // Failed attempts lie up to `LIVE_WINDOW` slots around the victims.
  for (const { firstSlot, lastSlot } of victims)
    for (let slot = firstSlot - LIVE_WINDOW; slot <= lastSlot + LIVE_WINDOW; slot += 1)
      if (slot >= 0) slots.add(slot);
  const firstSlots = [...new Set(victims.map(({ firstSlot }) => firstSlot))];
  const [legs, evidence] = await Promise.all([
    database.rows<AttackLegRow>(ATTACK_LEGS, { slots: [...slots], ids }, context),
    database.rows<EvidenceRow>(SANDWICH_EVIDENCE, { first_slots: firstSlots, ids }, context),
  ]);
  return { victims, ...toSandwiches(legs.map(toAttackLeg), evidence) };
}

async function readVictimLegs(
  database: Database,
  places: readonly TxPosition[],
  context: QueryContext,
): Promise<VictimLeg[]> {
  const positions = places.map(({ slot, blockIndex }) => `(${slot},${blockIndex})`);
  const rows = await database.rows<VictimLegRow>(
    VICTIM_LEGS,
    { positions: `[${positions.join(',')}]` },
    context,
  );
  return rows.map(toVictimLeg);
}
