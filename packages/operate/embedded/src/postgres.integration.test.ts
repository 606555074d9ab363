import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import type { Credentials } from './clickhouse.js';
import { type EmbeddedPostgres, type PostgresOptions, postgresUrl, startPostgres } from './postgres.js';
import { copyPackage, findPostgresPackage, shortNames } from './postgres-binaries.js';
import { processStarted } from './process-identity.js';
import { temporaryDir } from './testing/temporary-dir.js';

const UNPRIVILEGED_ID = 65_534;
const isRoot = process.getuid?.() === 0;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function newDir(): Promise<string> {
  const dir = await temporaryDir();
  cleanups.push(dir.remove);
  return dir.path;
}

async function start(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const server = await startPostgres(options);
  cleanups.push(() => server.stop());
  return server;
}

/** The rows of statements sent one after another over one new connection. */
async function ask(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: 20_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

const asOwner = (server: EmbeddedPostgres) => postgresUrl(server.url, server.users.owner);
const makeTable = 'CREATE TABLE t AS SELECT g AS a FROM generate_series(1, 100000) g';
const readTable = 'SELECT count(*)::int AS rows, sum(a)::text AS sum FROM t';
const wholeTable = [{ rows: 100_000, sum: '5000050000' }];

/** A program that keeps a server, as `tickscope up` does. */
async function startHolder(
  dataDir: string,
  uid?: number,
): Promise<{ holder: ChildProcess; server: { pid: number; url: string; uid: number } }> {
  const script = fileURLToPath(new URL('./testing/hold-postgres.ts', import.meta.url));
  const holder = spawn(
    process.execPath,
    ['--conditions', 'tickscope:source', '--import', 'tsx', script, dataDir],
    {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    },
  );
  cleanups.push(async () => {
    holder.kill('SIGKILL');
  });
  let said = '';
  holder.stderr?.on('data', (text: Buffer) => {
    said += text;
  });
  const lines = createInterface({ input: holder.stdout as NodeJS.ReadableStream });
  const [line] = (await Promise.race([once(lines, 'line'), once(holder, 'close')])) as [unknown];
  if (typeof line !== 'string') throw new Error(`the program ended before its server answered: ${said}`);
  const server = JSON.parse(line) as { pid: number; url: string; uid: number };
  cleanups.push(async () => {
    holder.kill('SIGKILL');
    await untilGone(server.pid);
  });
  return { holder, server };
}

async function untilGone(pid: number): Promise<void> {
  while (processStarted(pid) !== null) await delay(50);
}

/** The supervisor of a server: its parent process. */
function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

test('a real server answers, and a clean stop and a new start keep data and passwords', async () => {
  const dataDir = await newDir();
  const first = await start({ dataDir });
  expect(await ask(asOwner(first), makeTable, 'SHOW server_version_num')).toEqual([
    { server_version_num: expect.stringMatching(/^18\d{4}$/) },
  ]);
  expect(await first.stop()).toBe('clean');
  expect(await first.exited).toMatchObject({ code: 0, signal: null, requested: true });

  const second = await start({ dataDir });
  expect(second.users).toEqual(first.users);
  expect(await ask(asOwner(second), readTable)).toEqual(wholeTable);
});

test('a stop does not wait for clients, and their transactions are undone', async () => {
  const dataDir = await newDir();
  const server = await start({ dataDir });
  const busy = ask(asOwner(server), makeTable, 'BEGIN', 'DELETE FROM t', 'SELECT pg_sleep(60)').catch(String);
  while (
    (await ask(asOwner(server), "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'"))
      .length === 0
  )
    await delay(50);
  expect(await server.stop()).toBe('clean');
  expect(await busy).toMatch(/terminat/);
  expect(await ask(asOwner(await start({ dataDir })), readTable)).toEqual(wholeTable);
});

test('committed data survives a server that is killed, and the same folder can be started again', async () => {
  const dataDir = await newDir();
  const first = await start({ dataDir });
  await ask(asOwner(first), makeTable);
  process.kill(first.pid, 'SIGKILL');
  expect(await first.exited).toMatchObject({ requested: false });
  expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(true);
  expect(await ask(asOwner(await start({ dataDir })), readTable)).toEqual(wholeTable);
});

test.skipIf(process.platform !== 'linux')(
  'a stale postmaster.pid that names another living process does not stop a start',
  async () => {
    const dataDir = await newDir();
    const first = await start({ dataDir });
    await ask(asOwner(first), makeTable);
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    // A process of the same user, as a number that is used again may be.
    const owner = statSync(join(dataDir, 'postgres')).uid;
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: 'ignore',
      cwd: '/',
      ...(isRoot ? { uid: owner, gid: owner } : {}),
    });
    cleanups.push(async () => stranger.kill('SIGKILL'));
    const pidFile = join(dataDir, 'postgres/data/postmaster.pid');
    const lines = (await readFile(pidFile, 'utf8')).split('\n');
    await writeFile(pidFile, [stranger.pid, ...lines.slice(1)].join('\n'));

    expect(await ask(asOwner(await start({ dataDir })), readTable)).toEqual(wholeTable);
    expect(processStarted(stranger.pid as number)).not.toBeNull();
  },
);

