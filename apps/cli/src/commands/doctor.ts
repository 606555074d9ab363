import { findClickHouseLibrary, readRunFile } from '@tickscope/embedded';
import {
  column,
  defineQuery,
  pendingMigrations,
  type ReadConnection,
  runQuery,
  type Store,
  sqlFile,
} from '@tickscope/store';
import { Command } from 'commander';
import { CliError } from '../cli-error.js';
import { capacityCheck, thisMachine } from '../doctor/capacity.js';
import { checkChain } from '../doctor/chain-check.js';
import { checkParts, type DamagedPart, joinedReports, type PartsReport } from '../doctor/check-parts.js';
import { dataFolderCheck } from '../doctor/data-folder.js';
import { printGeyserChecks } from '../doctor/geyser.js';
import { apiCheck, type Check, metricsCheck } from '../doctor/http-checks.js';
import { putAsideChecks } from '../doctor/parts-put-aside.js';
import { checkedCopies, whereOf } from '../doctor/place-names.js';
import { readStorage, type StorageReport } from '../doctor/storage-report.js';
import { budgetCheck, storageTable } from '../doctor/storage-text.js';
import { checkUnknownSwaps } from '../doctor/unknown-swaps-check.js';
import { parseInteger } from '../parse-integer.js';
import { progressLine } from '../progress-line.js';
import { dataDirOf, openStack } from '../stack.js';
import { formatBytes, formatCount, formatTable } from '../table.js';
import { VERSION } from '../version.js';

const STORED_RANGE = defineQuery({
  name: 'stored-range',
  sql: sqlFile(import.meta.url, './stored-range.sql'),
  params: {},
  row: {
    blocks: column.integer,
    firstSlot: column.integer,
    lastSlot: column.integer,
    gapSlots: column.integer,
  },
});
const SERVER_VERSION = defineQuery({
  name: 'version',
  sql: 'SELECT version()',
  params: {},
  row: { version: column.text },
});

/** The results. `storage` is null without tables; `parts` is null where not requested, or without tables. */
interface Findings {
  checks: Check[];
  storage: StorageReport | null;
  parts: PartsReport | null;
}

interface DoctorFlags {
  dataDir?: string;
  diskBudget?: number;
  deep?: boolean;
  tableTimeout: number;
  geyser?: string;
  geyserTimeout: number;
  json?: boolean;
}

const DEFAULT_TABLE_SECONDS = 600;
const DEFAULT_GEYSER_SECONDS = 15;
const MOST_SHOWN_CHARACTERS = 160;

const budgetBytes = parseInteger(1, Number.MAX_SAFE_INTEGER);

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Look at this machine, the running stack and what is stored; say what is wrong and what to do.',
    )
    .option(
      '--disk-budget <bytes>',
      'what the tables may take (default: DISK_BUDGET_BYTES, then what the disk has)',
      budgetBytes,
    )
    .option(
      '--deep',
      'read every part of every table and compare it with its checksums (minutes for large tables)',
    )
    .option(
      '--table-timeout <seconds>',
      'with --deep: how long each table may take',
      parseInteger(1, 86_400),
      DEFAULT_TABLE_SECONDS,
    )
    .option(
      '--geyser <url>',
      'ask a Geyser endpoint instead what it gives, and say what that means (its token: GEYSER_X_TOKEN)',
    )
    .option(
      '--geyser-timeout <seconds>',
      'with --geyser: how long each subscription is read',
      parseInteger(1, 3_600),
      DEFAULT_GEYSER_SECONDS,
    )
    .option('--json', 'print one JSON object')
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .action(async (flags: DoctorFlags) => {
      if (flags.geyser !== undefined)
        return printGeyserChecks(flags.geyser, flags.geyserTimeout, flags.json === true);
      const dataDir = dataDirOf(flags.dataDir);
      const budget = flags.diskBudget ?? budgetOfEnvironment();
      const folder = await dataFolderCheck(dataDir);
      const deepMs = flags.deep === true ? flags.tableTimeout * 1_000 : null;
      const stack = await stackChecks(dataDir, budget, deepMs);
      const roomBytes = stack.storage?.budgetBytes ?? folder.freeBytes;
      const capacity = roomBytes === null ? [] : [capacityCheck(thisMachine(roomBytes))];
      const findings: Findings = {
        ...stack,
        checks: [...programChecks(), folder.check, ...capacity, ...stack.checks],
      };
      process.stdout.write(`${flags.json === true ? JSON.stringify(findings) : describe(findings)}\n`);
      if (findings.checks.some(({ state }) => state === 'bad')) process.exitCode = 1;
    });
}

