import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  clickHouseRun,
  lockDataDir,
  removeRunFile,
  startClickHouse,
  writeRunFile,
} from '@tickscope/embedded';
import { migrate, openStore } from '@tickscope/store';
import { Command, InvalidArgumentError, Option } from 'commander';
import { CliError } from '../cli-error.js';
import { DEFAULT_DATABASE, dataDirOf, embedded, openStack } from '../stack.js';
import { SupervisedProcess } from '../supervised-process.js';

interface UpFlags {
  dataDir?: string;
  source: 'simulator' | 'geyser' | 'none';
  apiPort?: number;
  clickhouseHttpPort?: number;
  clickhouseTcpPort?: number;
  postgresPort?: number;
}

const DEFAULT_API_PORT = 8787;
const READY_DEADLINE_MS = 60_000;

export function upCommand(): Command {
  return new Command('up')
    .description('Start everything on this machine, on 127.0.0.1 only, and keep it running until Ctrl-C.')
    .option('--data-dir <dir>', 'where the data lives (default: .tickscope)')
    .addOption(
      new Option('--source <source>', 'where blocks come from')
        .choices(['simulator', 'geyser', 'none'])
        .default('none'),
    )
    .option(
      '--api-port <port>',
      `port of the API (default: ${DEFAULT_API_PORT}, or a free one when it is taken)`,
      parsePort,
    )
    .option('--clickhouse-http-port <port>', 'port of ClickHouse HTTP (default: a free one)', parsePort)
    .option(
      '--clickhouse-tcp-port <port>',
      'port of the ClickHouse native protocol (default: a free one)',
      parsePort,
    )
    .option(
      '--postgres-port <port>',
      'port of Postgres (not started yet: nothing needs it so far)',
      parsePort,
    )
    .addHelpText(
      'after',
      `
With CLICKHOUSE_URL set, that server is used and no embedded one is started.`,
    )
    .action(up);
}

