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

test("the package's own plan of test keys is that of live keys; the API's tests of 429 have the same numbers", () => {
  const { default: live, test: trying } = loadPlans();
  expect(live!.global).toEqual({ limit: 30, seconds: 60 });
  expect(live!.endpoints).toMatchObject({ analyzeTrade: { limit: 6, seconds: 60 }, getJobStatus: null });
  expect(trying).toEqual(live);
});

test("the package's own local plan is for a machine of one's own: no operation has a limit of its own", () => {
  expect(loadPlans()['local']).toEqual({ global: { limit: 100_000, seconds: 60 }, endpoints: {} });
});

test("the package's own explorer plan lets an address read ten times a second, and fetch blocks six times a minute", () => {
  expect(loadPlans()['explorer']).toEqual({
    global: { limit: 600, seconds: 60 },
    endpoints: { backfillTransaction: { limit: 6, seconds: 60 } },
  });
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
