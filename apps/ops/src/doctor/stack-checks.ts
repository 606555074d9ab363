import { counted, formatBytes, progressLine } from '@tickscope/command-line';
import { readRunFile } from '@tickscope/embedded';
import type { Store } from '@tickscope/store';
import { openStack } from '../stack.js';
import { bad, type Check, note, ok } from './check.js';
import { checkParts, type PartsReport } from './check-parts.js';
import { clickHouseChecks } from './clickhouse-checks.js';
import { detachedPartChecks } from './detached-parts.js';
import { apiCheck, metricsCheck } from './http-checks.js';
import { onServer } from './place-names.js';
import { readStorage, type StorageReport } from './storage-report.js';
import { budgetCheck } from './storage-text.js';

/** The results. `storage` is null without tables; `parts` is null where not requested, or without tables. */
export interface StackFindings {
  checks: Check[];
  storage: StorageReport | null;
  parts: PartsReport | null;
}

const MOST_SHOWN_CHARACTERS = 160;

/** @param deepMs how long each table may be read; null: parts are not read */
export async function stackChecks(
  dataDir: string,
  budget: number | null,
  deepMs: number | null,
): Promise<StackFindings> {
  const findings: StackFindings = { checks: [], storage: null, parts: null };
  const { checks } = findings;
  let stack: Awaited<ReturnType<typeof openStack>>;
  try {
    stack = await openStack({ dataDir, startIfNone: false });
  } catch (error) {
    return { ...findings, checks: [note('ClickHouse', (error as Error).message)] };
  }
  try {
    checks.push(...(await clickHouseChecks(stack.store, stack.url)));
    if (checks.every(({ state }) => state !== 'bad')) {
      checks.push(...(await detachedPartChecks(stack.store.administer.places)));
      findings.storage = await readStorage(stack.store, budget);
      checks.push(budgetCheck(findings.storage));
      if (deepMs !== null) {
        findings.parts = await readParts(stack.store, deepMs);
        checks.push(...partsChecks(findings.parts));
      }
    }
  } catch (error) {
    checks.push(bad('ClickHouse', (error as Error).message.slice(0, 300)));
  } finally {
    await stack.close();
  }
  const api = (await readRunFile(dataDir))?.api;
  if (api !== undefined) checks.push(await apiCheck(api.url));
  if (api?.metricsUrl !== undefined) checks.push(await metricsCheck(api.metricsUrl));
  return findings;
}

async function readParts(store: Pick<Store, 'administer'>, tableTimeoutMs: number): Promise<PartsReport> {
  const progress = progressLine();
  try {
    return await checkParts(store.administer.places, tableTimeoutMs, ({ table, bytesDone, bytesTotal }) =>
      progress.show(`reading ${table}: ${formatBytes(bytesDone)} of ${formatBytes(bytesTotal)} done`),
    );
  } finally {
    progress.clear();
  }
}

function partsChecks({ tables, parts, bytes, damaged, unfinished }: PartsReport): Check[] {
  const what = 'data on disk';
  const read = `${counted(parts, 'part')} of ${counted(tables, 'table')} read, ${formatBytes(bytes)}`;
  const checks: Check[] = damaged.map(({ table, part, server, rows, slots, error }) => {
    const where = slots === null ? '' : `, slots ${slots.from} to ${slots.to}`;
    return bad(
      what,
      `part ${part} of ${table}${onServer(server)} is damaged (${counted(rows, 'row')}${where}): ${error.slice(0, MOST_SHOWN_CHARACTERS)}`,
    );
  });
  for (const table of unfinished)
    checks.push(note(what, `${table} was not read to its end: give --table-timeout more`));
  return damaged.length > 0 ? checks : [ok(what, `${read}: no damage`), ...checks];
}
