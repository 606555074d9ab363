import { setSubscription } from '@tickscope/accounts';
import { compileValidators } from '@tickscope/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GuardedApi, startGuardedApi } from '../../testing/guarded-api.js';
import { send } from '../../testing/request.js';

const isDocumented = compileValidators().response('getSubscription', 200);
const DAY_MS = 86_400_000;

let api: GuardedApi;
beforeAll(async () => {
  api = await startGuardedApi();
});
afterAll(() => api?.stop());

async function ask(token: string, url = api.url): Promise<Record<string, unknown>> {
  const answer = await send(`${url}/api/subscription`, { token });
  expect(answer.status).toBe(200);
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Record<string, unknown> }).data;
}

test('an account that never had a subscription gets status null', async () => {
  expect(await ask(await api.issuer.token('newcomer'))).toEqual({
    account: 'jwt/newcomer',
    status: null,
    grants_access: false,
    plan: 'default',
    trial_ends_at: null,
    current_period_ends_at: null,
    grace_ends_at: null,
    updated_at: null,
  });
});

test('its dates move it on, as the clock goes', async () => {
  const start = Date.now();
  const at = (days: number) => new Date(start + days * DAY_MS);
  await setSubscription(api.accounts, 'customer', {
    status: 'trial',
    trialEndsAt: at(1),
    currentPeriodEndsAt: at(3),
    graceEndsAt: at(5),
  });
  const { secret } = await api.key('customer');
  let now = at(0.5);
  const later = await api.startAnother({}, { now: () => now });
  const seen: unknown[] = [];
  for (const days of [0.5, 2, 4, 6]) {
    now = at(days);
    const { status, grants_access } = await ask(secret, later.url);
    seen.push([status, grants_access]);
  }
  expect(seen).toEqual([
    ['trial', true],
    ['active', true],
    ['grace_period', true],
    ['expired', false],
  ]);
  expect(await ask(secret)).toMatchObject({
    trial_ends_at: at(1).toISOString(),
    current_period_ends_at: at(3).toISOString(),
    grace_ends_at: at(5).toISOString(),
  });
});

describe('AUTO_TRIAL_DAYS', () => {
  test('starts one trial for an account seen for the first time', async () => {
    const generous = await api.startAnother({ autoTrialDays: 7 });
    const token = await api.issuer.token('curious');
    const data = await ask(token, generous.url);
    expect(data).toMatchObject({ status: 'trial', grants_access: true });
    const days = (Date.parse(String(data['trial_ends_at'])) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    await setSubscription(api.accounts, 'jwt/curious', { status: 'expired' });
    expect(await ask(token, generous.url)).toMatchObject({ status: 'expired', grants_access: false });
  });

  test('is not shared: another account has none', async () => {
    expect(await ask(await api.issuer.token('unlucky'))).toMatchObject({ status: null });
  });
});
