import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('slots count as expired when their account locks do', () => {
  const tables = read('../../../../packages/store/src/migrations/0002_lookups.sql');
  const [, days] = /CREATE TABLE IF NOT EXISTS account_locks.*?TTL inserted_at \+ INTERVAL (\d+) DAY/s.exec(
    tables,
  )!;
  expect(read('./stored-blocks.sql')).toContain(`inserted_at < now() - INTERVAL ${days} DAY`);
});
