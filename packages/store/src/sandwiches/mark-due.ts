import { DEFAULT_THRESHOLDS, isTrip, privateProgram, type Sandwich } from '@tickscope/sandwich';
import type { ReadWrite } from '../connection/open-store.js';
import type { ReadConnection } from '../connection/read-connection.js';
import { WRITE_TIMEOUT_MS, type WriteConnection } from '../connection/write-connection.js';
import { column, defineQuery, param, runQuery, sqlFile } from '../query/index.js';
import { PAYER_SLOTS, RECORD_SLOTS } from './history-rows.js';

const MARK_DUE = sqlFile(import.meta.url, './mark-due.sql');
const MARK_DUE_BY_PAYERS = sqlFile(import.meta.url, './mark-due-by-payers.sql');
const STORED_EVIDENCE = defineQuery({
  name: 'stored-evidence',
  sql: sqlFile(import.meta.url, './stored-evidence.sql'),
  params: { ids: param.texts, first_slots: param.integers },
  row: {
    id: column.text,
    addresses: column.list(column.text),
    pool: column.text,
    backPool: column.text,
    quantityRatio: column.float,
    lastSlot: column.integer,
    isGain: column.flag,
    isAimed: column.flag,
  },
});

const QUERY_TIMEOUT_MS = 30_000;

/** What a sandwich adds to the records of its actors (rule 11). */
interface Evidence {
  /** Every address of the entity, base58. */
  addresses: readonly string[];
  lastSlot: number;
  /** Equal for two states of a sandwich with the same evidence. */
  fingerprint: string;
}

/**
 * Marks slots as due again whose sandwiches may be judged differently because earlier sandwiches change: the record of an
 * actor (rule 11) covers the day before. Call it before the changed sandwiches are stored, so that a crash in between
 * loses nothing.
 *
 * @param changed sandwiches about to be stored, with their new state; null for those about to be retracted
 * @param afterSlot the present detection pass judges sandwiches up to this slot itself
 * @returns false if no record changes
 */
export async function markDueAfter(
  { read, write }: ReadWrite,
  changed: readonly { id: string; firstSlot: number; sandwich: Sandwich | null }[],
  afterSlot: number,
): Promise<boolean> {
  const stored = await storedEvidence(read, changed);
  const evidence: { state: Evidence; isNew: boolean }[] = [];
  for (const { id, sandwich } of changed) {
    const former = stored.get(id) ?? null;
    const next = sandwich === null ? null : evidenceOf(sandwich);
    if (former?.fingerprint === next?.fingerprint) continue;
    if (former !== null) evidence.push({ state: former, isNew: false });
    if (next !== null) evidence.push({ state: next, isNew: true });
  }
  if (evidence.length === 0) return false;
  const newTrips = new Map<string, number>();
  for (const { state, isNew } of evidence)
    for (const address of new Set(state.addresses))
      newTrips.set(address, (newTrips.get(address) ?? 0) + (isNew ? 1 : 0));
  const lastSlots = evidence.map(({ state }) => state.lastSlot);
  const dueFrom = Math.max(afterSlot, Math.min(...lastSlots)) + 1;
  const dueTo = Math.max(...lastSlots) + RECORD_SLOTS;
  if (dueTo < dueFrom) return true;
  await write.insertSelected(MARK_DUE, {
    params: {
      addresses: [...newTrips.keys()],
      fresh_trips: [...newTrips.values()],
      trips_needed: DEFAULT_THRESHOLDS.botTrips,
      trip_quantity: DEFAULT_THRESHOLDS.tripQuantity,
      trips_from: Math.max(0, dueFrom - RECORD_SLOTS),
      due_from: dueFrom,
      due_to: dueTo,
    },
    timeoutMs: WRITE_TIMEOUT_MS,
  });
  return true;
}

/**
 * Marks slots of the next hour as due again whose sandwiches are linked only by a fee payer, if that payer paid for
 * other wallets in newly detected blocks (rule 1, L1: a relayer links no wallets).
 *
 * @param payers base58
 * @param afterSlot the present detection pass judges sandwiches up to this slot itself
 */
export async function markDueByPayers(
  write: WriteConnection,
  payers: readonly string[],
  afterSlot: number,
): Promise<void> {
  if (payers.length === 0) return;
  await write.insertSelected(MARK_DUE_BY_PAYERS, {
    params: { payers, due_from: afterSlot + 1, due_to: afterSlot + PAYER_SLOTS },
    timeoutMs: WRITE_TIMEOUT_MS,
  });
}

async function storedEvidence(
  read: ReadConnection,
  changed: readonly { id: string; firstSlot: number }[],
): Promise<Map<string, Evidence>> {
  const params = { ids: changed.map(({ id }) => id), first_slots: changed.map(({ firstSlot }) => firstSlot) };
  const rows = await runQuery(read, STORED_EVIDENCE, params, { timeoutMs: QUERY_TIMEOUT_MS });
  return new Map(
    rows.flatMap(({ id, ...facts }) => {
      const evidence = toEvidence(facts);
      return evidence === null ? [] : [[id, evidence] as const];
    }),
  );
}

function evidenceOf(sandwich: Sandwich): Evidence | null {
  const { attackers, linkAddress, gross, net } = sandwich;
  const program = privateProgram([...sandwich.fronts, ...sandwich.backs]);
  return toEvidence({
    ...sandwich,
    addresses: [...new Set([...attackers, linkAddress, ...(program === null ? [] : [program])])],
    isGain: (net ?? gross) > 0n,
  });
}

type Facts = Pick<Sandwich, 'pool' | 'backPool' | 'quantityRatio' | 'lastSlot' | 'isAimed'> & {
  addresses: readonly string[];
  isGain: boolean;
};

/** Null if the sandwich is no round trip. Mirrors the detector's rule (packages/sandwich, ActorRecords). */
function toEvidence({
  addresses,
  pool,
  backPool,
  quantityRatio,
  lastSlot,
  isGain,
  isAimed,
}: Facts): Evidence | null {
  if (pool !== backPool || !isTrip(quantityRatio, DEFAULT_THRESHOLDS.tripQuantity)) return null;
  const fingerprint = [pool, lastSlot, isGain, isAimed, ...[...addresses].sort()].join(' ');
  return { addresses, lastSlot, fingerprint };
}
