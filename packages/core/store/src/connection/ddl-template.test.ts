import { expect, test } from 'vitest';
import { readMigrations } from '../migration-files.js';
import { fillTemplate, oneServer, replicatedServer } from './ddl-template.js';

const ONE = oneServer('tickscope');
const STATEMENTS = readMigrations().flatMap(({ statements }) => statements);

test('on one server a table has the engine that its statement names', () => {
  const filled = (engine: string): string =>
    fillTemplate(`ENGINE = {{engine: ${engine}}}\nORDER BY slot`, ONE);
  expect(filled('MergeTree')).toBe('ENGINE = MergeTree\nORDER BY slot');
  expect(filled('ReplacingMergeTree(revision, is_deleted)')).toBe(
    'ENGINE = ReplacingMergeTree(revision, is_deleted)\nORDER BY slot',
  );
});

test('in a database that replicas share, every table with rows is replicated', () => {
  const filled = (engine: string): string =>
    fillTemplate(`ENGINE = {{engine: ${engine}}}`, replicatedServer('tickscope'));
  expect(filled('MergeTree')).toBe('ENGINE = ReplicatedMergeTree');
  expect(filled('ReplacingMergeTree(version)')).toBe('ENGINE = ReplicatedReplacingMergeTree(version)');
  expect(filled('Memory')).toBe('ENGINE = Memory');
  for (const statement of STATEMENTS) {
    const text = fillTemplate(statement, replicatedServer('tickscope'));
    expect(text.match(/^ENGINE = (?!Replicated\w*MergeTree)/gm), statement).toBeNull();
  }
});

test('every migration leaves the engine of its tables to the server', () => {
  const engines = STATEMENTS.flatMap((text) => text.match(/^ENGINE = .*$/gm) ?? []);
  expect(engines.length).toBe(STATEMENTS.flatMap((text) => text.match(/^CREATE TABLE /gm) ?? []).length);
  expect(engines.filter((line) => !/^ENGINE = \{\{engine: .*\}\}$/.test(line))).toEqual([]);
  for (const text of STATEMENTS) expect(fillTemplate(text, ONE)).not.toMatch(/\{\{|\}\}/);
});

test('parameters of a view are no template values', () => {
  const view = 'CREATE VIEW a AS SELECT 1 WHERE 2 = {bucket:UInt64}';
  expect(fillTemplate(view, ONE)).toBe(view);
});

test('the database is filled in where it is an identifier', () => {
  expect(fillTemplate('CREATE DATABASE {{database}}', ONE)).toBe('CREATE DATABASE tickscope');
  for (const name of ['a; DROP DATABASE tickscope', '', '1a', 'a.b'])
    expect(() => fillTemplate('CREATE DATABASE {{database}}', oneServer(name))).toThrow(
      /not a database name/,
    );
});

test('a misspelt value is an error', () => {
  for (const value of ['databse', 'engine: A(B(c))', 'engine:MergeTree', ''])
    expect(() => fillTemplate(`{{${value}}}`, ONE)).toThrow(/not a template value/);
});
