import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPlans, PlansError } from './load-plans.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickscope-plans-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(text: string): string {
  const path = join(folder, 'plans.json');
  writeFileSync(path, text);
  return path;
}

const LIMIT = { limit: 30, seconds: 60 };
const PLAN = { global: LIMIT, endpoints: {} };
const GOOD = { default: PLAN, test: PLAN };

test.each(['default', 'test'])("the package's own %s plan has the contract's numbers", (name) => {
  const minute = (limit: number) => ({ limit, seconds: 60 });
  expect(loadPlans()[name]).toEqual({
    global: minute(30),
    endpoints: {
      analyzeTrade: minute(6),
      getTransaction: minute(6),
      backfillTransaction: null,
      getBackfillStatus: null,
      walletSignatures: minute(6),
      enhanceMetadata: minute(6),
      checkSandwichFast: minute(30),
      checkSandwich: minute(6),
      checkWallet: minute(6),
      checkAttacker: minute(6),
      validateCompetition: minute(6),
      findHotAccounts: minute(6),
      getAccountWriteLocks: minute(6),
      listSandwiches: minute(30),
      getSandwich: minute(30),
      createWebhook: minute(30),
      listWebhooks: minute(30),
      deleteWebhook: minute(30),
      listAttackers: minute(30),
      getAttacker: minute(30),
      listValidators: minute(30),
      getStatus: minute(30),
      listSlots: minute(30),
      getSlot: minute(30),
      getJobStatus: null,
    },
  });
});

test("the package's own local plan is for a machine of one's own: no operation has a limit of its own", () => {
  expect(loadPlans()['local']).toEqual({ global: { limit: 100_000, seconds: 60 }, endpoints: {} });
});

test('a file of the operator may have other numbers and more plans', () => {
  const pro = {
    global: { limit: 600, seconds: 60 },
    endpoints: { analyzeTrade: { limit: 100, seconds: 1 } },
  };
  expect(loadPlans(fileOf(JSON.stringify({ ...GOOD, pro })))).toEqual({ ...GOOD, pro });
});

test.each([
  ['not JSON', '{', /JSON/],
  ['a list', '[]', /the file: expected an object of plans by name, found \[\]/],
  ['null', 'null', /found null/],
  ['without the plan of test keys', { default: PLAN }, /test: this plan must be there/],
  ['a name with a space', { ...GOOD, 'my plan': PLAN }, /"my plan": a plan's name has/],
  ['a name that is a trap', '{"default":{},"test":{},"__proto__":{}}', /"__proto__": a plan's name has/],
  [
    'a plan that is not an object',
    { ...GOOD, pro: 5 },
    /pro: expected an object with global and endpoints, found 5/,
  ],
  ['no global limit', { ...GOOD, pro: { endpoints: {} } }, /pro.global: expected an object .* found nothing/],
  ['no endpoints', { ...GOOD, pro: { global: LIMIT } }, /pro.endpoints: expected an object .* found nothing/],
  ['a field too many', { ...GOOD, pro: { ...PLAN, burst: 1 } }, /pro: "burst" is not known/],
  ['no limit', { ...GOOD, pro: { ...PLAN, global: { seconds: 1 } } }, /pro.global.limit: .* found nothing/],
  [
    'a limit that is text',
    { ...GOOD, pro: { ...PLAN, endpoints: { checkWallet: { limit: '6', seconds: 60 } } } },
    /pro.endpoints.checkWallet.limit: expected a whole number from 1 to 1000000, found "6"/,
  ],
  ['a limit of 0', { ...GOOD, pro: { ...PLAN, global: { limit: 0, seconds: 60 } } }, /found 0/],
  [
    'half a second',
    { ...GOOD, pro: { ...PLAN, global: { limit: 1, seconds: 0.5 } } },
    /seconds: .* found 0.5/,
  ],
  ['a global of null', { ...GOOD, pro: { ...PLAN, global: null } }, /pro.global: .* found null/],
  [
    'an id with a slash',
    { ...GOOD, pro: { ...PLAN, endpoints: { 'mev/check-wallet': LIMIT } } },
    /pro.endpoints: "mev\/check-wallet" is no operation id/,
  ],
])('refused, saying where and why: %s', (_, value, message) => {
  const path = fileOf(typeof value === 'string' ? value : JSON.stringify(value));
  expect(() => loadPlans(path)).toThrow(PlansError);
  expect(() => loadPlans(path)).toThrow(message);
});

test('all errors are reported at once', () => {
  const path = fileOf(JSON.stringify({ default: { global: LIMIT, endpoints: 1 }, pro: PLAN, x: 7 }));
  expect(() => loadPlans(path)).toThrow(/test: .*\n.*default\.endpoints: .*\n.*x: /);
});

test('a missing file is reported', () => {
  expect(() => loadPlans(join(folder, 'none.json'))).toThrow(/ENOENT/);
});
