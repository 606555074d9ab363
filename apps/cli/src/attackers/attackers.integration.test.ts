import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiUnderTest, startApiUnderTest } from '@tickscope/api/testing/api-under-test';
import { pubkeyFromBase58 } from '@tickscope/chain';
import type { components } from '@tickscope/schemas';
import { found, plant, storeBlocks, write } from '@tickscope/testkit/store/planted-sandwiches';
import { TEST_DATABASE } from '@tickscope/testkit/store/test-connection';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ended, runProgram } from '../testing/run-program.js';

const plants = [800, 801, 802].map((slot) => plant(slot));
/** Found one after the other while the feed is followed. */
const later = Array.from({ length: 150 }, (_, at) => plant(810 + at));

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest({ auth: 'off' });
  await storeBlocks(api, [...plants, ...later]);
  await write(api, ...plants.map((each) => found(each)));
  const tokens = [
    ['A', 'AAA', 1],
    ['B', 'BBB', 2],
  ] as const;
  const rows = tokens.map(([mint, symbol, decimals]) => {
    const hex = Buffer.from(pubkeyFromBase58(address(mint))).toString('hex');
    return `(unhex('${hex}'), '${symbol}', ${decimals}, 'metaplex')`;
  });
  await api.owner.command({
    query: `INSERT INTO tokens (mint, symbol, decimals, source) VALUES ${rows.join(', ')}`,
  });
}, 120_000);
afterAll(async () => api?.stop());

const tickscope = (...args: string[]): Promise<Ended> => runProgram([...args, '--api-url', api.url], {});

it('detect has the symbols and the whole tokens of the API', async () => {
  const { user, password } = api.clickhouse.users.owner;
  const detected = await runProgram(['detect', '--from', '800', '--to', '800', '--all'], {
    ...{ CLICKHOUSE_URL: api.clickhouse.url, CLICKHOUSE_DATABASE: TEST_DATABASE },
    ...{ CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password },
  });
  expect(detected.code, detected.stderr).toBe(0);
  const answer = await fetch(`${api.url}/api/mev/sandwiches/${plants[0]!.sandwich.id}`);
  const { pool, gain } = ((await answer.json()) as { data: components['schemas']['SandwichRecord'] }).data;
  expect(pool.pool_label).toMatch(/AAA\/BBB|BBB\/AAA/);
  expect(detected.stdout).toContain(`  ${pool.pool_label}  `);
  expect(detected.stdout).toContain(`  ${gain.ui_amount} AAA before fees  `);
  expect(detected.stdout).toMatch(/ {2}(at least )?[\d.]+ BBB {2}| {2}unknown {2}/);
}, 120_000);

it('an attacker, the ranking and a slot are those of the planted blocks', async () => {
  const [attacker, ranking, pasted, beyond] = await Promise.all([
    tickscope('attacker', `https://solscan.io/account/${address('mallory')}`),
    tickscope('attackers', '--by', 'sandwiches', '--json'),
    tickscope('attacker', address('stranger')),
    tickscope('slot', '999999999999'),
  ]);
  expect(attacker.code, attacker.stderr).toBe(0);
  expect(attacker.stdout).toMatch(/^It made 3 sandwiches around 3 trades: /);
  const { attackers } = JSON.parse(ranking.stdout) as {
    attackers: { address: string; sandwich_count: number }[];
  };
  expect(attackers.map((each) => [each.address, each.sandwich_count])).toEqual([[address('mallory'), 3]]);
  expect([pasted.code, pasted.stdout.split('\n')[0]]).toEqual([
    0,
    'It is the attacker of no stored sandwich.',
  ]);
  // Not stored is not an answer; that the chain skipped a slot is one.
  expect([beyond.code, beyond.stdout.split('\n')[0]]).toEqual([
    3,
    `Slot 999999999999: not stored. It is newer than the newest stored slot, ${later.at(-1)!.slot}.`,
  ]);
}, 120_000);

it('the new filters of the list and of the feed are accepted', async () => {
  const listed = await tickscope('sandwiches', '--client', 'Agave', '--leader', address('ann'));
  expect([listed.code, listed.stdout]).toEqual([
    0,
    expect.stringMatching(/^No stored sandwich matches\.\n\nLooked at slots 800 to 959\./),
  ]);
  const feed = tickscope('feed', '--all', '--mint', address('B'), '--count', '1', '--json');
  // The test cannot see when it listens, so it writes sandwiches until one arrives.
  let isOver = false;
  void feed.finally(() => {
    isOver = true;
  });
  for (const next of later) {
    if (isOver) break;
    await write(api, found(next));
    await sleep(300);
  }
  const { code, stdout, stderr } = await feed;
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    event: 'sandwich',
    data: { id: expect.stringMatching(/^[89]\d\d\.0\.0\.-1\.0$/) },
  });
}, 120_000);
