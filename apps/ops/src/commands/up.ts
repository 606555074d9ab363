import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, dataDirOf, embedded, parseInteger } from '@tickscope/command-line';
import { lockDataDir } from '@tickscope/embedded';
import { Command, Option } from 'commander';
import { MOST_SHARDS } from '../servers.js';
import { DEFAULT_API_PORT, startParts } from '../up/parts.js';
import type { Source } from '../up/start-options.js';

interface UpFlags {
  dataDir?: string;
  source?: Source;
  shards?: number;
  backupDir: string[];
  apiPort?: number;
  clickhouseHttpPort?: number;
  clickhouseTcpPort?: number;
  postgresPort?: number;
}

const parsePort = parseInteger(1, 65_535);
const PARENT_MS = 500;

export function upCommand(): Command {
  return new Command('up')
    .description('Start everything on this machine, on 127.0.0.1 only, and keep it running until Ctrl-C.')
    .option('--data-dir <dir>', 'where the data lives (default: .tickscope here or in a parent folder)')
    .addOption(
      new Option(
        '--source <source>',
        'where blocks come from (default: geyser when GEYSER_ENDPOINT is set, else simulator)',
      ).choices(['simulator', 'geyser', 'none']),
    )
    .option(
      '--shards <n>',
      'spread the rows over this many ClickHouse servers on this machine (default: as many as the data folder has, else 1)',
      parseInteger(1, MOST_SHARDS),
    )
    .option(
      '--api-port <port>',
      `port of the API (default: that of the last start, else ${DEFAULT_API_PORT}, else a free one)`,
      parsePort,
    )
    .option(
      '--clickhouse-http-port <port>',
      'port of ClickHouse HTTP (default: that of the last start, else a free one)',
      parsePort,
    )
    .option(
      '--clickhouse-tcp-port <port>',
      'port of the ClickHouse native protocol (default: that of the last start, else a free one)',
      parsePort,
    )
    .option(
      '--postgres-port <port>',
      'port of Postgres (default: that of the last start, else a free one)',
      parsePort,
    )
    .option(
      '--backup-dir <dir>',
      'a folder below which "tickscope backup" may write while this runs; may be repeated (always: DATA/backups)',
      (dir: string, before: string[]) => [...before, dir],
      [],
    )
    .addHelpText(
      'after',
      `
A real node: GEYSER_ENDPOINT=https://host:port GEYSER_X_TOKEN=… tickscope up
Your own servers: with CLICKHOUSE_URL or DATABASE_URL set, no embedded one is started in its place.
More than one ClickHouse: docs/scaling.md.`,
    )
    .action(up);
}

async function up(flags: UpFlags): Promise<void> {
  const dataDir = dataDirOf(flags.dataDir);
  const logDir = join(dataDir, 'logs');
  mkdirSync(logDir, { recursive: true, mode: 0o700 });
  const lock = await embedded(() => lockDataDir(dataDir));
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const closers: (() => Promise<unknown>)[] = [async () => lock.release()];
  const stopping = stopSignal();
  const stop = stopping.signal;
  let failure: Error | null = null;
  try {
    await startParts({
      dataDir,
      logDir,
      lock,
      source: flags.source ?? (process.env['GEYSER_ENDPOINT'] ? 'geyser' : 'simulator'),
      shards: flags.shards ?? null,
      backupDirs: flags.backupDir,
      ports: {
        api: flags.apiPort,
        clickhouseHttp: flags.clickhouseHttpPort,
        clickhouseTcp: flags.clickhouseTcpPort,
        postgres: flags.postgresPort,
      },
      say,
      onClose: (close) => closers.push(close),
      fail: (error) => {
        failure ??= error;
        stopping.abort();
      },
      signal: stop,
    });
    if (!stop.aborted)
      await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
    say('Stopping…');
  } finally {
    // Also after a failed start: what waits in the background would keep this process alive.
    stopping.abort();
    // Stops in reverse order of starting: the API before its database.
    for (const close of closers.reverse())
      await close().catch((error: Error) => say(`while stopping: ${error.message}`));
  }
  if (failure !== null) throw new CliError((failure as Error).message);
}

/**
 * Aborts at the first SIGINT, SIGTERM or SIGHUP; the second one ends the process at once. A `npx` that gets SIGTERM ends
 * without passing it on: this process then has another parent.
 */
function stopSignal(): AbortController {
  const stop = new AbortController();
  const parent = process.ppid;
  if (process.env['npm_command'] !== undefined)
    setInterval(() => {
      if (process.ppid !== parent) stop.abort();
    }, PARENT_MS).unref();
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  return stop;
}
