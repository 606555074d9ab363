import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DisturbedStack, NOTHING_WRONG } from '../faults/disturbed-stack.js';
import {
  FULL_DISK,
  JUMPING_CLOCKS,
  READ_ONLY_DISK,
  STOPPED_PARTS,
  STOPPED_SIMULATOR,
  suffer,
} from '../faults/faults.js';
import { firstQuestion } from '../support/cli.js';

const SECONDS = Number(process.env['FAULT_SECONDS'] ?? '60');
const LIMIT = { timeout: 600_000 };

describe('a stack to which everything happens, for a minute each', () => {
  let stack: DisturbedStack;
  let question: object;
  beforeAll(async () => {
    stack = await DisturbedStack.start({ ofDisk: true, env: () => ({ INGESTER_QUEUE_MB: '2' }) });
    question = await firstQuestion(stack.up);
  }, 480_000);
  afterAll(() => stack?.remove(), 60_000);

  it.for([...STOPPED_PARTS, STOPPED_SIMULATOR, FULL_DISK, READ_ONLY_DISK, JUMPING_CLOCKS])(
    '$name: it says so, and comes back',
    LIMIT,
    async (fault, { skip }) => {
      skip(fault.needsDisk === true && stack.disk === null, 'needs the right to mount a disk');
      await suffer(stack, question, fault, SECONDS);
    },
  );

  it('all that was stored matches the chain', LIMIT, async () => {
    expect(await stack.verified()).toMatchObject(NOTHING_WRONG);
    expect(await stack.up.stop()).toBe(0);
  });
});