test('the server ends when its starter is killed, and the folder is free for the next', async () => {
  const dataDir = await newDir();
  const { holder, server } = await startHolder(dataDir);
  await ask(server.url, makeTable);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  // At once: the next one waits for the orphan, rather than meeting it.
  const next = await start({ dataDir });
  await untilGone(server.pid);
  expect(await ask(asOwner(next), readTable)).toEqual(wholeTable);
});

test.skipIf(process.platform !== 'linux')(
  'a server whose starter and supervisor were killed together is ended by the next start',
  async () => {
    const dataDir = await newDir();
    const { holder, server } = await startHolder(dataDir);
    await ask(server.url, makeTable);
    const supervisor = parentOf(server.pid);
    process.kill(supervisor, 'SIGSTOP');
    holder.kill('SIGKILL');
    process.kill(supervisor, 'SIGKILL');
    await Promise.all([once(holder, 'exit'), untilGone(supervisor)]);
    expect(processStarted(server.pid)).not.toBeNull();
    const next = await start({ dataDir });
    expect(processStarted(server.pid)).toBeNull();
    expect(await ask(asOwner(next), readTable)).toEqual(wholeTable);
  },
);

test.skipIf(process.platform !== 'linux')('no server outlives its supervisor', async () => {
  const server = await start({ dataDir: await newDir() });
  process.kill(parentOf(server.pid), 'SIGKILL');
  expect(await server.exited).toMatchObject({ requested: false, signal: 'SIGKILL' });
  expect(processStarted(server.pid)).toBeNull();
});

test('a server that does not react is killed after its deadlines, and starts again', async () => {
  const dataDir = await newDir();
  const server = await start({ dataDir, stopTimeoutMs: 300 });
  await ask(asOwner(server), makeTable);
  process.kill(server.pid, 'SIGSTOP');
  expect(await server.stop()).toBe('killed');
  expect(processStarted(server.pid)).toBeNull();
  expect(await ask(asOwner(await start({ dataDir })), readTable)).toEqual(wholeTable);
});

test('the error for a second owner of a data folder names the first one and the folder', async () => {
  const dataDir = await newDir();
  const { holder, server } = await startHolder(dataDir);
  await expect(startPostgres({ dataDir })).rejects.toMatchObject({
    code: 'data_dir_locked',
    message: expect.stringMatching(`${dataDir} .*process ${holder.pid}`),
  });
  expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a given port is used, and a taken one is named', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const dataDir = await newDir();
  await expect(startPostgres({ dataDir, port })).rejects.toMatchObject({
    code: 'port_taken',
    message: expect.stringMatching(`Port ${port} .*PostgreSQL`),
  });
  taken.close();
  await once(taken, 'close');
  expect((await start({ dataDir, port })).url).toBe(`postgres://127.0.0.1:${port}/tickscope`);
});

