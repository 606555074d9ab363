import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../../bench/answers/ask.js';
import { startAccountApi } from '../../bench/support/api.js';
import { clickHouseEnv } from '../../bench/support/stack.js';
import { compareAnswers } from './compared-answers.js';
import { type ComparedStores, startComparedStores } from './compared-stores.js';
import { describeStatements } from './describe-statements.js';
import { questionsOf } from './questions.js';

const SHARDS = 2;
/** At the end of the chain, about which is not asked while a server is away. */
const UNSETTLED_SLOTS = 40;
const POLL = { timeout: 240_000, interval: 200 };

let stores: ComparedStores;
beforeAll(async () => {
  stores = await startComparedStores(SHARDS);
}, 600_000);
afterAll(() => stores?.stop());

/** On three: `npm run test:long -- cluster-statements`. */
describeStatements('two', () => stores);

/** All requests of each, and more servers: `npm run test:long -- cluster-answers`. */
test('the API gives the same answer to a request of each operation', async () => {
  const { counts, different } = await compareAnswers(
    { server: stores.server, client: stores.one },
    stores.cluster,
    (_, at) => at === 0,
  );
  expect(different).toEqual([]);
  const operations = new Set(Object.keys(counts).map((kind) => kind.split(' ')[0]));
  expect(operations.size, JSON.stringify(counts)).toBeGreaterThan(20);
  expect(counts['analyzeTrade 200']).toBe(1);
}, 600_000);

/** While blocks come, for minutes, and of a server that is stopped: `npm run test:long -- cluster-away`. */
test('a server away: answers that need it are 503 with a wait, the others go on, and all are back with it', async () => {
  const { cluster } = stores;
  const api = await startAccountApi(clickHouseEnv(cluster.servers, 'reader'));
  try {
    const questions = await questionsOf(cluster.store, UNSETTLED_SLOTS, 1);
    const statuses = async (needs: 'first' | 'away'): Promise<string[]> => {
      const answers = questions
        .filter((question) => question.needs === needs)
        .map(({ asked: question }) => ask(question, { ...api, feedStart: '' }));
      return (await Promise.all(answers)).map(
        ({ status, body }) => `${status}${/"retry_after_seconds":[1-9]/.test(body) ? ' with a wait' : ''}`,
      );
    };
    const startAgain = await cluster.killServer(1);
    expect(new Set(await statuses('first'))).toEqual(new Set(['200']));
    expect(new Set(await statuses('away'))).toEqual(new Set(['503 with a wait']));
    await startAgain();
    await expect.poll(() => statuses('away').then((all) => new Set(all)), POLL).toEqual(new Set(['200']));
  } finally {
    await api.stop();
  }
}, 600_000);
