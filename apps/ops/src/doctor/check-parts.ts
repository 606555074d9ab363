import { column, defineFileQuery, runQuery, type StorePlace } from '@tickscope/store';
import { type PartSlots, slotsOfPart } from './part-slots.js';
import { serverNumber, tableName } from './place-names.js';
import { type RepairAdvice, repairAdvice } from './repair-advice.js';

const PARTS = defineFileQuery(import.meta.url, './parts-to-check.sql', {
  row: { table: column.text, name: column.text, bytes: column.integer, rows: column.integer },
});
const LIST_TIMEOUT_MS = 30_000;
/** Parts may be merged while others are read: each pass reads the new parts. */
const PASSES = 3;

export interface DamagedPart {
  /** With its database where the store has several servers. */
  table: string;
  part: string;
  /** The server that has it, from 1; null: there is one server only. */
  server: number | null;
  rows: number;
  bytes: number;
  /** `null`: not known. */
  slots: PartSlots | null;
  /** ClickHouse's message. */
  error: string;
  /** Named as in the output of `doctor --json`. */
  mending: RepairAdvice;
}

export interface PartsReport {
  tables: number;
  parts: number;
  bytes: number;
  damaged: DamagedPart[];
  /** Tables that could not be read completely within their time. */
  unfinished: string[];
}

export interface CheckProgress {
  table: string;
  bytesDone: number;
  bytesTotal: number;
}

interface Part {
  place: StorePlace;
  table: string;
  name: string;
  bytes: number;
  rows: number;
}

/**
 * Reads every part of every table of every server and compares it with its checksums (`CHECK TABLE`). Each table of a
 * server gets `tableTimeoutMs`. Parts of a running stack may be merged meanwhile: then the merged part is read instead.
 */
export async function checkParts(
  places: readonly StorePlace[],
  tableTimeoutMs: number,
  onProgress: (at: CheckProgress) => void,
): Promise<PartsReport> {
  const report: PartsReport = { tables: 0, parts: 0, bytes: 0, damaged: [], unfinished: [] };
  const read = new Set<string>();
  const leftMs = new Map<string, number>();
  const isOne = places.length === 1;
  const named = ({ place, table }: Part): string => tableName(place, table, isOne);
  const tableOf = ({ place, table }: Part): string => `${place.server} ${place.database}.${table}`;
  const keyOf = (part: Part): string => `${tableOf(part)}/${part.name}`;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const parts = (await Promise.all(places.map(listParts))).flat().filter((part) => !read.has(keyOf(part)));
    if (pass === 0) report.tables = new Set(parts.map(named)).size;
    const bytesTotal = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    let bytesDone = 0;
    let wasGone = false;
    for (const part of parts) {
      const table = tableOf(part);
      onProgress({ table: named(part), bytesDone, bytesTotal });
      bytesDone += part.bytes;
      const timeoutMs = leftMs.get(table) ?? tableTimeoutMs;
      const startedAt = performance.now();
      const outcome = timeoutMs <= 0 ? 'late' : await checkPart(part, timeoutMs);
      leftMs.set(table, timeoutMs - (performance.now() - startedAt));
      if (outcome === 'late') {
        leftMs.set(table, 0);
        if (!report.unfinished.includes(named(part))) report.unfinished.push(named(part));
        continue;
      }
      read.add(keyOf(part));
      if (outcome === 'gone') {
        wasGone = true;
        continue;
      }
      report.parts += 1;
      report.bytes += part.bytes;
      if (outcome !== 'whole') report.damaged.push(await damagedPart(part, outcome.error, isOne));
    }
    if (!wasGone) break;
  }
  return report;
}

async function listParts(place: StorePlace): Promise<Part[]> {
  const parts = await runQuery(place.read, PARTS, {}, { timeoutMs: LIST_TIMEOUT_MS });
  return parts.map((part) => ({ ...part, place }));
}

/** `gone`: the part was merged into another. `late`: its table's time ran out. */
async function checkPart(
  { place, table, name }: Part,
  timeoutMs: number,
): Promise<'whole' | 'gone' | 'late' | { error: string }> {
  const abort = AbortSignal.timeout(Math.ceil(timeoutMs));
  try {
    const error = await place.checkPart({ table, part: name, signal: abort });
    return error === null ? 'whole' : { error };
  } catch (error) {
    if (abort.aborted) return 'late';
    // NO_SUCH_DATA_PART.
    if ((error as { code?: unknown }).code === '232') return 'gone';
    throw error;
  }
}

async function damagedPart(part: Part, error: string, isOne: boolean): Promise<DamagedPart> {
  const { place, table, name, rows, bytes } = part;
  const slots = await slotsOfPart(place.read, table, name);
  const mending = repairAdvice(table, name, slots, place.isShard ? place.database : null);
  return {
    table: tableName(place, table, isOne),
    part: name,
    server: serverNumber(place, isOne),
    ...{ rows, bytes, slots, error, mending },
  };
}