function budgetOfEnvironment(): number | null {
  const text = process.env['DISK_BUDGET_BYTES'];
  if (text === undefined || text === '') return null;
  try {
    return budgetBytes(text);
  } catch (error) {
    throw new CliError(`DISK_BUDGET_BYTES: ${(error as Error).message}`);
  }
}

function describe({ checks, storage, parts }: Findings): string {
  const marks = { ok: 'ok', note: 'note', bad: 'BAD' };
  const rows = checks.map(({ what, state, detail }) => [marks[state], what, detail]);
  return [
    formatTable([['', 'check', ''], ...rows]),
    ...(parts?.damaged ?? []).map(mendingText),
    ...(storage === null || storage.tables.length === 0 ? [] : [storageTable(storage)]),
  ].join('\n\n');
}

function mendingText({ table, part, server, copy, mending }: DamagedPart): string {
  const statements = mending.statements.map((statement) => `  ${statement};`);
  return [`To mend part ${part} of ${table}${whereOf(server, copy)}: ${mending.text}.`, ...statements].join(
    '\n',
  );
}

function programChecks(): Check[] {
  const checks: Check[] = [
    {
      what: 'version',
      state: 'ok',
      detail: `Tickscope ${VERSION}, Node ${process.version}, ${process.platform}-${process.arch}`,
    },
  ];
  try {
    findClickHouseLibrary();
    checks.push({ what: 'embedded ClickHouse', state: 'ok', detail: 'installed' });
  } catch (error) {
    checks.push({
      what: 'embedded ClickHouse',
      state: 'note',
      detail: `${(error as Error).message} (a server of your own works: CLICKHOUSE_URL)`,
    });
  }
  return checks;
}

async function stackChecks(dataDir: string, budget: number | null, deepMs: number | null): Promise<Findings> {
  const findings: Findings = { checks: [], storage: null, parts: null };
  const { checks } = findings;
  let stack: Awaited<ReturnType<typeof openStack>>;
  try {
    stack = await openStack({ dataDir, startIfNone: false });
  } catch (error) {
    return {
      checks: [{ what: 'ClickHouse', state: 'note', detail: (error as Error).message }],
      storage: null,
      parts: null,
    };
  }
  try {
    checks.push(...(await clickHouseChecks(stack.store.read, stack.url)));
    checks.push(...(await mirrorChecks(stack.store)));
    if (checks.every(({ state }) => state !== 'bad')) {
      for (const copy of checkedCopies(stack.store.administer)) checks.push(...(await putAsideChecks(copy)));
      findings.storage = await readStorage(stack.store, budget);
      checks.push({ what: 'disk budget', ...budgetCheck(findings.storage) });
      if (deepMs !== null) {
        findings.parts = await readParts(stack.store, deepMs);
        checks.push(...partsChecks(findings.parts));
      }
    }
  } catch (error) {
    checks.push({ what: 'ClickHouse', state: 'bad', detail: (error as Error).message.slice(0, 300) });
  } finally {
    await stack.close();
  }
  const api = (await readRunFile(dataDir))?.api;
  if (api !== undefined) checks.push(await apiCheck(api.url));
  if (api?.metricsUrl !== undefined) checks.push(await metricsCheck(api.metricsUrl));
  return findings;
}

