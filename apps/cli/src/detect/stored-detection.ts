import { type ClickHouseClient, queryRows, sqlFile } from '@tickscope/store';
import { formatSpans, spansOf } from '../slot-lists.js';
import { formatCount } from '../table.js';

const UNDETECTED_SLOTS = sqlFile(import.meta.url, './undetected-slots.sql');

const TIMEOUT_MS = 60_000;

export interface SlotRange {
  from: number;
  to: number;
}

/** The stored slots of a range over which the product's own detection has not run, in order. */
export async function readUndetectedSlots(
  client: ClickHouseClient,
  { from, to }: SlotRange,
): Promise<number[]> {
  const rows = await queryRows<[slot: string]>(client, UNDETECTED_SLOTS, {
    params: { from, to },
    timeoutMs: TIMEOUT_MS,
  });
  return rows.map(([slot]) => Number(slot));
}

/** Why the API may know less than `detect` prints, and what helps; `null` where detection has run. */
export function describeUndetectedSlots(slots: readonly number[]): string | null {
  const [first] = slots;
  const last = slots.at(-1);
  if (first === undefined || last === undefined) return null;
  const count =
    slots.length === 1 ? '1 of these blocks is' : `${formatCount(slots.length)} of these blocks are`;
  return (
    `${count} not analysed yet (${formatSpans(spansOf(slots))}): what is printed here is not stored, and the API answers ` +
    `"unknown" there. "tickscope redetect --from ${first} --to ${last}" stores it.`
  );
}
