import { createHash } from 'node:crypto';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import bs58 from 'bs58';
import { afterAll, beforeAll, expect, test } from 'vitest';

/*
 * Slots 100 to 109, 105 skipped. Ann leads by the schedule 100 to 103 though the fee reward of 100 names her collector;
 * Bob 104 to 107; of 108 only the fee reward is known (Cid), of 109 nothing.
 *   100: two swaps, one a victim of two attackers      101: one swap, not a victim
 *   104: a victim                                      108: a victim of a suspected sandwich: does not count
 */
const key = (name: string): Buffer => createHash('sha256').update(name).digest();
const base58 = (name: string): string => bs58.encode(key(name));
const bytes = (name: string): string => `unhex('${key(name).toString('hex')}')`;
const SOL = `base58Decode('So11111111111111111111111111111111111111112')`;
const RANGE = 'from_slot = 100, to_slot = 109';

let store: TestStore;
let analyst: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
  const owner = await store.fresh();
  const insert = (table: string, columns: string, rows: readonly string[]) =>
    owner.command({ query: `INSERT INTO ${table} (${columns}) VALUES ${rows.join(', ')}` });
  await insert(
    'slots',
    'slot, parent_slot, blockhash, leader, content, source, version, block_time',
    [100, 101, 102, 103, 104, 106, 107, 108, 109].map((slot) => {
      const leader = slot === 100 ? bytes('collector') : slot === 108 ? bytes('Cid') : 'NULL';
      const hour = slot < 104 ? 1 : 2;
      return `(${slot}, ${slot - 1}, ${bytes(`hash ${slot}`)}, ${leader}, 'full', 'geyser', 3, toDateTime('2026-10-01 0${hour}:30:00', 'UTC'))`;
    }),
  );
  await insert(
    'leaders',
    'slot, identity',
    [100, 101, 102, 103, 104, 105, 106, 107].map((slot) => `(${slot}, ${bytes(slot < 104 ? 'Ann' : 'Bob')})`),
  );
  await insert('validators', 'identity, valid_from_slot, client, version, name', [
    `(${bytes('Ann')}, 90, 'Agave', '4.3.0', 'Ann & Co')`,
    `(${bytes('Ann')}, 102, 'Firedancer', '1.0.0', NULL)`,
    `(${bytes('Bob')}, 50, 'Agave', '4.2.0', NULL)`,
    `(${bytes('Bob')}, 60, NULL, NULL, 'Bobby')`,
  ]);
  const swap = (slot: number, index: number, pool: string, sides: string, success = true) =>
    `(${bytes(pool)}, ${slot}, ${index}, 0, -1, 0, toDateTime('2026-10-01 0${slot < 104 ? 1 : 2}:30:00', 'UTC'), ${success}, '${pool === 'P' ? 'Orca' : 'Raydium'}', ${sides}, ${bytes('someone')})`;
  await insert(
    'swaps',
    'pool, slot, block_index, outer_index, inner_index, part_index, block_time, success, dex_name, mint_in, mint_out, trader_in, trader_out, trader',
    [
      swap(100, 3, 'P', `${SOL}, ${bytes('token')}, 1000, 7`),
      swap(100, 9, 'P', `${bytes('token')}, ${SOL}, 7, 3000`),
      swap(100, 11, 'P', `${SOL}, ${bytes('token')}, 555, 7`, false),
      swap(101, 0, 'Q', `${bytes('token')}, ${bytes('other')}, 5, 5`),
      swap(104, 2, 'Q', `${bytes('token')}, ${SOL}, 5, 500`),
      swap(108, 2, 'Q', `${SOL}, ${bytes('token')}, 20, 5`),
    ],
  );
  const leg = (slot: number, index: number, sandwich: string, pool: string, sides: string) =>
    `(${slot}, ${index}, 0, -1, 0, 'victim', '${sandwich}', ${slot}, ${slot}, ${bytes(pool)}, '${pool === 'P' ? 'Orca' : 'Raydium'}', ${bytes('victim')}, toDateTime('2026-10-01 0${slot < 104 ? 1 : 2}:30:00', 'UTC'), ${sides}, 1, 0)`;
  await insert(
    'sandwich_legs',
    'slot, block_index, outer_index, inner_index, part_index, role, bracket_id, first_slot, last_slot, pool, dex_name, trader, block_time, mint_in, mint_out, trader_in, trader_out, revision, is_deleted',
    [
      leg(100, 3, 'first', 'P', `${SOL}, ${bytes('token')}, 1000, 7`),
      leg(100, 3, 'second', 'P', `${SOL}, ${bytes('token')}, 1000, 7`),
      leg(104, 2, 'third', 'Q', `${bytes('token')}, ${SOL}, 5, 500`),
      leg(108, 2, 'fourth', 'Q', `${SOL}, ${bytes('token')}, 20, 5`),
    ],
  );
  const sandwich = (id: string, slot: number, confidence: string, attacker: string, money: string) =>
    `('${id}', ${slot}, ${slot}, '${confidence}', ${bytes(attacker)}, ${bytes(slot === 100 ? 'P' : 'Q')}, ${money}, 1, 0)`;
  await insert(
    'sandwiches',
    'bracket_id, first_slot, last_slot, confidence, attacker, pool, mint_in, net, victim_count, revision, is_deleted',
    [
      sandwich('first', 100, 'exact', 'Eve', `${SOL}, 40, 1`),
      sandwich('second', 100, 'loose', 'Mallory', `${SOL}, NULL, 1`),
      sandwich('third', 104, 'exact', 'Eve', `${bytes('token')}, 9, 1`),
      sandwich('fourth', 108, 'suspected', 'Eve', `${SOL}, 99, 1`),
    ],
  );
  analyst = store.open('analyst');
});
afterAll(async () => store?.stop());

