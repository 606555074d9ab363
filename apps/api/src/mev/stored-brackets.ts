import { countsAtWindow, LIVE_WINDOW } from '@tickscope/sandwich';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';
import {
  type AttackLegRow,
  type EvidenceRow,
  toAttackLeg,
  toBrackets,
  toVictimLeg,
  type VictimLegRow,
} from './bracket-rows.js';
import type { Brackets, Place, VictimLeg } from './incidents.js';

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const VICTIM_LEGS = query('victim-legs');
const ATTACK_LEGS = query('attack-legs');
const BRACKET_EVIDENCE = query('bracket-evidence');

export interface VictimsAndBrackets extends Brackets {
  victims: VictimLeg[];
}

/** The stored brackets that count for some transactions at a window, with what they are made of. */
export async function readStoredBrackets(
  database: Database,
  places: readonly Place[],
  window: number,
  context: QueryContext,
): Promise<VictimsAndBrackets> {
  const victims =
    places.length === 0
      ? []
      : (await readVictimLegs(database, places, context)).filter((victim) =>
          countsAtWindow(victim.slot, victim, window),
        );
  if (victims.length === 0) return { victims, legs: new Map(), evidence: new Map() };
  const ids = [...new Set(victims.map(({ bracketId }) => bracketId))];
  const slots = new Set<number>();
  // Failed attempts lie up to so many slots around the victims.
  for (const { firstSlot, lastSlot } of victims)
    for (let slot = firstSlot - LIVE_WINDOW; slot <= lastSlot + LIVE_WINDOW; slot += 1)
      if (slot >= 0) slots.add(slot);
  const firstSlots = [...new Set(victims.map(({ firstSlot }) => firstSlot))];
  const [legs, evidence] = await Promise.all([
    database.rows<AttackLegRow>(ATTACK_LEGS, { slots: [...slots], ids }, context),
    database.rows<EvidenceRow>(BRACKET_EVIDENCE, { first_slots: firstSlots, ids }, context),
  ]);
  return { victims, ...toBrackets(legs.map(toAttackLeg), evidence) };
}

async function readVictimLegs(
  database: Database,
  places: readonly Place[],
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
