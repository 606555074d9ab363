import { compileValidators } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuardedApi, startGuardedApi } from '../../testing/guarded-api.js';
import { send } from '../../testing/request.js';

const isDocumented = compileValidators().response('listWebhooks', 200);

let api: GuardedApi;
beforeAll(async () => {
  api = await startGuardedApi();
});
afterAll(() => api?.stop());

interface Listed {
  webhooks: { id: string; url: string; waiting: number; deliveries: Record<string, unknown>[] }[];
}

async function list(token: string): Promise<Listed['webhooks']> {
  const answer = await send(`${api.url}/api/webhooks`, { token });
  expect(answer.status).toBe(200);
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Listed }).data.webhooks;
}

test('an account sees its own webhooks only, newest first, each with its newest deliveries', async () => {
  const [mine, others] = [await api.freshKey(), await api.freshKey()];
  for (const [token, name] of [
    [mine, 'a'],
    [others, 'b'],
    [mine, 'c'],
  ] as const) {
    const body = { url: `https://8.8.8.8/${name}`, events: ['job.completed'] };
    expect((await send(`${api.url}/api/webhooks`, { method: 'POST', token, body })).status).toBe(200);
  }
  const [newest, oldest] = await list(mine);
  expect([newest?.url, oldest?.url]).toEqual(['https://8.8.8.8/c', 'https://8.8.8.8/a']);
  expect(newest).toMatchObject({ waiting: 0, deliveries: [] });

  await api.accounts.query(
    `INSERT INTO tickscope.webhook_deliveries (webhook, event, body, created_at)
     SELECT $1, 'sandwich', n::text, now() + n * interval '1 second' FROM generate_series(1, 25) AS n`,
    [newest!.id],
  );
  const [withDeliveries] = await list(mine);
  expect(withDeliveries!.waiting).toBe(25);
  expect(withDeliveries!.deliveries).toHaveLength(20);
  const times = withDeliveries!.deliveries.map(({ created_at }) => String(created_at));
  expect(times).toEqual(times.toSorted().toReversed());
  expect(withDeliveries!.deliveries[0]).toMatchObject({
    ...{ event: 'sandwich', state: 'waiting', attempts: 0, last_result: null, ended_at: null },
    due_at: expect.any(String),
  });
  expect(await list(others)).toHaveLength(1);
});
