import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startAccountApi } from '../support/api.js';
import { ROOT } from '../support/report.js';
import { benchStore, clickHouseEnv } from '../support/stack.js';
import { REAL_BLOCK } from '../support/tables.js';
import { type Answer, ask, type Caller } from './ask.js';
import { differenceOf } from './difference.js';
import { feedStart } from './feed-start.js';
import { makeStore } from './make-store.js';
import { normalisedBody, startOfRun } from './normalise.js';
import { type Asked, makeRequests } from './requests.js';
import { readSubjects } from './subjects.js';

/**
 * Records the answers to 500 requests over all operations, or compares those of another build with a record. README.md
 * says how it is used.
 *
 *   npx tsx --conditions=tickscope:source bench/answers/run.ts record|compare FILE [--checkout DIR] [--data-dir DIR]
 *     [--only OPERATION]
 */
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'data-dir': { type: 'string', default: '.tickscope/bench-answers' },
    only: { type: 'string' },
    checkout: { type: 'string', default: ROOT },
    block: { type: 'string', default: REAL_BLOCK },
  },
});
const [command, file] = positionals;
if ((command !== 'record' && command !== 'compare') || file === undefined)
  throw new Error('usage: run.ts record|compare FILE [--checkout DIR] [--data-dir DIR]');

interface Recorded {
  asked: Asked;
  answer: Answer;
}

const store = await benchStore(flags['data-dir']);
try {
  await makeStore(store.client, flags.block);
  startOfRun();
  const api = await startAccountApi(clickHouseEnv(store.server, 'reader'), { checkout: flags.checkout });
  try {
    const caller = { ...api, feedStart: await feedStart(store.client) };
    if (command === 'record') await record(caller, file);
    else await compare(caller, file);
  } finally {
    await api.stop();
  }
} finally {
  await store.close();
}
process.exit();

async function record(caller: Caller, to: string): Promise<void> {
  const requests = makeRequests(await readSubjects(store.client));
  const lines: string[] = [];
  const counts = new Map<string, number>();
  for (const asked of requests) {
    const answer = await ask(asked, caller);
    const kind = `${asked.operation} ${answer.status}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    lines.push(JSON.stringify({ asked, answer } satisfies Recorded));
  }
  writeFileSync(to, `${lines.join('\n')}\n`);
  for (const [kind, count] of [...counts].sort()) process.stdout.write(`${count}\t${kind}\n`);
  process.stdout.write(`${lines.length} answers recorded\n`);
}

async function compare(caller: Caller, from: string): Promise<void> {
  const recorded = readFileSync(from, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Recorded)
    .filter(({ asked }) => flags.only === undefined || asked.operation === flags.only);
  let differences = 0;
  for (const [at, { asked, answer: expected }] of recorded.entries()) {
    const body = normalisedBody(expected.body);
    const difference = differenceOf({ ...expected, body }, await ask(asked, caller));
    if (difference === null) continue;
    differences += 1;
    const sent = asked.body === undefined ? '' : ` ${JSON.stringify(asked.body)}`;
    process.stdout.write(
      `${at + 1}: ${asked.operation} ${asked.method} ${asked.path}${sent}\n${difference}\n`,
    );
  }
  process.stdout.write(`${recorded.length} answers compared, ${differences} differ\n`);
  if (differences > 0) process.exitCode = 1;
}
