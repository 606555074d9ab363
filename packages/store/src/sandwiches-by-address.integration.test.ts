import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationInserts } from './migration-files.js';

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
    `SELECT toString(kind), toStringCutToZero(address), toUInt32(first_slot), bracket_id, may_count
     FROM sandwiches_by_address FINAL ORDER BY ALL`,
    { timeoutMs: 10_000 },
  );

/** `says` are the confidences by the three records of the actor, the stored one first. */
async function write(
  id: string,
  revision: number,
  isDeleted: 0 | 1,
  says: readonly string[],
  backPool: string,
) {
  const [confidence, ...verdicts] = says;
  await owner.command({
    query: `INSERT INTO sandwiches (first_slot, bracket_id, revision, is_deleted, confidence, if_unknown, if_known_bot,
        if_scalper, pool, back_pool, mint_in, mint_out, attackers)
      VALUES (7, '${id}', ${revision}, ${isDeleted}, '${confidence}', ${verdicts.map((it) => `'${it}'`).join(', ')},
        ${fixed('pool')}, ${fixed(backPool)}, ${fixed('sol')}, ${fixed('token')}, [${fixed('one')}, ${fixed('two')}])`,
  });
}

const NEVER = ['suspected', 'suspected round_trip - unknown', '', ''];
const AS_BOT = ['suspected', 'suspected round_trip - unknown', 'exact - known_bot proven', ''];

function expected(id: string, pools: readonly string[], mayCount: boolean): unknown[][] {
  return [
    ...pools.map((pool) => ['pool', pool]),
    ...[
      ['token', 'sol'],
      ['token', 'token'],
      ['attacker', 'one'],
      ['attacker', 'two'],
    ],
  ].map(([kind, address]) => [kind, address, 7, id, mayCount]);
}
const sorted = (rows: readonly unknown[][]): string[] => rows.map((row) => JSON.stringify(row)).sort();

test('has each address of what is written, and is the same when it is filled from what is stored', async () => {
  await write('a', 1, 0, NEVER, 'pool');
  await write('b', 1, 0, AS_BOT, 'elsewhere');
  await owner.command({
    query: `INSERT INTO sandwich_legs (slot, role, bracket_id, first_slot, trader, may_count, revision)
      VALUES (8, 'victim', 'b', 7, ${fixed('alice')}, true, 1), (7, 'front', 'b', 7, ${fixed('one')}, true, 1)`,
  });
  const all = [
    ...expected('a', ['pool'], false),
    ...expected('b', ['pool', 'elsewhere'], true),
    ['victim', 'alice', 7, 'b', true],
  ];
  expect(sorted(await rowsOf())).toEqual(sorted(all));

  await owner.command({ query: 'TRUNCATE TABLE sandwiches_by_address' });
  const inserts = migrationInserts('sandwiches_by_address');
  expect(inserts).toHaveLength(2);
  for (const query of [...inserts, ...inserts]) await owner.command({ query });
  expect(sorted(await rowsOf())).toEqual(sorted(all));
});

test('a sandwich that changes keeps its former addresses, and one that was taken back counts no more', async () => {
  await write('a', 3, 0, AS_BOT, 'pool');
  await write('b', 3, 1, AS_BOT, 'pool');
  const rows = await rowsOf();
  expect(sorted(rows.filter(([, , , id]) => id === 'a'))).toEqual(sorted(expected('a', ['pool'], true)));
  expect(rows).toContainEqual(['pool', 'elsewhere', 7, 'b', true]);
  expect(rows).toContainEqual(['pool', 'pool', 7, 'b', false]);
});
