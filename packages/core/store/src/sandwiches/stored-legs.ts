import { createHash } from 'node:crypto';
import { positionKey } from '@tickscope/chain';
import { LIVE_WINDOW } from '@tickscope/sandwich';
import type { ReadConnection } from '../connection/read-connection.js';
import { innerIndex } from '../instruction-position.js';
import { column, defineFileQuery, param, runQuery } from '../query/index.js';
import { LEG_ROLES, type LegKey } from './sandwich-rows.js';

const LEGS_OF = { ids: param.texts, from_slot: param.integer, to_slot: param.integer };
const STORED_LEG_DIGESTS = defineFileQuery(import.meta.url, './stored-leg-digests.sql', {
  params: LEGS_OF,
  row: { id: column.text, digest: column.text },
});
const STORED_LEG_KEYS = defineFileQuery(import.meta.url, './stored-leg-keys.sql', {
  params: LEGS_OF,
  row: {
    id: column.text,
    slot: column.integer,
    blockIndex: column.integer,
    outerIndex: column.integer,
    innerIndex,
    partIndex: column.integer,
    role: column.oneOf(...LEG_ROLES),
    trader: column.text,
    revision: column.integer,
  },
});

const QUERY_TIMEOUT_MS = 30_000;

/** A sandwich as it was written. */
export interface WrittenSandwich {
  id: string;
  firstSlot: number;
  lastSlot: number;
  /** Result of `digestOfLegs`; null if the sandwich was retracted. */
  legs: string | null;
}

/**
 * Returns those of the sandwiches just written whose stored legs differ from what was written: another writer wrote
 * other legs of the same sandwich concurrently. The last writer detects the difference and writes again.
 */
export async function mixedSandwiches(
  read: ReadConnection,
  written: readonly WrittenSandwich[],
): Promise<Set<string>> {
  if (written.length === 0) return new Set();
  const rows = await runQuery(read, STORED_LEG_DIGESTS, legRange(written), { timeoutMs: QUERY_TIMEOUT_MS });
  const stored = new Map(rows.map(({ id, digest }) => [id, digest]));
  const mixed = written.filter(({ id, legs }) => legs !== (stored.get(id) ?? null));
  return new Set(mixed.map(({ id }) => id));
}

/** Digest of all legs of a sandwich (texts of `legText`). Must match stored-leg-digests.sql. */
export function digestOfLegs(legs: ReadonlySet<string>): string | null {
  if (legs.size === 0) return null;
  return createHash('md5')
    .update([...legs].sort().join(' '))
    .digest('hex');
}

/** Slot range that covers the legs of the sandwiches. */
function legRange(sandwiches: readonly Omit<WrittenSandwich, 'legs'>[]) {
  return {
    ids: sandwiches.map(({ id }) => id),
    // Attempts may lie up to a window's width before the first or after the last leg.
    from_slot: Math.max(0, Math.min(...sandwiches.map(({ firstSlot }) => firstSlot)) - LIVE_WINDOW),
    to_slot: Math.max(...sandwiches.map(({ lastSlot }) => lastSlot)) + LIVE_WINDOW,
  };
}

export interface StoredLegs {
  legs: LegKey[];
  /** The highest revision among the legs. */
  revision: number;
}

export async function storedLegKeys(
  read: ReadConnection,
  sandwiches: readonly Omit<WrittenSandwich, 'legs'>[],
): Promise<Map<string, StoredLegs>> {
  const stored = new Map<string, StoredLegs>();
  if (sandwiches.length === 0) return stored;
  const rows = await runQuery(read, STORED_LEG_KEYS, legRange(sandwiches), { timeoutMs: QUERY_TIMEOUT_MS });
  for (const { id, revision, ...leg } of rows) {
    const known = stored.get(id) ?? { legs: [], revision: 0 };
    known.legs.push(leg);
    known.revision = Math.max(known.revision, revision);
    stored.set(id, known);
  }
  return stored;
}

export function legText(leg: LegKey): string {
  return [positionKey(leg), leg.outerIndex, leg.innerIndex, leg.partIndex, leg.role].join('.');
}
