import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedClickHouse } from '@tickscope/embedded';
import { migrate } from '@tickscope/store';
import { startMigratedClickHouse } from './migrated-clickhouse.js';
import { connectTo, TEST_DATABASE, type TestConnection } from './test-connection.js';

/** A real server that one test file has to itself until it gives it back. */
export interface SharedClickHouse {
  readonly server: EmbeddedClickHouse;
  /** A client of the user that may do everything; it stays open. */
  readonly owner: TestConnection;
  /** Drops the database with its content. */
  drop(): Promise<void>;
  /**
   * Provides this build's tables, empty except for what the migrations write: created once, then emptied. A test that
   * changes a table's definition or those rows, or stops merges, must call `drop` after it.
   */
  fresh(): Promise<void>;
  giveBack(): void;
}

interface Member {
  server: EmbeddedClickHouse;
  owner: TestConnection;
  hasExited: boolean;
  /** Whether the database is as the migrations made it. Otherwise the tables may differ, or be absent. */
  isMigrated: boolean;
  /** The tables that the migrations made; null until they were looked at. */
  made: { definition: string; emptied: ReadonlySet<string> } | null;
}

/**
 * Servers that no test file uses now. Test files of one worker share its modules, so they share this list: starting and
 * migrating a server takes longer than many a file's tests.
 */
const free: Member[] = [];

export async function takeClickHouse(): Promise<SharedClickHouse> {
  const member = (await takeFree()) ?? (await start());
  const { server, owner } = member;
  const drop = async (): Promise<void> => {
    member.isMigrated = false;
    member.made = null;
    await dropDatabase(owner);
  };
  return {
    server,
    owner,
    drop,
    async fresh() {
      const { made } = member;
      if (made !== null) {
        const filled = (await tablesWith(owner, 'total_rows > 0')).filter((table) => made.emptied.has(table));
        await Promise.all(filled.map((table) => owner.command({ query: `TRUNCATE TABLE ${table}` })));
        return;
      }
      if (!member.isMigrated) {
        await drop();
        await migrate(owner);
        member.isMigrated = true;
      }
      member.made = {
        definition: await definitionOf(owner),
        emptied: new Set(await tablesWith(owner, 'total_rows = 0')),
      };
    },
    giveBack: () => free.push(member),
  };
}

/** A test file may have stopped its server, or changed the tables. */
async function takeFree(): Promise<Member | null> {
  for (let member = free.pop(); member !== undefined; member = free.pop()) {
    if (member.hasExited) {
      await member.owner.close();
      continue;
    }
    if (member.made === null || member.made.definition !== (await definitionOf(member.owner))) {
      member.isMigrated = false;
      member.made = null;
    }
    return member;
  }
  return null;
}

/** Its folder is removed at the end of the run: it lives as long as the worker (`test/support/run-folder.ts`). */
async function start(): Promise<Member> {
  const dataDir = await mkdtemp(join(process.env['TICKSCOPE_TEST_FOLDER'] ?? tmpdir(), 'tickscope-store-'));
  const server = await startMigratedClickHouse({ dataDir });
  const owner = connectTo(server);
  const member: Member = { server, owner, hasExited: false, isMigrated: true, made: null };
  void server.exited.then(() => {
    member.hasExited = true;
  });
  return member;
}

async function dropDatabase(owner: TestConnection): Promise<void> {
  await owner.command({
    query: `DROP DATABASE IF EXISTS ${TEST_DATABASE} SYNC`,
    http_headers: { 'X-ClickHouse-Database': 'default' },
  });
}

/** Differs where a table was added, dropped or altered. */
async function definitionOf({ read }: TestConnection): Promise<string> {
  const rows = await read.queryRows<[string, string]>(
    `SELECT name, create_table_query FROM system.tables WHERE database = '${TEST_DATABASE}' ORDER BY name`,
    { timeoutMs: 10_000 },
  );
  return JSON.stringify(rows);
}

async function tablesWith({ read }: TestConnection, condition: string): Promise<string[]> {
  const rows = await read.queryRows<[string]>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND ${condition}`,
    { timeoutMs: 10_000 },
  );
  return rows.map(([name]) => name);
}
