import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillingStatements } from './migration-files.js';

let store: TestStore;
let owner: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
  await store.fresh();
  owner = store.open('owner');
});
afterAll(() => store?.stop());

const fixed = (name: string): string => `toFixedString('${name}', 32)`;
const rowsOf = (): Promise<unknown[][]> =>
  owner.read.queryRows(
    `SELECT toString(kind), toStringCutToZero(address), toUInt32(first_slot), bracket_id
     FROM sandwiches_by_address FINAL ORDER BY ALL`,
    { timeoutMs: 10_000 },
  );

/** Linked by a token account whose address is 32 times the byte 1. */
async function write(id: string, revision: number, backPool: string, isDeleted: 0 | 1 = 0) {
  await owner.command({
    query: `INSERT INTO sandwiches (first_slot, bracket_id, revision, is_deleted, cause, link_address, private_program, pool,
        back_pool, mint_in, mint_out, attackers)
      VALUES (7, '${id}', ${revision}, ${isDeleted}, 'detection', base58Encode(repeat(char(1), 32)), ${fixed('program')},
        ${fixed('pool')}, ${fixed(backPool)}, ${fixed('sol')}, ${fixed('token')}, [${fixed('one')}, ${fixed('two')}])`,
  });
}

function expected(id: string, pools: readonly string[]): unknown[][] {
  return [
    ...pools.map((pool) => ['pool', pool]),
    ...[
      ['token', 'sol'],
      ['token', 'token'],
      ['attacker', 'one'],
      ['attacker', 'two'],
      ['link', '\u0001'.repeat(32)],
      ['link', 'program'],
    ],
  ].map(([kind, address]) => [kind, address, 7, id]);
}
const sorted = (rows: readonly unknown[][]): string[] => rows.map((row) => JSON.stringify(row)).sort();

test('has each address of what is written, and is the same when it is filled from what is stored', async () => {
  await write('a', 1, 'pool');
  await write('b', 1, 'elsewhere');
  await owner.command({
    query: `INSERT INTO sandwich_legs (slot, role, bracket_id, first_slot, trader, revision)
      VALUES (8, 'victim', 'b', 7, ${fixed('alice')}, 1), (7, 'front', 'b', 7, ${fixed('one')}, 1)`,
  });
  const all = [
    ...expected('a', ['pool']),
    ...expected('b', ['pool', 'elsewhere']),
    ['victim', 'alice', 7, 'b'],
  ];
  expect(sorted(await rowsOf())).toEqual(sorted(all));

  await owner.command({ query: 'TRUNCATE TABLE sandwiches_by_address' });
  const inserts = fillingStatements('sandwiches_by_address');
  expect(inserts).toHaveLength(2);
  for (const query of [...inserts, ...inserts]) await owner.command({ query });
  expect(sorted(await rowsOf())).toEqual(sorted(all));
});

test('a sandwich that changes, or is taken back, keeps its former addresses', async () => {
  await write('a', 3, 'pool');
  await write('b', 3, 'pool', 1);
  const rows = await rowsOf();
  expect(sorted(rows.filter(([, , , id]) => id === 'a'))).toEqual(sorted(expected('a', ['pool'])));
  expect(rows).toContainEqual(['pool', 'elsewhere', 7, 'b']);
  expect(rows).toContainEqual(['pool', 'pool', 7, 'b']);
});
