import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@clickhouse/client';
import { afterEach, expect, test, vi } from 'vitest';
import { type ClickHouseOptions, type EmbeddedClickHouse, startClickHouse } from './clickhouse.js';
import { processStarted } from './process-identity.js';
import { ask, mustAsk } from './testing/ask.js';
import { temporaryDir } from './testing/temporary-dir.js';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function newDir(): Promise<string> {
  const dir = await temporaryDir();
  cleanups.push(dir.remove);
  return dir.path;
}

async function start(options: ClickHouseOptions): Promise<EmbeddedClickHouse> {
  const server = await startClickHouse(options);
  cleanups.push(() => server.stop());
  return server;
}

/** A program that keeps a server, as `tickscope up` does. */
async function startHolder(
  dataDir: string,
): Promise<{ holder: ChildProcess; server: { pid: number; url: string } }> {
  const script = fileURLToPath(new URL('./testing/hold-server.ts', import.meta.url));
  const holder = spawn(
    process.execPath,
    ['--conditions', 'tickscope:source', '--import', 'tsx', script, dataDir],
    { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  cleanups.push(async () => holder.kill('SIGKILL'));
  const lines = createInterface({ input: holder.stdout as NodeJS.ReadableStream });
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  if (line === undefined) throw new Error('the program ended before its server answered');
  return { holder, server: JSON.parse(line) };
}

async function untilGone(pid: number): Promise<void> {
  while (processStarted(pid) !== null) await delay(50);
}

test('a real server answers the official client, and a clean stop and a new start keep the data', async () => {
  const dataDir = await newDir();
  const first = await start({ dataDir });
  const { owner } = first.users;
  const client = createClient({ url: first.url, username: owner.user, password: owner.password });
  await client.command({ query: 'CREATE DATABASE tickscope' });
  await client.command({
    query: 'CREATE TABLE tickscope.slots (slot UInt64) ENGINE = ReplacingMergeTree ORDER BY slot',
  });
  await client.insert({
    table: 'tickscope.slots',
    values: [{ slot: '1' }, { slot: '2' }],
    format: 'JSONEachRow',
  });
  await client.close();
  expect(await first.stop()).toBe('clean');
  expect(await first.exited).toMatchObject({ code: 0, signal: null, requested: true });

  const second = await start({ dataDir });
  expect(second.users).toEqual(first.users);
  expect(await mustAsk(second.url, owner, 'SELECT sum(slot), count() FROM tickscope.slots FINAL')).toBe(
    '3\t2',
  );
  // Nothing is written into the last 256 MiB of the disk: a merge that runs into its end may become a damaged part.
  expect(
    await mustAsk(second.url, owner, "SELECT keep_free_space FROM system.disks WHERE name = 'default'"),
  ).toBe('268435456');
});

test('a stop does not wait for running queries', async () => {
  const server = await start({ dataDir: await newDir() });
  const query = ask(server.url, server.users.owner, 'SELECT sum(sleepEachRow(1)) FROM numbers(100)', {
    max_block_size: '1',
  });
  const running = "SELECT count() FROM system.processes WHERE query LIKE '%sleepEachRow%' AND user = 'owner'";
  while ((await mustAsk(server.url, server.users.owner, running)) < '2') await delay(50);
  expect(await server.stop()).toBe('clean');
  expect(await query.then((answer) => answer.text, String)).toMatch(/cancelled|fetch failed/);
});

test('data survives a server that is killed, and the same folder can be started again', async () => {
  const dataDir = await newDir();
  const first = await start({ dataDir });
  const { owner } = first.users;
  await mustAsk(first.url, owner, 'CREATE DATABASE tickscope');
  await mustAsk(first.url, owner, 'CREATE TABLE tickscope.t (a UInt64) ENGINE = MergeTree ORDER BY a');
  await mustAsk(first.url, owner, 'INSERT INTO tickscope.t SELECT number FROM numbers(100000)');
  process.kill(first.pid, 'SIGKILL');
  expect(await first.exited).toMatchObject({ signal: 'SIGKILL', requested: false });

  const second = await start({ dataDir });
  expect(await mustAsk(second.url, owner, 'SELECT count(), sum(a) FROM tickscope.t')).toBe(
    '100000\t4999950000',
  );
});

test('the first start in an empty folder drops tables for good', async () => {
  const { url, users } = await start({ dataDir: await newDir() });
  await mustAsk(url, users.owner, 'CREATE DATABASE tickscope');
  await mustAsk(url, users.owner, 'CREATE TABLE tickscope.t (a UInt64) ENGINE = MergeTree ORDER BY a');
  await mustAsk(url, users.owner, 'INSERT INTO tickscope.t VALUES (1)');
  await mustAsk(url, users.owner, 'DROP TABLE tickscope.t SYNC');
  expect(await mustAsk(url, users.owner, 'SELECT count() FROM system.dropped_tables')).toBe('0');
});

test('the server ends when its starter is killed, and the folder is free for the next', async () => {
  const dataDir = await newDir();
  const { holder, server } = await startHolder(dataDir);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  // At once: the next one waits for the orphan, rather than meeting it.
  const next = await start({ dataDir });
  await untilGone(server.pid);
  expect(await mustAsk(next.url, next.users.owner, 'SELECT 1')).toBe('1');
});

test('the error for a second owner of a data folder names the first one and the folder', async () => {
  const dataDir = await newDir();
  const { holder, server } = await startHolder(dataDir);
  await expect(startClickHouse({ dataDir })).rejects.toMatchObject({
    code: 'data_dir_locked',
    message: expect.stringMatching(`${dataDir} .*process ${holder.pid}`),
  });
  expect((await fetch(`${server.url}/ping`)).status).toBe(200);
});

test('given ports are used, and a taken one is named', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  cleanups.push(async () => taken.close());
  const { port } = taken.address() as { port: number };
  const dataDir = await newDir();
  await expect(startClickHouse({ dataDir, httpPort: port })).rejects.toMatchObject({
    code: 'port_taken',
    message: expect.stringMatching(`Port ${port} .*ClickHouse HTTP`),
  });
  await expect(startClickHouse({ dataDir, tcpPort: port })).rejects.toMatchObject({ code: 'port_taken' });

  taken.close();
  await once(taken, 'close');
  const server = await start({ dataDir, httpPort: port });
  expect(server.url).toBe(`http://127.0.0.1:${port}`);
});

test('a failed start has the reason and the last lines of the log, and leaves nothing behind', async () => {
  const dataDir = await newDir();
  await mkdir(join(dataDir, 'clickhouse', 'metadata'), { recursive: true });
  await appendFile(join(dataDir, 'clickhouse', 'metadata', 'tickscope.sql'), 'ATTACH DATABASE nonsense');
  await expect(startClickHouse({ dataDir })).rejects.toMatchObject({
    code: 'start_failed',
    message: expect.stringMatching(/ended at its start[\s\S]*tickscope/),
  });
  // The folder's lock was given back.
  await expect(startClickHouse({ dataDir })).rejects.toMatchObject({ code: 'start_failed' });
});

test('a port that is taken after all ends the start with its reason', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  cleanups.push(async () => taken.close());
  const { port } = taken.address() as { port: number };
  // As if another program had been quicker than the server.
  const options = { dataDir: await newDir(), extraConfig: { tcp_port: port } };
  await expect(startClickHouse(options)).rejects.toMatchObject({
    code: 'start_failed',
    message: expect.stringMatching(`Address already in use: 127.0.0.1:${port}`),
  });
});

