import { BLOCK_TABLES, fillingStatements } from '@tickscope/store';
import type { PartSlots } from './part-slots.js';

export interface RepairAdvice {
  text: string;
  /** For the ClickHouse that has the part, as a user with write access (the owner in run.json). */
  statements: string[];
}

const DETECTED = ['sandwiches', 'sandwich_legs', 'sandwich_legs_by_trader', 'actor_trips'];
const REFERENCE = ['leaders', 'validators', 'tokens', 'labels'];
const HEAT = ['account_heat', 'account_heat_buckets'];

/**
 * How to repair a damaged part: drop it, and restore its rows from their source.
 * @param database of the table, where it is not the one of the store
 */
export function repairAdvice(
  table: string,
  part: string,
  slots: PartSlots | null,
  database: string | null,
): RepairAdvice {
  const drop = `ALTER TABLE ${database === null ? '' : `${database}.`}${table} DROP PART '${part}'`;
  if ((BLOCK_TABLES as readonly string[]).includes(table))
    return slots === null
      ? {
          text: 'drop the part, find the slots that it leaves incomplete with "tickscope verify", and import or fetch them again',
          statements: [drop],
        }
      : {
          text: `drop the part and mark its slots as gaps: the ingester fetches them again, or "tickscope import" brings them from files (it replaces what is left of them)`,
          statements: [drop, gapsOf(slots)],
        };
  if (DETECTED.includes(table))
    return {
      text: 'drop the part and have sandwich detection run over its slots again',
      statements: slots === null ? [drop] : [drop, undetected(slots)],
    };
  if (table === 'sandwiches_by_address')
    return {
      text: 'drop the part and fill the table again from the sandwiches: rows that it has stay as they are',
      statements: [drop, ...fillingStatements(table)],
    };
  if (REFERENCE.includes(table) || HEAT.includes(table))
    return { text: 'drop the part: the ingester makes its rows again', statements: [drop] };
  return { text: 'restore the table from a backup, or drop the part and lose its rows', statements: [drop] };
}

/**
 * A gap with this cause makes repair write the block again although it is stored. One row per slot, because
 * that is how the writer looks gaps up.
 */
function gapsOf({ from, to }: PartSlots): string {
  return (
    'INSERT INTO gaps (from_slot, to_slot, cause, state, detail, tries) ' +
    `SELECT number, number, 'replaced', 'open', 'a damaged part was dropped', 0 FROM numbers(${from}, ${to - from + 1})`
  );
}

function undetected({ from, to }: PartSlots): string {
  return `DELETE FROM detected_slots WHERE slot BETWEEN ${from} AND ${to}`;
}
