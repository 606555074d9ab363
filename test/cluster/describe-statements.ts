import type { ReadConnection } from '@tickscope/store';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ComparedStores } from './compared-stores.js';
import { parametersOf } from './parameters.js';
import { readSample, type Sample } from './sample.js';
import { type SqlOfTree, sqlOfDocuments, sqlOfTheTree } from './sql-of-the-tree.js';

const OF_EACH = 'asked of every server (`administer.ask`, `administer.places`)';
/** Statements about one server, or of work that is done on one: not asked here. */
const NOT_ASKED: Record<string, string> = {
  'apps/ops/src/doctor/detached-parts.sql': OF_EACH,
  'apps/ops/src/doctor/parts-to-check.sql': OF_EACH,
  'apps/ops/src/doctor/table-days.sql': OF_EACH,
  'packages/core/store/src/backup/filled-tables.sql': OF_EACH,
  'packages/core/store/src/backup/table-sizes.sql': OF_EACH,
  'packages/core/store/src/retention/disk-use.sql': OF_EACH,
  'apps/ops/src/doctor/part-slots.ts#part-range': 'a part is of one server',
  'apps/ingester/src/open-spill.ts#database-id': 'identifies a store; two have two',
  'packages/serve/queries/src/feed/feed-head.sql': 'its first column identifies a store; two have two',
  'packages/core/store/src/backup/ordered-feed.sql': 'of the first server, while a restore runs',
  'packages/core/store/src/move/move-marker.ts#table-notes': 'identifies a store; two have two',
  'packages/core/store/src/move/moved-tables.sql': OF_EACH,
  'packages/core/store/src/retention/table-ttls.sql': OF_EACH,
};
/** Statements that leave an order open, of rows or within a list: their rows are compared in any. */
const ANY_ORDER: Record<string, string> = {
  'packages/core/store/src/sandwiches/records-around.sql': 'by address and hour, in no order',
  'packages/serve/queries/src/mev/wallet/pool-mints.sql': 'the pair of any swap of a pool, in its direction',
  'packages/serve/queries/src/mev/wallet/wallet-slots.sql': 'a set of slots',
  'packages/serve/queries/src/job-freshness/recent-changes.sql': 'a list of slots in no order',
  'packages/core/store/src/heat/make-bucket.sql': 'the fee payers of an account in no order',
  'packages/core/store/src/sandwiches/read-records.sql': 'by hour, and the pools of each in no order',
};
/** Statements whose rows hold the server's clock: asked again where a second began between two of them. */
const BY_CLOCK: Record<string, string> = {
  'packages/serve/queries/src/coverage/kept-seconds.sql': 'counts seconds up to now',
};

const STATEMENTS = [...sqlOfTheTree(), ...sqlOfDocuments()];
const ASKED = STATEMENTS.filter(({ name }) => !(name in NOT_ASKED));

/** Subjects of the statements. */
interface Asked {
  sample: Sample;
  /** Unix seconds. */
  clock: number;
}

/** Tests of every statement and every view. @param storesOf called once, before the first */
export function describeStatements(shards: string, storesOf: () => ComparedStores): void {
  describe(`a statement gives the same rows on one server and on ${shards}`, () => {
    let all: ComparedStores & Asked;
    beforeAll(async () => {
      const stores = storesOf();
      all = {
        ...stores,
        sample: await readSample(stores.one.read),
        clock: Math.floor(Date.now() / 1_000) + 5,
      };
    });

    test('what is not asked is in the tree', () => {
      const names = STATEMENTS.map(({ name }) => name);
      expect(names.length).toBeGreaterThan(100);
      expect(
        [NOT_ASKED, ANY_ORDER, BY_CLOCK].flatMap(Object.keys).filter((name) => !names.includes(name)),
      ).toEqual([]);
    });

    test('most of them find rows', async () => {
      const empty: string[] = [];
      for (const statement of ASKED)
        if ((await rowsOf(all.one.read, statement, all)).length === 0) empty.push(statement.name);
      // What is wrong with a chain, running backups, and rare kinds of rows.
      expect(empty.length, empty.join(', ')).toBeLessThan(25);
    });

    test.each(ASKED.map((statement) => [statement.name, statement] as const))(
      '%s',
      async (name, statement) => {
        const difference = (): Promise<string | null> => differenceOf(statement, all);
        if (name in BY_CLOCK) await expect.poll(difference, { timeout: 60_000 }).toBeNull();
        else expect(await difference()).toBeNull();
      },
    );

    test('every view', async () => {
      const views = await viewsOf(all.one.read);
      expect(views.length).toBeGreaterThan(20);
      const different: Record<string, string> = {};
      for (const view of views) {
        const difference = await differenceOf(view, all);
        if (difference !== null) different[view.name] = difference;
      }
      expect(different).toEqual({});
    });
  });
}

/** With one clock for both stores, and of an `INSERT … SELECT` the rows that it would insert. */
function asked(sql: string, clock: number): string {
  return sql
    .replace(/^((?:\s*--.*\n)*)\s*INSERT INTO \w+\s*(\([^)]*\))?/, '$1')
    .replaceAll(/\bnow64\((\d)(, 'UTC')?\)/g, `toDateTime64(${clock}, $1, 'UTC')`)
    .replaceAll(/\bnow\(\)/g, `toDateTime(${clock}, 'UTC')`);
}

/** The rows, in their order where the statement orders them. */
async function rowsOf(
  read: ReadConnection,
  statement: SqlOfTree,
  { sample, clock }: Asked,
): Promise<string[]> {
  const { name, sql } = statement;
  const rows = await read.queryRows(asked(sql, clock), {
    params: parametersOf(statement, sample),
    timeoutMs: 60_000,
  });
  const isAnyOrder = name in ANY_ORDER;
  const texts = rows.map((row) => JSON.stringify(isAnyOrder ? row.map(sorted) : row, rounded));
  return /^ORDER BY/m.test(sql) && !isAnyOrder ? texts : texts.sort();
}

/** A sum of fractions depends in its last digits on the order in which the server adds them, of one server too. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value;
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : value;
}

/** Null: the same rows. */
async function differenceOf(
  statement: SqlOfTree,
  { one, cluster, ...of }: ComparedStores & Asked,
): Promise<string | null> {
  const expected = await rowsOf(one.read, statement, of);
  const got = await rowsOf(cluster.store.read, statement, of).catch((error: Error) => error.message);
  if (typeof got === 'string') return got.slice(0, 300);
  if (JSON.stringify(got) === JSON.stringify(expected)) return null;
  const at = got.findIndex((row, index) => row !== expected[index]);
  return `${got.length} rows for ${expected.length}; row ${at}: ${got[at]?.slice(0, 200)} for ${expected[at]?.slice(0, 200)}`;
}

/** All rows of each view, for the sample's values of its parameters. `kept_since` prints the clock. */
async function viewsOf(read: ReadConnection): Promise<SqlOfTree[]> {
  const views = await read.queryRows<[string, string]>(
    "SELECT name, create_table_query FROM system.tables WHERE database = currentDatabase() AND engine = 'View' AND name != 'kept_since' ORDER BY name",
    { timeoutMs: 10_000 },
  );
  return views.map(([name, definition]) => {
    const params = new Map(
      [...definition.matchAll(/\{(\w+)\s*:\s*(\w+)\}/g)].map(([, param, type]) => [param!, type!]),
    );
    const given = [...params].map(([param, type]) => `${param} = {${param}:${type}}`).join(', ');
    return { name: `view ${name}`, sql: `SELECT * FROM ${name}${given === '' ? '' : `(${given})`}` };
  });
}
