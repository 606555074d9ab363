import type { TxPosition } from '@tickscope/chain';
import { countsAtWindow, LIVE_WINDOW } from '@tickscope/sandwich';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { groupBy, type Sandwiches, type VictimLeg } from './incidents.js';
import { readEvidence } from './sandwich-evidence.js';
import { LEG_COLUMNS, VICTIM_COLUMNS } from './sandwich-rows.js';

const VICTIM_LEGS = defineQuery({
  name: 'victim-legs',
  sql: sqlFile(import.meta.url, './victim-legs.sql'),
  params: { positions: param.positions },
  row: { slot: column.integer, blockIndex: column.integer, sandwichId: column.text, ...VICTIM_COLUMNS },
});
const ATTACK_LEGS = defineQuery({
  name: 'attack-legs',
  sql: sqlFile(import.meta.url, './attack-legs.sql'),
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

/** Reads the stored sandwiches that count for some transactions at a window, with their legs and evidence. */
export async function readStoredSandwiches(
  database: Database,
  positions: readonly TxPosition[],
  window: number,
  context: QueryContext,
): Promise<VictimsAndSandwiches> {
  const all = positions.length === 0 ? [] : await database.rows(VICTIM_LEGS, { positions }, context);
  const victims = all.filter((victim) => countsAtWindow(victim.slot, victim, window));
  if (victims.length === 0) return { victims, legs: new Map(), evidence: new Map() };
  const ids = [...new Set(victims.map(({ sandwichId }) => sandwichId))];
  const slots = new Set<number>();
  // Failed attempts lie up to `LIVE_WINDOW` slots around the victims.
  for (const { firstSlot, lastSlot } of victims)
    for (let slot = firstSlot - LIVE_WINDOW; slot <= lastSlot + LIVE_WINDOW; slot += 1)
      if (slot >= 0) slots.add(slot);
  const firstSlots = [...new Set(victims.map(({ firstSlot }) => firstSlot))];
  const [legs, evidence] = await Promise.all([
    database.rows(ATTACK_LEGS, { slots: [...slots], ids }, context),
    readEvidence(database, { firstSlots, ids }, context),
  ]);
  return { victims, legs: groupBy(legs, ({ sandwichId }) => sandwichId), evidence };
}
