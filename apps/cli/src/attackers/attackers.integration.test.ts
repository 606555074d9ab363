import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiUnderTest, startApiUnderTest } from '@tickscope/api/testing/api-under-test';
import { found, plant, storeBlocks, write } from '@tickscope/api/testing/planted-sandwiches';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ended, runProgram } from '../testing/run-program.js';

const plants = [800, 801, 802].map((slot) => plant(slot));
/** Found one after the other while the feed is followed. */
const later = Array.from({ length: 60 }, (_, at) => plant(810 + at));

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest({ auth: 'off' });
  await storeBlocks(api, [...plants, ...later]);
  await write(api, ...plants.map((each) => found(each)));
}, 120_000);
afterAll(async () => api?.stop());

const tickscope = (...args: string[]): Promise<Ended> => runProgram([...args, '--api-url', api.url], {});

it('an attacker and the ranking are those of the planted sandwiches', async () => {
  const [attacker, ranking, pasted] = await Promise.all([
    tickscope('attacker', `https://solscan.io/account/${address('mallory')}`),
    tickscope('attackers', '--by', 'sandwiches', '--json'),
    tickscope('attacker', address('stranger')),
  ]);
  expect(attacker.code, attacker.stderr).toBe(0);
  expect(attacker.stdout).toMatch(/^It made 3 sandwiches around 3 trades: /);
  const { attackers } = JSON.parse(ranking.stdout) as {
    attackers: { address: string; sandwich_count: number }[];
  };
  expect(attackers.map((each) => [each.address, each.sandwich_count])).toEqual([[address('mallory'), 3]]);
  expect([pasted.code, pasted.stdout.split('\n')[0]]).toEqual([0, 'It attacked no trade.']);
}, 120_000);

it('the new filters of the list and of the feed are accepted', async () => {
  const listed = await tickscope('sandwiches', '--client', 'Agave', '--leader', address('ann'));
  expect([listed.code, listed.stdout]).toEqual([
    0,
    expect.stringMatching(/^No stored sandwich matches\.\n\nLooked at slots 800 to 869\./),
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
    await sleep(1_000);
  }
  const { code, stdout, stderr } = await feed;
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    event: 'sandwich',
    data: { id: expect.stringMatching(/^8\d\d\.0\.0\.-1\.0$/) },
  });
}, 120_000);