test('files with secrets are private, and logs go to the data folder', async () => {
  const dataDir = await newDir();
  const server = await start({ dataDir });
  const files = ['passwords.json', 'lock', 'config/clickhouse.xml', 'config/clickhouse-users.xml'];
  for (const file of files) expect((await stat(join(dataDir, file))).mode & 0o077, file).toBe(0);
  for (const { password } of Object.values(server.users)) {
    expect(password.length).toBeGreaterThanOrEqual(32);
    expect(await readFile(join(dataDir, 'config/clickhouse-users.xml'), 'utf8')).not.toContain(password);
  }
  // The server writes its log in the background.
  await vi.waitFor(
    async () =>
      expect(await readFile(join(dataDir, 'logs/clickhouse.log'), 'utf8')).toContain(
        'Listening for http://127.0.0.1:',
      ),
    { timeout: 10_000, interval: 100 },
  );
});

test('neither a wrong password nor noise on the native port ends the server', async () => {
  const server = await start({ dataDir: await newDir() });
  // Hello: packet 0, client, version 24.1, protocol revision 54460, database, user, password.
  const text = (value: string) => [value.length, ...Buffer.from(value)];
  const wrongPassword = [
    0,
    ...text('test'),
    24,
    1,
    0xbc,
    0xa9,
    0x03,
    ...text(''),
    ...text('owner'),
    ...text('x'),
  ];
  const noise = [[...Buffer.from('GET / HTTP/1.1\r\n\r\n')], [0], [0xff, 0xff, 0xff, 0xff], [0, 200, 1]];
  for (const bytes of [wrongPassword, ...noise]) {
    const socket = connect(server.tcpPort, '127.0.0.1', () => socket.end(Buffer.from(bytes)));
    socket.on('error', () => {});
    socket.resume();
    await once(socket, 'close');
  }
  expect(await mustAsk(server.url, server.users.owner, 'SELECT 1')).toBe('1');
  // An abort takes seconds, in which the server still answers: what counts is how it ends.
  expect(await server.stop()).toBe('clean');
});

test('the server is reached from loopback only', async () => {
  const { httpPort, tcpPort } = await start({ dataDir: await newDir() });
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((address) => address?.family === 'IPv4' && !address.internal);
  for (const address of others)
    for (const port of [httpPort, tcpPort])
      await expect(fetch(`http://${address?.address}:${port}/ping`)).rejects.toThrow('fetch failed');
});
