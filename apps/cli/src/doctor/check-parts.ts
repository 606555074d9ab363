import {
  type AdminConnection,
  column,
  defineQuery,
  type ReadConnection,
  runQuery,
  type Store,
  sqlFile,
} from '@tickscope/store';
import { mendingOf } from './mending.js';
import { type PartSlots, slotsOfPart } from './part-slots.js';

const PARTS = defineQuery({
  name: 'parts-to-check',
  sql: sqlFile(import.meta.url, './parts-to-check.sql'),
  params: {},
  row: { table: column.text, name: column.text, bytes: column.integer, rows: column.integer },
});
const LIST_TIMEOUT_MS = 30_000;
/** Parts may be merged while others are read: each pass reads the new parts. */
const PASSES = 3;

export interface DamagedPart {
  table: string;
  part: string;
  rows: number;
  bytes: number;
  /** `null`: not known. */
  slots: PartSlots | null;
  /** ClickHouse's message. */
  error: string;
  mending: { text: string; statements: string[] };
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
  table: string;
  name: string;
  bytes: number;
  rows: number;
}

/**
 * Reads every part of every table and compares it with its checksums (`CHECK TABLE`). Each table gets
 * `tableTimeoutMs`. Parts of a running stack may be merged meanwhile: then the merged part is read instead.
 */
export async function checkParts(
  store: Pick<Store, 'read' | 'administer'>,
  tableTimeoutMs: number,
  onProgress: (at: CheckProgress) => void,
): Promise<PartsReport> {
  const report: PartsReport = { tables: 0, parts: 0, bytes: 0, damaged: [], unfinished: [] };
  const read = new Set<string>();
  const leftMs = new Map<string, number>();
  const keyOf = ({ table, name }: Part): string => `${table}/${name}`;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const parts = (await listParts(store.read)).filter((part) => !read.has(keyOf(part)));
    if (pass === 0) report.tables = new Set(parts.map(({ table }) => table)).size;
    const bytesTotal = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    let bytesDone = 0;
    let wasGone = false;
    for (const part of parts) {
      const { table, name } = part;
      onProgress({ table, bytesDone, bytesTotal });
      bytesDone += part.bytes;
      const timeoutMs = leftMs.get(table) ?? tableTimeoutMs;
      const startedAt = performance.now();
      const outcome = timeoutMs <= 0 ? 'late' : await checkPart(store.administer, table, name, timeoutMs);
      leftMs.set(table, timeoutMs - (performance.now() - startedAt));
      if (outcome === 'late') {
        leftMs.set(table, 0);
        if (!report.unfinished.includes(table)) report.unfinished.push(table);
        continue;
      }
      read.add(keyOf(part));
      if (outcome === 'gone') {
        wasGone = true;
        continue;
      }
      report.parts += 1;
      report.bytes += part.bytes;
      if (outcome !== 'whole') report.damaged.push(await damagedPart(store.read, part, outcome.error));
    }
    if (!wasGone) break;
  }
  return report;
}

function listParts(read: ReadConnection): Promise<Part[]> {
  return runQuery(read, PARTS, {}, { timeoutMs: LIST_TIMEOUT_MS });
}

/** `gone`: the part was merged into another. `late`: its table's time ran out. */
async function checkPart(
  administer: AdminConnection,
  table: string,
  name: string,
  timeoutMs: number,
): Promise<'whole' | 'gone' | 'late' | { error: string }> {
  const abort = AbortSignal.timeout(Math.ceil(timeoutMs));
  try {
    const error = await administer.checkPart({ table, part: name, signal: abort });
    return error === null ? 'whole' : { error };
  } catch (error) {
    if (abort.aborted) return 'late';
    // NO_SUCH_DATA_PART.
    if ((error as { code?: unknown }).code === '232') return 'gone';
    throw error;
  }
}

async function damagedPart(read: ReadConnection, part: Part, error: string): Promise<DamagedPart> {
  const { table, name, rows, bytes } = part;
  const slots = await slotsOfPart(read, table, name);
  return { table, part: name, rows, bytes, slots, error, mending: mendingOf(table, name, slots) };
}
