import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { within } from '../kills/load.js';
import type { Role } from '../kills/stack-processes.js';
import type { FaultyStack } from './faulty-stack.js';

export interface Fault {
  name: string;
  /** What a question may get meanwhile: 200, 503, or (null) no answer at all. */
  answers: readonly (200 | 503 | null)[];
  /** A line of the ingester's log, or of the stack's own, that says what happened. */
  says?: RegExp;
  needsDisk?: true;
  begin(stack: FaultyStack): void;
  end(stack: FaultyStack): void;
}

/** Its `begin` keeps the processes for `end`: a server's own processes change. */
function stopped(name: string, answer: 200 | 503 | null, ...roles: readonly Role[]): Fault {
  let pids: number[] = [];
  return {
    name: `${name} is stopped (SIGSTOP)`,
    answers: [answer],
    begin(stack) {
      pids = stack.pidsOf(...roles);
      stack.signal(pids, 'SIGSTOP');
    },
    end: (stack) => stack.signal(pids, 'SIGCONT'),
  };
}

export const STOPPED_CLICKHOUSE = stopped('ClickHouse', 503, 'ClickHouse');
export const STOPPED_POSTGRES = stopped('Postgres', 503, 'Postgres', 'Postgres backend');
export const STOPPED_API = stopped('the API', null, 'API');
export const STOPPED_INGESTER = stopped('the ingester', 200, 'ingester');
export const STOPPED_SIMULATOR = stopped('the simulator', 200, 'simulator');

/** Below the 256 MiB that ClickHouse leaves free, and with room for what it is writing at that moment. */
const LEFT_BYTES = 100_000_000;
/** What is stored can be read, unless the server ended for it: then it is started again until there is room. */
export const FULL_DISK: Fault = {
  name: "ClickHouse's disk is full",
  answers: [200, 503],
  says: /ClickHouse's disk is full.*failed to write a batch; trying again|ClickHouse ended/,
  needsDisk: true,
  begin: ({ disk }) => disk?.fill(LEFT_BYTES),
  end: ({ disk }) => disk?.empty(),
};
export const READ_ONLY_DISK: Fault = {
  name: "ClickHouse's disk can only be read",
  answers: [200, 503],
  says: /ClickHouse's disk can only be read.*failed to write a batch; trying again|ClickHouse ended/,
  needsDisk: true,
  begin: ({ disk }) => disk?.makeReadOnly(),
  end: ({ disk }) => disk?.makeWritable(),
};
/**
 * The jumps of shifted-clock.mjs: an hour ahead, then two hours back. Not of the simulator, whose chain goes by the clock.
 */
export const JUMPING_CLOCKS: Fault = {
  name: 'the clocks of the programs jump ahead, then back',
  answers: [200],
  begin: (stack) => stack.signal(stack.pidsOf('API', 'ingester'), 'SIGUSR2'),
  end: (stack) => stack.signal(stack.pidsOf('API', 'ingester'), 'SIGUSR2'),
};

/** Lasts for a while; the stack says what it should, and comes back by itself. */
export async function suffer(stack: FaultyStack, fault: Fault, seconds: number): Promise<void> {
  const saidBefore = stack.log('ingester').length;
  fault.begin(stack);
  try {
    const until = Date.now() + seconds * 1_000;
    const answer = await stack.ask(fault.answers.includes(null) ? 2_000 : 30_000);
    expect(fault.answers, `${answer?.details}\n${stack.lastLines}`).toContain(answer?.status ?? null);
    if (answer?.status === 503) {
      expect(answer.details, stack.lastLines).toMatch(
        /^The database (of accounts )?(does not|did not) answer/,
      );
      expect(answer.retryAfter).toBeGreaterThan(0);
    }
    if (fault.says !== undefined) {
      const says = async (): Promise<boolean> =>
        fault.says!.test(`${stack.log('ingester').slice(saidBefore)} ${stack.output}`.replaceAll('\n', ' '));
      expect(await within(60_000, says), 'the ingester says what is wrong').toBe(true);
    }
    await sleep(Math.max(0, until - Date.now()));
  } finally {
    fault.end(stack);
  }
  expect(await stack.comesBack(), `it comes back by itself\n${stack.lastLines}`).toBe(true);
}
