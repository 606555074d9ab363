import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, postgresUrl, startPostgres } from '@tickscope/embedded';
import pg from 'pg';

/** How the database of a test file is made. */
export interface PostgresTemplate {
  /** Names the template on its server; the same name means the same content. */
  readonly name: string;
  /** Makes the tables in an empty database. Runs once a server. */
  prepare(ownerUrl: string): Promise<unknown>;
}

/** A real server with a new database, which one test file has to itself until it gives the server back. */
export interface SharedPostgres {
  /** Changes with `start`. */
  readonly server: EmbeddedPostgres;
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly dataDir: string;
  /** Stops the server, for tests of outages. */
  stop(): Promise<void>;
  /** Starts it again, on the same port and with the same data. */
  start(): Promise<void>;
  giveBack(): void;
}

interface Member {
  server: EmbeddedPostgres;
  hasExited: boolean;
  readonly superuserPassword: string;
  readonly templates: Set<string>;
}

const DATABASE = 'tickscope';
const SUPERUSER = 'postgres';
const RELOADED_WITHIN_MS = 60_000;

/** Servers that no test file uses now; shared by the files of one worker, as those of ClickHouse are. */
const free: Member[] = [];

/** Takes a server of this worker and makes a new database from the template. */
export async function takePostgres(template: PostgresTemplate): Promise<SharedPostgres> {
  const member = takeFree() ?? (await startMember());
  await makeDatabase(member, template);
  const { server } = member;
  return {
    get server() {
      return member.server;
    },
    ownerUrl: postgresUrl(server.url, server.users.owner),
    appUrl: postgresUrl(server.url, server.users.app),
    dataDir: server.dataDir,
    async stop() {
      await member.server.stop();
    },
    async start() {
      setServer(member, await startPostgres({ dataDir: server.dataDir, port: server.port }));
    },
    giveBack: () => free.push(member),
  };
}

/** A test file may have stopped its server. */
function takeFree(): Member | null {
  for (let member = free.pop(); member !== undefined; member = free.pop())
    if (!member.hasExited) return member;
  return null;
}

/** Its folder is removed at the end of the run: it lives as long as the worker (`test/support/run-folder.ts`). */
async function startMember(): Promise<Member> {
  const dataDir = await mkdtemp(
    join(process.env['TICKSCOPE_TEST_FOLDER'] ?? tmpdir(), 'tickscope-postgres-'),
  );
  const server = await startPostgres({ dataDir });
  const member: Member = {
    server,
    hasExited: false,
    superuserPassword: randomBytes(24).toString('hex'),
    templates: new Set(),
  };
  setServer(member, server);
  return member;
}

function setServer(member: Member, server: EmbeddedPostgres): void {
  member.server = server;
  member.hasExited = false;
  void server.exited.then(() => {
    if (member.server === server) member.hasExited = true;
  });
}

async function makeDatabase(member: Member, { name, prepare }: PostgresTemplate): Promise<void> {
  const superuser = await connectSuperuser(member);
  const create = async (from: string): Promise<void> => {
    await superuser.query(`CREATE DATABASE ${DATABASE} TEMPLATE ${from} OWNER owner`);
    // A copy does not have the template's own privileges; these are those of `createStatements` in @tickscope/embedded.
    await superuser.query(`REVOKE ALL ON DATABASE ${DATABASE} FROM PUBLIC`);
    await superuser.query(`GRANT CONNECT ON DATABASE ${DATABASE} TO app`);
  };
  const template = `template_${name}`;
  try {
    await superuser.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
    if (!member.templates.has(name)) {
      await create('template0');
      // The server lets its users into this one database only, so the template is made under its name.
      await prepare(postgresUrl(member.server.url, member.server.users.owner));
      await superuser.query(`ALTER DATABASE ${DATABASE} RENAME TO ${template}`);
      member.templates.add(name);
    }
    await create(template);
  } finally {
    await superuser.end();
  }
}

/** The embedded server lets no superuser in, and writes its list of who may log in at every start. */
async function connectSuperuser({ server, superuserPassword: password }: Member): Promise<pg.Client> {
  const accessFile = join(server.dataDir, 'postgres', 'data', 'pg_hba.conf');
  const shipped = await readFile(accessFile, 'utf8');
  const line = (method: string) => `host all ${SUPERUSER} 127.0.0.1/32 ${method}\n`;
  if (!shipped.startsWith(line('scram-sha-256'))) {
    await writeFile(accessFile, line('trust') + shipped);
    process.kill(server.pid, 'SIGHUP');
    const trusted = await connected(server, undefined);
    await trusted.query(`ALTER ROLE ${SUPERUSER} PASSWORD '${password}'`);
    await trusted.end();
    await writeFile(accessFile, line('scram-sha-256') + shipped);
    process.kill(server.pid, 'SIGHUP');
  }
  return connected(server, password);
}

/** Waits until the server has read its list again. */
async function connected({ port }: EmbeddedPostgres, password: string | undefined): Promise<pg.Client> {
  const deadline = Date.now() + RELOADED_WITHIN_MS;
  for (;;) {
    const client = new pg.Client({
      host: '127.0.0.1',
      ...{ port, password, user: SUPERUSER, database: SUPERUSER },
      connectionTimeoutMillis: RELOADED_WITHIN_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (Date.now() > deadline) throw error;
      await sleep(20);
    }
  }
}
