import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tickscope } from '../support/cli.js';
import { JUMPING_CLOCKS, STOPPED_API, STOPPED_POSTGRES, suffer } from './faults.js';
import { FaultyStack } from './faulty-stack.js';

/** Of each fault; `npm run test:long -- faults` has all of them, those of disks too, for a minute each. */
const SECONDS = 2;
const SEGMENT_BYTES = 16_777_216;

/**
 * What else may happen to a store is tested where it is dealt with: a full or read-only spill folder and damaged spill
 * files in test/live/spill.test.ts, other stopped and killed processes in test/chaos and test/kills, damaged parts in
 * apps/cli/src/doctor, old and newer stores in packages/store/src/migrate.integration.test.ts.
 */
describe.runIf(process.platform === 'linux')('a stack to which bad things happen', () => {
  let stack: FaultyStack;
  beforeAll(async () => {
    stack = await FaultyStack.start({ ofDisk: false });
  }, 240_000);
  afterAll(() => stack?.remove(), 60_000);

  it.each([STOPPED_POSTGRES, STOPPED_API, JUMPING_CLOCKS])(
    '$name: it says so, and comes back',
    { timeout: 240_000 },
    (fault) => suffer(stack, fault, SECONDS),
  );

  it('all that was stored matches the chain', { timeout: 240_000 }, async () => {
    expect(await stack.verified()).toMatchObject({
      gaps: [],
      code: 0,
      text: expect.stringContaining('nothing is wrong'),
    });
    expect(await stack.stop()).toBe(0);
  });

  it('a damaged log of transactions of Postgres: the start names the commands', {
    timeout: 120_000,
  }, async () => {
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
