import { expect, test } from 'vitest';
import { readMigrations } from '../migration-files.js';
import { placedStatements } from './placed-statements.js';

const place = (statement: string): string[] =>
  placedStatements(statement, 'db', 2).map(
    ({ server, database, statement: text }) => `${server} ${database}: ${text.replace(/\s+/g, ' ')}`,
  );

test('a table that is spread is changed on each shard, and then read through a new Distributed table', () => {
  expect(place('-- Why.\nALTER TABLE swaps DROP COLUMN a')).toEqual([
    '1 db_local: -- Why. ALTER TABLE swaps DROP COLUMN a',
    '0 db_local: -- Why. ALTER TABLE swaps DROP COLUMN a',
    "1 db: CREATE OR REPLACE TABLE swaps AS db_local.swaps ENGINE = Distributed('tickscope', 'db_local', 'swaps', cityHash64(pool))",
    "0 db: CREATE OR REPLACE TABLE swaps AS db_local.swaps ENGINE = Distributed('tickscope', 'db_local', 'swaps', cityHash64(pool))",
  ]);
  expect(place('ALTER TABLE swaps MODIFY SETTING a = 1')).toEqual([
    '1 db_local: ALTER TABLE swaps MODIFY SETTING a = 1',
    '0 db_local: ALTER TABLE swaps MODIFY SETTING a = 1',
  ]);
  expect(place('DROP TABLE IF EXISTS swaps SYNC')).toEqual([
    '1 db_local: DROP TABLE IF EXISTS swaps SYNC',
    '0 db_local: DROP TABLE IF EXISTS swaps SYNC',
    '1 db: DROP TABLE IF EXISTS swaps SYNC',
    '0 db: DROP TABLE IF EXISTS swaps SYNC',
  ]);
});

test('a table of the first server is changed there, and the other reads it there', () => {
  expect(place('CREATE TABLE IF NOT EXISTS gaps (a UInt8) ENGINE = MergeTree ORDER BY a')).toEqual([
    '0 db: CREATE TABLE IF NOT EXISTS gaps (a UInt8) ENGINE = MergeTree ORDER BY a',
    "1 db: CREATE OR REPLACE TABLE gaps ENGINE = Distributed('tickscope_first', 'db', 'gaps')",
  ]);
  expect(place('INSERT INTO retention SELECT 1')).toEqual(['0 db: INSERT INTO retention SELECT 1']);
});

test('the first server is the last to have what all have', () => {
  const expected = (text: string) => [`1 db: ${text}`, `0 db: ${text}`];
  for (const text of [
    'ALTER TABLE slots ADD COLUMN a UInt8',
    'INSERT INTO schema_versions (version) VALUES (1)',
    'CREATE OR REPLACE VIEW slots_text AS SELECT 1',
  ])
    expect(place(text)).toEqual(expected(text));
});

test('the lock of migrations and the views that fill tables are on the first server alone', () => {
  for (const text of [
    'CREATE TABLE migration_lock (at DateTime) ENGINE = Memory',
    'CREATE MATERIALIZED VIEW IF NOT EXISTS sandwich_feed_source TO sandwich_feed AS SELECT 1',
    'ALTER TABLE sandwich_feed_source MODIFY QUERY SELECT 1',
    'DETACH TABLE IF EXISTS sandwich_feed_source PERMANENTLY SYNC',
    'ATTACH TABLE IF NOT EXISTS sandwich_feed_source',
  ])
    expect(place(text)).toEqual([`0 db: ${text}`]);
});

test('every statement of the migrations has a place, and an unknown one is an error', () => {
  for (const { statements } of readMigrations())
    for (const statement of statements) expect(place(statement)).not.toEqual([]);
  for (const text of [
    'RENAME TABLE slots TO a',
    'BACKUP DATABASE a',
    'DETACH TABLE IF EXISTS slots',
    'ALTER TABLE others ADD COLUMN a UInt8',
  ])
    expect(() => place(text)).toThrow();
});