/** Whether each copy of a mirrored store answers. */
async function mirrorChecks({ administer }: Pick<Store, 'administer'>): Promise<Check[]> {
  if (administer.copies.length === 1) return [];
  const checks: Check[] = [];
  for (const [at, { administer: copy }] of administer.copies.entries()) {
    const error = await copy.ping(10_000);
    const name = at === 0 ? 'first copy' : 'second copy';
    if (error === null) checks.push({ what: 'mirror', state: 'ok', detail: `the ${name} answers` });
    else
      checks.push({
        what: 'mirror',
        state: 'bad',
        detail: `the ${name} does not answer, so nothing is stored: ${error.message.slice(0, 300)}`,
      });
  }
  return checks;
}

async function readParts(store: Pick<Store, 'administer'>, tableTimeoutMs: number): Promise<PartsReport> {
  const progress = progressLine();
  try {
    const reports: PartsReport[] = [];
    for (const copy of checkedCopies(store.administer))
      reports.push(
        await checkParts(copy, tableTimeoutMs, ({ table, bytesDone, bytesTotal }) =>
          progress.show(`reading ${table}: ${formatBytes(bytesDone)} of ${formatBytes(bytesTotal)} done`),
        ),
      );
    return joinedReports(reports);
  } finally {
    progress.clear();
  }
}

function partsChecks({ tables, parts, bytes, damaged, unfinished }: PartsReport): Check[] {
  const what = 'data on disk';
  const read = `${formatCount(parts)} parts of ${tables} tables read, ${formatBytes(bytes)}`;
  const checks: Check[] = damaged.map(({ table, part, server, copy, rows, slots, error }) => {
    const where = slots === null ? '' : `, slots ${slots.from} to ${slots.to}`;
    return {
      what,
      state: 'bad',
      detail: `part ${part} of ${table}${whereOf(server, copy)} is damaged (${formatCount(rows)} rows${where}): ${error.slice(0, MOST_SHOWN_CHARACTERS)}`,
    };
  });
  for (const table of unfinished)
    checks.push({
      what,
      state: 'note',
      detail: `${table} was not read to its end: give --table-timeout more`,
    });
  return damaged.length > 0 ? checks : [{ what, state: 'ok', detail: `${read}: no damage` }, ...checks];
}

async function clickHouseChecks(read: ReadConnection, url: string): Promise<Check[]> {
  const [server] = await runQuery(read, SERVER_VERSION, {}, { timeoutMs: 10_000 });
  const pending = await pendingMigrations(read).catch(() => null);
  const checks: Check[] = [
    { what: 'ClickHouse', state: 'ok', detail: `${server?.version ?? 'unknown version'} at ${url}` },
  ];
  if (pending === null || pending.length > 0) {
    checks.push({ what: 'tables', state: 'bad', detail: 'not at this version: run "tickscope migrate"' });
    return checks;
  }
  checks.push({ what: 'tables', state: 'ok', detail: 'at this version' });
  const [range] = await runQuery(read, STORED_RANGE, {}, { timeoutMs: 30_000 });
  if (range !== undefined) {
    const { blocks, firstSlot, lastSlot, gapSlots } = range;
    checks.push({
      what: 'stored',
      state: 'ok',
      detail:
        blocks === 0 ? 'no blocks yet' : `${formatCount(blocks)} blocks, slots ${firstSlot} to ${lastSlot}`,
    });
    checks.push({
      what: 'gaps',
      state: gapSlots === 0 ? 'ok' : 'note',
      detail: gapSlots === 0 ? 'none known' : `${formatCount(gapSlots)} slots open (table gaps)`,
    });
    if (blocks > 0) checks.push({ what: 'chain', ...(await checkChain(read)) });
    checks.push({ what: 'unknown swaps', ...(await checkUnknownSwaps(read, lastSlot)) });
  }
  return checks;
}
