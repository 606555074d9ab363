import { BlockWriter, migrate, openStore, type Store } from '@tickscope/store';
import { makeBlock } from '@tickscope/testkit/made-block';
import { startTestCluster, type TestCluster } from '@tickscope/testkit/store/test-cluster';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { damagePart } from '../testing/damage-part.js';
import { type Ended, runProgram } from '../testing/run-program.js';
import type { PartsReport } from './check-parts.js';

let first: TestCluster;
let second: TestCluster;
let mirrored: Store;

beforeAll(async () => {
  first = await startTestCluster(1, { isMigrated: false });
  second = await startTestCluster(1, { isMigrated: false, passwordsDir: first.dataDir });
  mirrored = openStore({ ...first.options('owner'), url: urls() });
  await migrate(mirrored);
  const blocks = [5_000, 5_001, 5_002].map((slot) => makeBlock({ slot, seed: slot, transactions: 300 }));
  await new BlockWriter(mirrored).write(blocks);
}, 120_000);
afterAll(async () => {
  await mirrored?.close();
  await Promise.all([first?.stop(), second?.stop()]);
});

function urls(): string {
  return `${first.options('owner').url}|${second.options('owner').url}`;
}

function doctor(...args: string[]): Promise<Ended> {
  const { user, password, database } = first.options('owner');
  return runProgram(['doctor', '--deep', ...args], {
    CLICKHOUSE_URL: urls(),
    CLICKHOUSE_USER: user,
    CLICKHOUSE_PASSWORD: password,
    CLICKHOUSE_DATABASE: database,
    TICKSCOPE_DATA_DIR: first.dataDir,
  });
}

test('both copies of a mirrored store are read, and a part that the second has damaged is its own', async () => {
  const whole = await doctor();
  expect(whole.stdout).toMatch(/^ok +data on disk +\d+ parts of \d+ tables read, .*: no damage$/m);
  const part = await damagePart(second.store.read, 'transactions');
  const { code, stdout } = await doctor();
  expect(code).toBe(1);
  expect(stdout).toMatch(
    new RegExp(`^BAD +data on disk +part ${part} of transactions in the second copy is damaged \\(`, 'm'),
  );
  expect(stdout).toContain(`To mend part ${part} of transactions in the second copy: empty this copy`);
  expect(stdout).not.toContain('DROP PART');
  const { parts } = JSON.parse((await doctor('--json')).stdout) as { parts: PartsReport };
  expect(parts.damaged).toMatchObject([{ part, copy: 'second', server: null }]);
}, 120_000);
