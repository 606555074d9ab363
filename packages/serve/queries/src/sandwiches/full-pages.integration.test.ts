import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address, CPMM } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { openTestDatabase } from '../testing/test-database.js';
import { listSandwiches, type SandwichFilter } from './list-sandwiches.js';
import type { SandwichKey } from './stored-sandwiches.js';

const FIRST = 1_000_000;
const COUNT = 6_000;
const APART = 50;
const context = { id: 'test', signal: new AbortController().signal };
const key = (name: string): string => `toFixedString(base58Decode('${address(name)}'), 32)`;

/**
 * Store with 6,000 sandwiches of one attacker over 33 hours: one in 100 counts, and one in 300 lost a SOL; others led
 * their slots.
 */
let store: TestStore;
let owner: TestConnection;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  owner = await store.fresh();
  const slot = `${FIRST} + number * ${APART}`;
  const numbers = `FROM numbers(${COUNT})`;
  await owner.command({
    query: `INSERT INTO slots (slot, parent_slot, blockhash, content, version, block_time) SELECT ${slot}, ${slot} - ${APART},
      toFixedString(toString(number), 32), 'full', 1, toDateTime(1700000000 + number, 'UTC') ${numbers}`,
  });
  await owner.command({
    query: `INSERT INTO leaders (slot, identity) SELECT ${slot}, if(number % 600 = 0, ${key('leader')}, ${key('others')}) ${numbers}`,
  });
  await owner.command({
    query: `INSERT INTO sandwiches (first_slot, last_slot, bracket_id, revision, is_final, confidence, attackers, attacker, pool,
        back_pool, mint_in, mint_out, gain_mint, program_id, dex_name, link, cause, intent, intent_then, confidence_then,
        victim_loss, loss_lamports)
      SELECT ${slot} AS first, first, concat(toString(first), '.0.0.-1.0'), 2, true,
        if(number % 100 = 0, 'exact', 'suspected'), [${key('attacker')}], ${key('attacker')}, ${key('pool')}, ${key('pool')},
        ${key('A')}, toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32), ${key('A')},
        toFixedString(base58Decode('${CPMM}'), 32), 'Raydium CPMM', 'same_signer', 'detection', 'likely', 'likely', 'suspected', victim, victim
      FROM (SELECT number, if(number % 300 = 0, 1000000000, 5) AS victim ${numbers})`,
  });
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

const ALL: SandwichFilter = {
  ...{ pool: null, mint: null, dex: null, attacker: null, victim: null, leader: null, client: null },
  ...{ confidences: ['exact', 'loose'], intents: null, minLossSol: null },
  ...{ fromSlot: FIRST, toSlot: FIRST + COUNT * APART },
};

test.each<[string, Partial<SandwichFilter>, number]>([
  ['that count', {}, 100],
  ['that count, of an attacker', { attacker: address('attacker') }, 100],
  ['that count, of an attacker on a DEX', { attacker: address('attacker'), dex: 'Raydium CPMM' }, 100],
  ['that lost a SOL', { minLossSol: 1 }, 300],
  ['of an attacker that lost a SOL', { attacker: address('attacker'), minLossSol: 1 }, 300],
  ['of a leader', { leader: address('leader') }, 600],
])('pages of sandwiches %s are full but for the last, and together all of them', async (_, changes, each) => {
  const filter = { ...ALL, ...changes };
  const expected = Array.from({ length: COUNT / each }, (__, at) => FIRST + at * each * APART).reverse();
  const limit = 7;
  const sizes: number[] = [];
  const listed: number[] = [];
  let before: SandwichKey | null = null;
  do {
    const page = await listSandwiches(database, { filter, before, limit }, context);
    sizes.push(page.sandwiches.length);
    listed.push(...page.sandwiches.map(({ slot_range: { from } }) => from));
    before = page.next;
  } while (before !== null);
  expect(listed).toEqual(expected);
  expect(new Set(sizes.slice(0, -1))).toEqual(new Set([limit]));
});
