import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FULL_DISK,
  JUMPING_CLOCKS,
  READ_ONLY_DISK,
  STOPPED_API,
  STOPPED_CLICKHOUSE,
  STOPPED_INGESTER,
  STOPPED_POSTGRES,
  STOPPED_SIMULATOR,
  suffer,
} from '../faults/faults.js';
import { FaultyStack } from '../faults/faulty-stack.js';

const SECONDS = Number(process.env['FAULT_SECONDS'] ?? '60');
const LIMIT = { timeout: 600_000 };

describe('a stack to which everything happens, for a minute each', () => {
  let stack: FaultyStack;
  beforeAll(async () => {
    stack = await FaultyStack.start({ ofDisk: true });
  }, 240_000);
  afterAll(() => stack?.remove(), 60_000);

  it.for([
    ...[STOPPED_CLICKHOUSE, STOPPED_POSTGRES, STOPPED_API, STOPPED_INGESTER, STOPPED_SIMULATOR],
    ...[FULL_DISK, READ_ONLY_DISK, JUMPING_CLOCKS],
  ])('$name: it says so, and comes back', LIMIT, async (fault, { skip }) => {
    skip(fault.needsDisk === true && stack.disk === null, 'needs the right to mount a disk');
    await suffer(stack, fault, SECONDS);
  });

  it('all that was stored matches the chain', LIMIT, async () => {
    expect(await stack.verified()).toMatchObject({
      gaps: [],
      code: 0,
      text: expect.stringContaining('nothing is wrong'),
    });
    expect(await stack.stop()).toBe(0);
  });
});