const ask = async (query: string): Promise<Record<string, unknown>[]> => {
  const answer = await analyst.query({
    query,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return answer.json();
};

/** Where |share − p| = z √(p (1 − p) / n): the ends of Wilson's interval, found by halving. */
function wilson(hits: number, n: number, z: number): { low: number; high: number } {
  const share = hits / n;
  const distance = (p: number): number => Math.abs(share - p) - z * Math.sqrt((p * (1 - p)) / n);
  const find = (outside: number): number => {
    let [out, inside] = [outside, share];
    for (let step = 0; step < 200; step += 1) {
      const middle = (out + inside) / 2;
      if (distance(middle) > 0) out = middle;
      else inside = middle;
    }
    return inside;
  };
  return { low: hits === 0 ? 0 : find(0), high: hits === n ? 1 : find(1) };
}

test('the leader comes from the schedule, else from the fee reward; its client is the last one seen', async () => {
  expect(
    await ask(
      `SELECT slot, if(leader = '', '', base58Encode(leader)) AS leader, client, version FROM slot_leaders(${RANGE}) ORDER BY slot`,
    ),
  ).toEqual([
    ...[100, 101].map((slot) => ({ slot, leader: base58('Ann'), client: 'Agave', version: '4.3.0' })),
    ...[102, 103].map((slot) => ({ slot, leader: base58('Ann'), client: 'Firedancer', version: '1.0.0' })),
    ...[104, 106, 107].map((slot) => ({ slot, leader: base58('Bob'), client: 'Agave', version: '4.2.0' })),
    { slot: 108, leader: base58('Cid'), client: null, version: null },
    { slot: 109, leader: expect.stringMatching(/^1*$/), client: null, version: null },
  ]);
});

test('sandwich_leaders counts blocks with victims, each swap once, and bounds the share', async () => {
  const rows = await ask(`SELECT * FROM sandwich_leaders(${RANGE}) ORDER BY leader IS NULL, leader`);
  const ann = wilson(1, 4, 4);
  const bob = wilson(1, 3, 4);
  const none = wilson(0, 1, 4);
  const expected = [
    {
      leader: base58('Ann'),
      name: 'Ann & Co',
      client: 'Firedancer',
      blocks_produced: 4,
      swaps: 3,
      victims: 1,
      blocks_with_victims: 1,
      share: 1 / 4,
      bounds: ann,
    },
    {
      leader: base58('Bob'),
      name: 'Bobby',
      client: 'Agave',
      blocks_produced: 3,
      swaps: 1,
      victims: 1,
      blocks_with_victims: 1,
      share: 1 / 3,
      bounds: bob,
    },
    {
      leader: base58('Cid'),
      name: null,
      client: null,
      blocks_produced: 1,
      swaps: 1,
      victims: 0,
      blocks_with_victims: 0,
      share: 0,
      bounds: none,
    },
    {
      leader: null,
      name: null,
      client: null,
      blocks_produced: 1,
      swaps: 0,
      victims: 0,
      blocks_with_victims: 0,
      share: 0,
      bounds: none,
    },
  ].sort(
    (left, right) =>
      Number(left.leader === null) - Number(right.leader === null) || (left.leader! < right.leader! ? -1 : 1),
  );
  expect(rows).toEqual(
    expected.map(({ bounds, ...facts }) => ({
      ...facts,
      share_low: expect.closeTo(bounds.low, 9),
      share_high: expect.closeTo(bounds.high, 9),
      share_of_all: expect.closeTo(2 / 9, 12),
      above: 0,
    })),
  );
});

test('a leader is above only when chance cannot explain it', async () => {
  const owner = store.open('owner');
  // 400 blocks of two leaders who take turns: Ann's with a victim one in two, Bob's one in twenty.
  const rows = Array.from({ length: 400 }, (_, at) => 10_000 + at);
  await owner.command({
    query: `INSERT INTO slots (slot, blockhash, content, source, version) VALUES ${rows.map((slot) => `(${slot}, ${bytes(`h${slot}`)}, 'full', 'geyser', 3)`).join(', ')}`,
  });
  await owner.command({
    query: `INSERT INTO leaders (slot, identity) VALUES ${rows.map((slot) => `(${slot}, ${bytes(slot % 2 === 0 ? 'Ann' : 'Bob')})`).join(', ')}`,
  });
  const hit = rows.filter((slot) => (slot % 2 === 0 ? slot % 4 === 0 : slot % 40 === 1));
  await owner.command({
    query: `INSERT INTO sandwich_legs (slot, role, bracket_id, first_slot, last_slot, revision, is_deleted) VALUES ${hit.map((slot) => `(${slot}, 'victim', 'x${slot}', ${slot}, ${slot}, 1, 0)`).join(', ')}`,
  });
  await owner.command({
    query: `INSERT INTO sandwiches (bracket_id, first_slot, last_slot, confidence, revision, is_deleted) VALUES ${hit.map((slot) => `('x${slot}', ${slot}, ${slot}, 'exact', 1, 0)`).join(', ')}`,
  });
  expect(
    await ask(
      'SELECT leader, blocks_with_victims, above FROM sandwich_leaders(from_slot = 10000, to_slot = 10399) ORDER BY blocks_with_victims DESC',
    ),
  ).toEqual([
    { leader: base58('Ann'), blocks_with_victims: 100, above: 1 },
    { leader: base58('Bob'), blocks_with_victims: 10, above: 0 },
  ]);
});

test('a client is the earliest known for older slots, and null where only a version is known', async () => {
  const owner = store.open('owner');
  await owner.command({
    query: `INSERT INTO slots (slot, blockhash, content, source, version) VALUES ${[20_000, 20_010, 20_020].map((slot) => `(${slot}, ${bytes(`h${slot}`)}, 'full', 'geyser', 3)`).join(', ')}`,
  });
  await owner.command({
    query: `INSERT INTO leaders (slot, identity) VALUES ${[20_000, 20_010, 20_020].map((slot) => `(${slot}, ${bytes('Dan')})`).join(', ')}`,
  });
  await owner.command({
    query: `INSERT INTO validators (identity, valid_from_slot, client, version, name) VALUES (${bytes('Dan')}, 20005, 'Agave', '4.0', 'Dan'), (${bytes('Dan')}, 20015, NULL, '4.1', NULL)`,
  });
  // As `factsAt` of the API has it.
  expect(
    await ask(
      'SELECT slot, client, version FROM slot_leaders(from_slot = 20000, to_slot = 20020) ORDER BY slot',
    ),
  ).toEqual([
    { slot: 20_000, client: 'Agave', version: '4.0' },
    { slot: 20_010, client: 'Agave', version: '4.0' },
    { slot: 20_020, client: null, version: '4.1' },
  ]);
  expect(await ask('SELECT name FROM sandwich_leaders(from_slot = 20000, to_slot = 20000)')).toEqual([
    { name: 'Dan' },
  ]);
});

test('by client', async () => {
  expect(await ask(`SELECT * FROM sandwich_clients(${RANGE})`)).toEqual([
    { client: 'Agave', blocks_produced: 5, leaders: 2, victims: 2, blocks_with_victims: 2, share: 2 / 5 },
    { client: 'Firedancer', blocks_produced: 2, leaders: 1, victims: 0, blocks_with_victims: 0, share: 0 },
    { client: null, blocks_produced: 2, leaders: 2, victims: 0, blocks_with_victims: 0, share: 0 },
  ]);
});

test('by DEX, pool and hour: victims and the SOL they traded, of all swaps and all SOL', async () => {
  const orca = {
    swaps: 2,
    victims: 1,
    victim_share: 1 / 2,
    volume_lamports: 4_000,
    sandwiched_lamports: 1_000,
    volume_share: 1 / 4,
  };
  const raydium = {
    swaps: 3,
    victims: 1,
    victim_share: 1 / 3,
    volume_lamports: 520,
    sandwiched_lamports: 500,
    volume_share: 500 / 520,
  };
  expect(await ask(`SELECT * FROM sandwich_dexes(${RANGE})`)).toEqual([
    { dex_name: 'Orca', ...orca },
    { dex_name: 'Raydium', ...raydium },
  ]);
  expect(await ask(`SELECT * FROM sandwich_pools(${RANGE}) ORDER BY dex_name`)).toEqual([
    { pool: base58('P'), dex_name: 'Orca', ...orca },
    { pool: base58('Q'), dex_name: 'Raydium', ...raydium },
  ]);
  expect(await ask(`SELECT * FROM sandwich_hours(${RANGE})`)).toEqual([
    {
      hour: '2026-10-01 01:00:00',
      swaps: 3,
      victims: 1,
      victim_share: 1 / 3,
      volume_lamports: 4_000,
      sandwiched_lamports: 1_000,
      volume_share: 1 / 4,
    },
    {
      hour: '2026-10-01 02:00:00',
      swaps: 2,
      victims: 1,
      victim_share: 1 / 2,
      volume_lamports: 520,
      sandwiched_lamports: 500,
      volume_share: 500 / 520,
    },
  ]);
});

test('by attacker: counted sandwiches, profit of those in SOL', async () => {
  expect(await ask(`SELECT * FROM sandwich_attackers(${RANGE})`)).toEqual([
    {
      attacker: base58('Eve'),
      sandwiches: 2,
      victims: 2,
      pools: 2,
      exact: 2,
      in_sol: 1,
      profit_lamports: 40,
      earliest_slot: 100,
      latest_slot: 104,
    },
    {
      attacker: base58('Mallory'),
      sandwiches: 1,
      victims: 1,
      pools: 1,
      exact: 0,
      in_sol: 1,
      profit_lamports: null,
      earliest_slot: 100,
      latest_slot: 100,
    },
  ]);
});