async function up(flags: UpFlags): Promise<void> {
  const dataDir = dataDirOf(flags.dataDir);
  const logs = join(dataDir, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const lock = await embedded(() => lockDataDir(dataDir));
  const stopped = signalled();
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const closers: (() => Promise<unknown>)[] = [async () => lock.release()];
  try {
    if (flags.postgresPort !== undefined)
      say('--postgres-port: no part of this version needs Postgres; ignored.');
    if (flags.source !== 'none')
      say(`--source ${flags.source}: this version has no live sources yet; use "tickscope import".`);
    // The rest of the program follows in startParts, so that every exit runs the closers.
    await startParts(flags, { dataDir, logs, lock, say, closers, stopped });
    await stopped.promise;
    say('Stopping…');
  } finally {
    for (const close of closers.reverse())
      await close().catch((error: Error) => say(`while stopping: ${error.message}`));
  }
}

interface Running {
  dataDir: string;
  logs: string;
  lock: Awaited<ReturnType<typeof lockDataDir>>;
  say(line: string): void;
  closers: (() => Promise<unknown>)[];
  stopped: { promise: Promise<void>; isStopped(): boolean };
}

async function startParts(flags: UpFlags, running: Running): Promise<void> {
  const { dataDir, logs, say, closers } = running;
  const clickHouse = await startStore(flags, running);
  const apiPort = await choosePort(flags.apiPort);
  const url = `http://127.0.0.1:${apiPort}`;
  const api = new SupervisedProcess({
    name: 'API',
    script: fileURLToPath(new URL('./main.js', import.meta.resolve('@tickscope/api'))),
    env: {
      CLICKHOUSE_URL: clickHouse.url,
      CLICKHOUSE_USER: clickHouse.reader.user,
      CLICKHOUSE_PASSWORD: clickHouse.reader.password,
      CLICKHOUSE_DATABASE: clickHouse.database,
      API_HOST: '127.0.0.1',
      API_PORT: String(apiPort),
    },
    logFile: join(logs, 'api.log'),
    onCrash: (detail) => say(`API: ${detail}`),
  });
  api.start();
  closers.push(() => api.stop());
  await ready(`${url}/readyz`, join(logs, 'api.log'), running.stopped);
  await writeRunFile(dataDir, {
    ...(clickHouse.run === null ? {} : { clickhouse: clickHouse.run }),
    api: { url },
  });
  closers.push(() => removeRunFile(dataDir));
  say(`
Tickscope is up.

  API            ${url}/api
  documentation  ${url}/docs
  ClickHouse     ${clickHouse.url} (user and password of analysts: ${join(dataDir, 'run.json')})
  data and logs  ${dataDir}
`);
}

interface StoreRun {
  url: string;
  database: string;
  reader: { user: string; password: string };
  run: ReturnType<typeof clickHouseRun> | null;
}

/** ClickHouse: the one that CLICKHOUSE_URL names, or the embedded one; migrated. */
async function startStore(
  flags: UpFlags,
  { dataDir, lock, say, closers, stopped }: Running,
): Promise<StoreRun> {
  if ((process.env['CLICKHOUSE_URL'] ?? '') !== '') {
    const stack = await openStack({ dataDir, startIfNone: false });
    await migrate(stack.client, stack.database);
    await stack.close();
    const reader = {
      user: process.env['CLICKHOUSE_USER'] ?? 'default',
      password: process.env['CLICKHOUSE_PASSWORD'] ?? '',
    };
    return { url: stack.url, database: stack.database, reader, run: null };
  }
  const server = await embedded(() =>
    startClickHouse({
      dataDir,
      lock,
      ...(flags.clickhouseHttpPort === undefined ? {} : { httpPort: flags.clickhouseHttpPort }),
      ...(flags.clickhouseTcpPort === undefined ? {} : { tcpPort: flags.clickhouseTcpPort }),
    }),
  );
  closers.push(() => server.stop());
  void server.exited.then((report) => {
    if (!stopped.isStopped())
      say(`ClickHouse ended unasked (${JSON.stringify(report)}); stop and start again.`);
  });
  const { owner, reader } = server.users;
  const client = openStore({
    url: server.url,
    ...owner,
    database: DEFAULT_DATABASE,
    application: 'tickscope-cli',
  });
  try {
    await migrate(client, DEFAULT_DATABASE);
  } finally {
    await client.close();
  }
  return { url: server.url, database: DEFAULT_DATABASE, reader, run: clickHouseRun(server) };
}

async function ready(url: string, logFile: string, stopped: Running['stopped']): Promise<void> {
  const deadline = Date.now() + READY_DEADLINE_MS;
  while (!stopped.isStopped()) {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    if (response?.ok === true) return;
    if (Date.now() > deadline) throw new CliError(`${url} does not become ready; see ${logFile}`);
    await sleep(100);
  }
}

async function choosePort(wanted: number | undefined): Promise<number> {
  if (wanted !== undefined) {
    if (!(await isFree(wanted)))
      throw new CliError(`port ${wanted} is taken: choose another --api-port, or leave it out`);
    return wanted;
  }
  if (await isFree(DEFAULT_API_PORT)) return DEFAULT_API_PORT;
  return freePort();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.listen(port, '127.0.0.1');
  const free = await listening;
  await new Promise((resolve) => server.close(resolve));
  return free;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new CliError('no free port');
  return address.port;
}

/** Resolves at the first SIGINT or SIGTERM; the second one ends the process at once. */
function signalled(): Running['stopped'] {
  let isStopped = false;
  const promise = new Promise<void>((resolve) => {
    const onSignal = (): void => {
      if (isStopped) process.exit(130);
      isStopped = true;
      resolve();
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  });
  return { promise, isStopped: () => isStopped };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new InvalidArgumentError('expected a port, 1 to 65535');
  return port;
}
