import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstQuestion, tickscope } from '../support/cli.js';
import { DisturbedStack, NOTHING_WRONG } from './disturbed-stack.js';
import { STOPPED_POSTGRES, suffer } from './faults.js';

const SEGMENT_BYTES = 16_777_216;
const LIMIT = { timeout: 600_000 };

/**
 * One fault; `npm run test:long -- faults` has all of them, those of disks too, for a minute each. What else may happen to a store is tested where it is dealt with: a full or read-only spill folder and damaged spill
 * files in test/live/spill.test.ts, other stopped and killed processes in test/chaos and test/e2e/kills.test.ts, damaged parts in
 * apps/ops/src/doctor, old and newer stores in packages/core/store/src/migrate.integration.test.ts.
 */
describe.runIf(process.platform === 'linux')('a stack to which bad things happen', () => {
  let stack: DisturbedStack;
  beforeAll(async () => {
    stack = await DisturbedStack.start({ env: () => ({ INGESTER_QUEUE_MB: '2' }) });
  }, 480_000);
  afterAll(() => stack?.remove(), 60_000);

  it(`${STOPPED_POSTGRES.name}: it says so, and comes back`, LIMIT, async () =>
    suffer(stack, await firstQuestion(stack.up), STOPPED_POSTGRES, 0),
  );

  it('all that was stored matches the chain', LIMIT, async () => {
    expect(await stack.verified()).toMatchObject(NOTHING_WRONG);
    expect(await stack.up.stop()).toBe(0);
  });

  it('a damaged log of transactions of Postgres: the start names the commands', LIMIT, async () => {
    const folder = join(stack.dataDir, 'postgres', 'data', 'pg_wal');
    for (const name of readdirSync(folder).filter((each) => /^[0-9A-F]{24}$/.test(each))) {
      const fd = openSync(join(folder, name), 'r+');
      writeSync(fd, Buffer.alloc(SEGMENT_BYTES, 0xa5));
      closeSync(fd);
    }
    const started = await tickscope(['up', '--data-dir', stack.dataDir, '--source', 'none']);
    expect(started.code).toBe(1);
    expect(started.stdout + started.stderr).toMatch(
      /Its log of transactions \(.*pg_wal\) is damaged\.[\s\S]*mv .*postgres .*postgres\.damaged, then tickscope restore/,
    );
  });
});
