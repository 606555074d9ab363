import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findClickHouseLibrary, readRunFile } from '@tickscope/embedded';
import { type ClickHouseClient, pendingMigrations, queryRows, sqlFile } from '@tickscope/store';
import { Command } from 'commander';
import { dataDirOf, openStack } from '../stack.js';
import { formatBytes, formatCount, formatTable } from '../table.js';
import { VERSION } from '../version.js';

const TABLE_SIZES = sqlFile(import.meta.url, './table-sizes.sql');
const STORED_RANGE = sqlFile(import.meta.url, './stored-range.sql');

interface Check {
  what: string;
  state: 'ok' | 'note' | 'bad';
  detail: string;
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Look at this machine, the running stack and what is stored; say what is wrong and what to do.',
    )
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .action(async (options: { dataDir?: string }) => {
      const dataDir = dataDirOf(options.dataDir);
      const checks = [...(await machineChecks(dataDir)), ...(await stackChecks(dataDir))];
      const marks = { ok: 'ok', note: 'note', bad: 'BAD' };
      process.stdout.write(
        `${formatTable([['', 'check', ''], ...checks.map(({ what, state, detail }) => [marks[state], what, detail])])}\n`,
      );
      if (checks.some(({ state }) => state === 'bad')) process.exitCode = 1;
    });
}

async function machineChecks(dataDir: string): Promise<Check[]> {
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
  checks.push(await diskCheck(dataDir));
  return checks;
}

async function diskCheck(dataDir: string): Promise<Check> {
  let folder = dataDir;
  for (;;) {
    try {
      await access(folder, constants.W_OK);
      const { bavail, bsize } = await statfs(folder);
      const free = bavail * bsize;
      return {
        what: 'data folder',
        state: free < 5e9 ? 'note' : 'ok',
        detail: `${dataDir}: ${formatBytes(free)} free${free < 5e9 ? ', little for a chain that grows by gigabytes a day' : ''}`,
      };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' && dirname(folder) !== folder) {
        folder = dirname(folder);
        continue;
      }
      return { what: 'data folder', state: 'bad', detail: `${folder} cannot be written: ${code}` };
    }
  }
}

async function stackChecks(dataDir: string): Promise<Check[]> {
  const checks: Check[] = [];
  let stack: Awaited<ReturnType<typeof openStack>>;
  try {
    stack = await openStack({ dataDir, startIfNone: false });
  } catch (error) {
    return [{ what: 'ClickHouse', state: 'note', detail: (error as Error).message }];
  }
  try {
    checks.push(...(await clickHouseChecks(stack.client, stack.url)));
  } catch (error) {
    checks.push({ what: 'ClickHouse', state: 'bad', detail: (error as Error).message.slice(0, 300) });
  } finally {
    await stack.close();
  }
  const api = (await readRunFile(dataDir))?.api?.url;
  if (api !== undefined) checks.push(await apiCheck(api));
  return checks;
}

async function clickHouseChecks(client: ClickHouseClient, url: string): Promise<Check[]> {
  const [version] = await queryRows<[string]>(client, 'SELECT version()', { timeoutMs: 10_000 });
  const pending = await pendingMigrations(client).catch(() => null);
  const checks: Check[] = [
    { what: 'ClickHouse', state: 'ok', detail: `${version?.[0] ?? 'unknown version'} at ${url}` },
  ];
  if (pending === null || pending.length > 0) {
    checks.push({ what: 'tables', state: 'bad', detail: 'not at this version: run "tickscope migrate"' });
    return checks;
  }
  checks.push({ what: 'tables', state: 'ok', detail: 'at this version' });
  const [range] = await queryRows<[string, string, string, string]>(client, STORED_RANGE, {
    timeoutMs: 30_000,
  });
  if (range !== undefined) {
    const [blocks, first, last, gaps] = range;
    checks.push({
      what: 'stored',
      state: 'ok',
      detail:
        blocks === '0' ? 'no blocks yet' : `${formatCount(Number(blocks))} blocks, slots ${first} to ${last}`,
    });
    checks.push({
      what: 'gaps',
      state: gaps === '0' ? 'ok' : 'note',
      detail: gaps === '0' ? 'none known' : `${formatCount(Number(gaps))} slots open (table gaps)`,
    });
  }
  const sizes = await queryRows<[string, string, string, string, string]>(client, TABLE_SIZES, {
    timeoutMs: 30_000,
  });
  for (const [table, rows, bytes, parts, perDay] of sizes)
    checks.push({
      what: `table ${table}`,
      state: 'ok',
      detail: `${formatCount(Number(rows))} rows, ${formatBytes(Number(bytes))} on disk, ${parts} parts, ${formatBytes(Number(perDay))} a day`,
    });
  return checks;
}

async function apiCheck(url: string): Promise<Check> {
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(5_000) });
    return response.ok
      ? { what: 'API', state: 'ok', detail: `ready at ${url}` }
      : { what: 'API', state: 'bad', detail: `${url} is not ready (HTTP ${response.status})` };
  } catch (error) {
    return { what: 'API', state: 'bad', detail: `${url} does not answer: ${(error as Error).message}` };
  }
}
