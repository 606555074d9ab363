import { compileValidators } from '@tickscope/schemas';
import { found, plant, retracted, storeBlocks, write } from '@tickscope/testkit/store/planted-sandwiches';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { expectError } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';

const isDocumented = compileValidators().response('getSandwich', 404);

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
});
afterAll(() => api?.stop());

const ask = (id: string) => get(`${api.url}/api/mev/sandwiches/${encodeURIComponent(id)}`);

test.each(['1.0.0.-1.0', 'abc', '1', '99999999999999999999.0.0.0.0', "1.0.0.-1.0'", '\u0000'])(
  'there is no sandwich %j',
  async (id) => {
    const answer = await ask(id);
    expectError(answer, { status: 404, error: 'Sandwich not found' });
    expect(isDocumented(answer.body)).toEqual([]);
  },
);

test('a sandwich that was retracted is there no more', async () => {
  const planted = plant(800);
  await storeBlocks(api, [planted]);
  await write(api, found(planted));
  expect((await ask(planted.sandwich.id)).status).toBe(200);
  await write(api, retracted(planted));
  expectError(await ask(planted.sandwich.id), { status: 404, error: 'Sandwich not found' });
});
