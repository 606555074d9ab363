import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@tickscope/testkit/random';
import { expect } from 'vitest';
import { within } from '../support/within.js';
import type { DisturbedStack } from './disturbed-stack.js';
import { type Role, signalAll } from './stack-processes.js';

/** Something that happens to a stack for a while. */
export interface Fault {
  name: string;
  begin(stack: DisturbedStack): void;
  end(stack: DisturbedStack): void;
}

export interface SufferedFault extends Fault {
  /** Answers that a question may get meanwhile: 200, 503, or (null) none at all. */
  answers: readonly (200 | 503 | null)[];
  /** A line of the ingester's log, or of the stack's own, that says what happened. */
  says?: RegExp;
  needsDisk?: true;
}

/** One of the processes of a role, which is over at once. */
export function killed(role: Role, random: Random): Fault {
  return {
    name: `${role} is killed`,
    begin: (stack) => process.kill(random.pick(stack.pidsOf(role)), 'SIGKILL'),
    end() {},
  };
}

/** Its `begin` keeps the processes for `end`: a server's own processes change. */
function stopped(name: string, answer: 200 | 503 | null, ...roles: readonly Role[]): SufferedFault {
  let pids: number[] = [];
  return {
    name: `${name} is stopped (SIGSTOP)`,
    answers: [answer],
    begin(stack) {
      pids = stack.pidsOf(...roles);
      signalAll(pids, 'SIGSTOP');
    },
    end: () => signalAll(pids, 'SIGCONT'),
  };
}

export const STOPPED_POSTGRES = stopped('Postgres', 503, 'Postgres', 'Postgres backend');
/** Every part but the source of the blocks. */
export const STOPPED_PARTS = [
  stopped('ClickHouse', 503, 'ClickHouse'),
  STOPPED_POSTGRES,
  stopped('the API', null, 'API'),
  stopped('the ingester', 200, 'ingester'),
];
export const STOPPED_SIMULATOR = stopped('the simulator', 200, 'simulator');

/** Below the 256 MiB that ClickHouse leaves free, and with room for what it is writing at that moment. */
const LEFT_BYTES = 100_000_000;
/**
 * Disk that is full. What is stored can be read, unless the server ended for it: then it is started again until there
 * is room.
 */
export const FULL_DISK: SufferedFault = {
  name: "ClickHouse's disk is full",
  answers: [200, 503],
  says: /ClickHouse's disk is full.*failed to write a batch; trying again|ClickHouse ended/,
  needsDisk: true,
  begin: ({ disk }) => disk?.fill(LEFT_BYTES),
  end: ({ disk }) => disk?.empty(),
};
export const READ_ONLY_DISK: SufferedFault = {
  name: "ClickHouse's disk can only be read",
  answers: [200, 503],
  says: /ClickHouse's disk can only be read.*failed to write a batch; trying again|ClickHouse ended/,
  needsDisk: true,
  begin: ({ disk }) => disk?.makeReadOnly(),
  end: ({ disk }) => disk?.makeWritable(),
};
/**
 * The jumps of shifted-clock.mjs: an hour ahead, then two hours back. Not of the simulator, whose blocks have the true time.
 */
export const JUMPING_CLOCKS: SufferedFault = {
  name: 'the clocks of the programs jump ahead, then back',
  answers: [200],
  begin: (stack) => signalAll(stack.pidsOf('API', 'ingester'), 'SIGUSR2'),
  end: (stack) => signalAll(stack.pidsOf('API', 'ingester'), 'SIGUSR2'),
};

interface Answer {
  status: number;
  retryAfter: number | null;
  details: string;
}

const ANSWER_WITHIN_MS = 30_000;

/** The API's answer to a question about a trade; `null`: none within the time. */
async function ask(
  { api, key }: DisturbedStack['up'],
  question: object,
  timeoutMs = ANSWER_WITHIN_MS,
): Promise<Answer | null> {
  try {
    const response = await fetch(`${api}/analyze-trade`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(question),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { details } = (await response.json()) as { details?: unknown };
    const retryAfter = response.headers.get('retry-after');
    return {
      status: response.status,
      retryAfter: retryAfter === null ? null : Number(retryAfter),
      details: String(details ?? ''),
    };
  } catch {
    return null;
  }
}

/**
 * Lasts for a while; the stack says what it should, and comes back by itself.
 *
 * @param question about a trade that is stored
 */
export async function suffer(
  stack: DisturbedStack,
  question: object,
  fault: SufferedFault,
  seconds: number,
): Promise<void> {
  const saidBefore = stack.log('ingester').length;
  fault.begin(stack);
  try {
    const until = Date.now() + seconds * 1_000;
    const answer = await ask(stack.up, question, fault.answers.includes(null) ? 2_000 : ANSWER_WITHIN_MS);
    expect(fault.answers, `${answer?.details}\n${stack.lastLines}`).toContain(answer?.status ?? null);
    if (answer?.status === 503) {
      expect(answer.details, stack.lastLines).toMatch(
        /^The database (of accounts )?(does not|did not) answer/,
      );
      expect(answer.retryAfter).toBeGreaterThan(0);
    }
    if (fault.says !== undefined) {
      const says = async (): Promise<boolean> =>
        fault.says!.test(
          `${stack.log('ingester').slice(saidBefore)} ${stack.up.output()}`.replaceAll('\n', ' '),
        );
      expect(await within(60_000, says), 'the ingester says what is wrong').toBe(true);
    }
    await sleep(Math.max(0, until - Date.now()));
  } finally {
    fault.end(stack);
  }
  const isBack = await stack.comesBack(async () => (await ask(stack.up, question))?.status === 200);
  expect(isBack, `it comes back by itself\n${stack.lastLines}`).toBe(true);
}