test('rejects a wrong password, the superuser and other databases', async () => {
  const server = await start({ dataDir: await newDir() });
  const as = (who: Partial<Credentials>, database = 'tickscope') =>
    postgresUrl(server.url.replace(/tickscope$/, database), { ...server.users.owner, ...who });
  await expect(ask(as({ password: 'wrong' }), 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  await expect(ask(as({ password: server.users.app.password }), 'SELECT 1')).rejects.toThrow(
    /password authentication failed/,
  );
  await expect(ask(as({ user: 'postgres' }), 'SELECT 1')).rejects.toThrow(/pg_hba\.conf/);
  await expect(ask(as({}, 'postgres'), 'SELECT 1')).rejects.toThrow(/pg_hba\.conf/);
  await expect(ask(server.url.replace('//', '//owner@'), 'SELECT 1')).rejects.toThrow(/password/);
});

test('the app can neither create tables nor read without a grant', async () => {
  const server = await start({ dataDir: await newDir() });
  await ask(asOwner(server), makeTable);
  const asApp = postgresUrl(server.url, server.users.app);
  await expect(ask(asApp, 'CREATE TABLE u (a int)')).rejects.toThrow(/permission denied/);
  await expect(ask(asApp, 'CREATE TEMPORARY TABLE u (a int)')).rejects.toThrow(/permission denied/);
  await expect(ask(asApp, 'CREATE SCHEMA s')).rejects.toThrow(/permission denied/);
  await expect(ask(asApp, readTable)).rejects.toThrow(/permission denied/);
  await expect(ask(asApp, "SELECT pg_read_file('postgresql.conf')")).rejects.toThrow(/permission denied/);
  await expect(ask(asOwner(server), "COPY t TO PROGRAM 'cat'")).rejects.toThrow(/permission denied/);
});

test('lost passwords are replaced, and the old ones no longer work', async () => {
  const dataDir = await newDir();
  const first = await start({ dataDir });
  await ask(asOwner(first), makeTable);
  await first.stop();
  await rm(join(dataDir, 'passwords.json'));
  const second = await start({ dataDir });
  expect(second.users.owner.password).not.toBe(first.users.owner.password);
  expect(await ask(asOwner(second), readTable)).toEqual(wholeTable);
  await expect(ask(postgresUrl(second.url, first.users.owner), 'SELECT 1')).rejects.toThrow(
    /password authentication failed/,
  );
});

test('writes are on the disk when they are answered', async () => {
  const server = await start({ dataDir: await newDir() });
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    expect(await ask(asOwner(server), `SHOW ${setting}`)).toEqual([{ [setting]: 'on' }]);
});

test('the server is reached from loopback only, and over no socket in the file system', async () => {
  const dataDir = await newDir();
  const server = await start({ dataDir });
  expect(await readFile(join(dataDir, 'postgres/data/postgresql.conf'), 'utf8')).toContain(
    "unix_socket_directories = ''",
  );
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((address) => address?.family === 'IPv4' && !address.internal);
  for (const address of others)
    await expect(
      ask(asOwner(server).replace('127.0.0.1', address?.address ?? ''), 'SELECT 1'),
    ).rejects.toThrow('ECONNREFUSED');
});

test('no file of the data folder but passwords.json holds a password, and none is open to others', async () => {
  const dataDir = await newDir();
  const server = await start({ dataDir });
  const files = ['postgres/data/postgresql.conf', 'postgres/data/pg_hba.conf', 'postgres/passwords.sha256'];
  for (const file of [...files, 'logs/postgres.log', 'passwords.json'])
    expect((await stat(join(dataDir, file))).mode & 0o077, file).toBe(0);
  for (const { password } of Object.values(server.users))
    for (const file of [...files, 'logs/postgres.log'])
      expect(await readFile(join(dataDir, file), 'utf8')).not.toContain(password);
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o077).toBe(0);
});

test('a failed start has the reason and the last lines of the log, and releases the folder', async () => {
  const dataDir = await newDir();
  await (await start({ dataDir })).stop();
  await writeFile(join(dataDir, 'postgres/data/PG_VERSION'), '9.6\n');
  const failure = { code: 'start_failed', message: expect.stringMatching(/9\.6/) };
  await expect(startPostgres({ dataDir })).rejects.toMatchObject(failure);
  await expect(startPostgres({ dataDir })).rejects.toMatchObject(failure);
});

test('an incomplete cluster, left by a killed first start, is created again', async () => {
  const dataDir = await newDir();
  await mkdir(join(dataDir, 'postgres/data.new/base'), { recursive: true });
  const server = await start({ dataDir });
  expect(await ask(asOwner(server), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test.runIf(isRoot)(
  'started by root, it runs as an unprivileged user, also in a folder that is closed to others',
  async () => {
    const dataDir = join(await newDir(), 'closed', 'data');
    await mkdir(join(dataDir, '..'), { mode: 0o700 });
    const server = await start({ dataDir });
    expect(await ask(asOwner(server), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(statSync(`/proc/${server.pid}`).uid).toBe(UNPRIVILEGED_ID);
    expect(readFileSync(`/proc/${server.pid}/status`, 'utf8')).toMatch(/^Groups:\s*(65534\s*)?$/m);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  },
);

test.runIf(isRoot)('started by another user, it runs as that user; root then leaves it theirs', async () => {
  // A user that every Linux has: initdb looks up its name.
  const uid = 1;
  const dir = await newDir();
  await chown(dir, uid, uid);
  const dataDir = join(dir, 'data');
  const { holder, server } = await startHolder(dataDir, uid);
  expect(server.uid).toBe(uid);
  expect(statSync(`/proc/${server.pid}`).uid).toBe(uid);
  await ask(server.url, makeTable);
  holder.kill('SIGKILL');
  await untilGone(server.pid);

  const byRoot = await start({ dataDir });
  expect(statSync(`/proc/${byRoot.pid}`).uid).toBe(uid);
  expect(await ask(asOwner(byRoot), readTable)).toEqual(wholeTable);
});

test.runIf(isRoot)('a folder of another user is refused in words', async () => {
  const dir = await newDir();
  await (await start({ dataDir: join(dir, 'data') })).stop();
  await chmod(dir, 0o755);
  await chown(join(dir, 'data'), 1, 1);
  await chown(join(dir, 'data/lock'), 1, 1);
  await expect(startHolder(join(dir, 'data'), 1)).rejects.toThrow(/belongs to another user/);
});

test.runIf(isRoot && process.platform === 'linux')(
  'where the installed programs are closed to its user, it runs from a copy',
  async () => {
    // Not where a running stack may have its copy.
    const [temporary, before] = [await newDir(), process.env['TMPDIR']];
    await chmod(temporary, 0o755);
    process.env['TMPDIR'] = temporary;
    cleanups.push(async () => {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    });
    const copy = await copyPackage(findPostgresPackage());
    expect(copy.startsWith(tmpdir())).toBe(true);
    // Each program and library of the copy, as that user.
    const links = shortNames(readdirSync(`${copy}/lib`)).map(([link, file]) => ({ link, file }));
    const dir = await newDir();
    await chmod(dir, 0o755);
    for (const { link, file } of links) await symlink(`${copy}/lib/${file}`, join(dir, link));
    const child = spawn(join(copy, 'bin/initdb'), ['--version'], {
      uid: UNPRIVILEGED_ID,
      gid: UNPRIVILEGED_ID,
      env: { LD_LIBRARY_PATH: `${dir}:${copy}/lib` },
    });
    expect(await once(child, 'close')).toEqual([0, null]);

    // A copy that another user could change is not trusted: root would run that user's programs.
    await chown(copy, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
    await expect(copyPackage(findPostgresPackage())).rejects.toMatchObject({ code: 'start_failed' });
  },
);
