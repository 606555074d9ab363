import { parseArgs } from 'node:util';
import type { EmbeddedClickHouse } from '@tickscope/embedded';
import { type ApiOptions, type BenchApi, startBenchApi } from '../support/api.js';
import { postText } from '../support/http.js';
import { markdownTable, ms, percentile, writeReport } from '../support/report.js';
import { benchStore, clickHouseEnv, DATABASE } from '../support/stack.js';
import { REAL_BLOCK, REAL_SLOT, storedTables, tablesTable } from '../support/tables.js';
import { COPIES, makeData, type Shape, TABLES } from './make-data.js';
import { addRound, type Cost, noCost } from './measure.js';
import { chooseAccounts, type Question, questionsOf } from './questions.js';

/**
 * `/analyze-trade` over HTTP on 150 million account locks: CPU time a request of ClickHouse and of the API, p50 and p99
 * with 1 and 4 clients, beside the bare ClickHouse read of the same range of `account_slots`. With `--against`, another
 * build answers in turn with this one, and the answers are compared. Its tables may be others: `--against-data` is a data
 * folder that the other checkout's bench has made.
 *
 *   npx tsx --conditions=tickscope:source bench/trade-context/run.ts [--shape merged|unmerged] [--partitions N]
 *     [--data-dir DIR] [--against CHECKOUT [--against-data DIR]] [--requests N] [--rounds N] [--clients 1,4]
 *     [--block FILE] [--report FILE]
 *
 * A partition has 4.9 million locks. The data is made at the first run, and kept with the data folder.
 */
const { values: flags } = parseArgs({
  options: {
    shape: { type: 'string', default: 'merged' },
    partitions: { type: 'string', default: '31' },
    'data-dir': { type: 'string' },
    against: { type: 'string' },
    'against-data': { type: 'string' },
    requests: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '1,4' },
    block: { type: 'string', default: REAL_BLOCK },
    report: { type: 'string' },
  },
});
const shape = flags.shape as Shape;
const partitions = Number(flags.partitions);
const rounds = Number(flags.rounds);
const RANGE = 100;
const GOALS_MS: Readonly<Record<number, number>> = { 1: 25, 4: 50 };
const GOAL_CPU_MS = 14;
const GOAL_TO_BARE = 1.5;
const BARE = 'bare read';

const store = await benchStore(flags['data-dir'] ?? `.tickscope/bench-trade-context-${shape}-${partitions}`);
const { client } = store;
try {
  await makeData(client, { shape, partitions, block: flags.block });
  const builds: Record<string, Build> = {};
  const ownData = flags['against-data'];
  const former = ownData === undefined ? store : await benchStore(ownData, { isOwn: false });
  try {
    if (flags.against !== undefined)
      builds['before'] = await startBuild(former.server, { checkout: flags.against });
    builds['now'] = await startBuild(store.server);
    await measure(builds);
  } finally {
    for (const { api } of Object.values(builds)) await api.stop();
    if (former !== store) await former.close();
  }
} finally {
  await store.close();
}
process.exit();

/** A build's API, and the ClickHouse that it asks. */
interface Build {
  api: BenchApi;
  clickHouse: EmbeddedClickHouse;
}

async function startBuild(clickHouse: EmbeddedClickHouse, options: ApiOptions = {}): Promise<Build> {
  const environment = { ...clickHouseEnv(clickHouse, 'reader'), AUTH: 'off' };
  return { api: await startBenchApi(environment, options), clickHouse };
}

async function measure(builds: Readonly<Record<string, Build>>): Promise<void> {
  const accounts = await chooseAccounts(client);
  const perAccount = Math.ceil(Number(flags.requests) / accounts.length);
  const clientCounts = flags.clients.split(',').map(Number);
  // New transactions for each round of each number of clients, in two sets of each pool, and those that warm up.
  const total = perAccount * (1 + 2 * rounds * clientCounts.length);
  const questions: Question[] = [];
  const newest: Question[] = [];
  for (const account of accounts) {
    questions.push(...(await questionsOf(client, account, { total, partitions })));
    newest.push(...(await questionsOf(client, account, { total, partitions: 1 })));
  }
  const draw = drawerOf(perAccount);
  const isHottest = ({ account }: Question) => account.rank === 0;
  const sets: Record<string, QuestionSet> = {
    'hottest account': { draw: () => draw(questions.filter(isHottest)) },
    'all ranks': { draw: () => draw(questions) },
    'all ranks, newest partition': { draw: () => draw(newest) },
  };
  const warm = draw(questions);
  const differences = await countDifferences(Object.values(builds), warm);
  sets['page 2, after page 1'] = { draw: () => warm.map((question) => ({ ...question, page: 2 })) };
  const head = ['asked', 'clients', 'by', 'ClickHouse CPU-ms', 'Node CPU-ms', 'together'];
  const rows = [[...head, 'p50', 'p99', 'p99 to bare p99']];
  const met: string[] = [];
  for (const [name, set] of Object.entries(sets))
    for (const clients of clientCounts) {
      const costs = await costsOf(builds, set, clients);
      const bare = costs[BARE]!;
      for (const [by, cost] of Object.entries(costs))
        rows.push([name, String(clients), by, ...cells(cost, bare)]);
      met.push(...goalsOf(name, clients, costs['now']!, bare));
    }
  writeReport(
    `Trade context ${shape}`,
    [
      `Made inside ClickHouse from block ${REAL_SLOT}, ${COPIES} copies a slot. ${shape === 'merged' ? 'As merges leave it: each old partition of locks and transactions in one part, of the newest a large one and many small ones, like the tables that have one partition for weeks.' : 'Nothing of the locks, counts and transactions is merged.'}`,
      tablesTable(await storedTables(client), TABLES),
      `Accounts asked, by rank and locks a slot: ${accounts.map(({ rank, locksPerSlot }) => `${rank + 1}: ${locksPerSlot}`).join(', ')}. ${perAccount} transactions an account, others in each round, ±${RANGE} slots, limit 100. ${rounds} rounds${'before' in builds ? ', the builds in turn; CPU times are medians of the rounds' : ''}. CPU time is that of the processes, user and system.`,
      'Bare read: `SELECT slot, locks.block_index, locks.flags FROM account_slots WHERE account = … AND slot BETWEEN …`, output thrown away at the server.',
      markdownTable(rows),
      ...('before' in builds
        ? [`Answers of the two builds that differ: ${differences} of ${warm.length}.`]
        : []),
      markdownTable([['goal', 'here', ''], ...met.map((line) => line.split('|'))]),
    ],
    flags.report,
  );
}

/** Questions, drawn again for each round. */
interface QuestionSet {
  draw(): Question[];
}

/** Draws the same number of questions for each account, each question once: an API remembers what it was asked. */
function drawerOf(perAccount: number) {
  const drawn = new Set<string>();
  return (questions: readonly Question[]): Question[] => {
    const left = questions.filter(({ signature }) => !drawn.has(signature));
    const some = [...new Set(left.map(({ account }) => account))].flatMap((asked) =>
      left.filter(({ account }) => account === asked).slice(0, perAccount),
    );
    if (some.length === 0) throw new Error('no questions left: fewer --requests or --rounds');
    for (const { signature } of some) drawn.add(signature);
    return some.sort((a, b) => (a.signature < b.signature ? -1 : 1));
  };
}

async function costsOf(
  builds: Readonly<Record<string, Build>>,
  set: QuestionSet,
  clients: number,
): Promise<Record<string, Cost>> {
  const costs: Record<string, Cost> = Object.fromEntries(
    [...Object.keys(builds), BARE].map((by) => [by, noCost()]),
  );
  for (let round = 0; round < rounds; round += 1) {
    const drawn = set.draw();
    for (const [by, { api, clickHouse }] of Object.entries(builds))
      await addRound(costs[by]!, drawn, clients, (question) => ask(api.origin, question), {
        clickHouse: clickHouse.pid,
        node: api.pid,
      });
    await addRound(costs[BARE]!, drawn, clients, bareRead, { clickHouse: store.server.pid, node: null });
  }
  return costs;
}

function cells({ times, clickHouse, node }: Cost, bare: Cost): string[] {
  const [server, own] = [percentile(clickHouse, 0.5), percentile(node, 0.5)];
  const p99 = percentile(times, 0.99);
  return [
    ...[server, own, server + own].map((value) => value.toFixed(1)),
    ...[percentile(times, 0.5), p99].map(ms),
    (p99 / percentile(bare.times, 0.99)).toFixed(2),
  ];
}

function goalsOf(name: string, clients: number, now: Cost, bare: Cost): string[] {
  if (name.startsWith('page 2')) return [];
  const line = (goal: string, here: number, most: number) =>
    `${name}, ${clients} client${clients === 1 ? '' : 's'}: ${goal} ≤ ${most}|${here.toFixed(1)}|${here <= most ? 'met' : 'MISSED'}`;
  const p99 = percentile(now.times, 0.99);
  const cpu = percentile(now.clickHouse, 0.5) + percentile(now.node, 0.5);
  return [
    ...(clients === 1 ? [line('CPU-ms', cpu, GOAL_CPU_MS)] : []),
    ...(GOALS_MS[clients] === undefined ? [] : [line('p99 in ms', p99, GOALS_MS[clients])]),
    ...(name === 'hottest account'
      ? [line('p99 to bare p99', p99 / percentile(bare.times, 0.99), GOAL_TO_BARE)]
      : []),
  ];
}

/** Asks every build everything once, which also warms up; the number of questions with different answers. */
async function countDifferences(builds: readonly Build[], questions: readonly Question[]): Promise<number> {
  let differences = 0;
  for (const question of questions) {
    const answers = new Set<string>();
    for (const { api } of builds) answers.add(await ask(api.origin, question));
    if (answers.size > 1) differences += 1;
  }
  return differences;
}

function ask(origin: string, { account, signature, page = 1 }: Question): Promise<string> {
  const body = JSON.stringify({ signature, account_id: account.base58, slot_range: RANGE, page });
  return postText(`${origin}/api/analyze-trade`, body);
}

function bareRead({ account, slot }: Question): Promise<string> {
  const { user, password } = store.server.users.reader;
  const sql = `SELECT slot, locks.block_index, locks.flags FROM account_slots WHERE account = unhex('${account.hex}') AND slot BETWEEN ${slot - RANGE} AND ${slot + RANGE} FORMAT Null`;
  return postText(`${store.server.url}/?database=${DATABASE}`, sql, {
    'X-ClickHouse-User': user,
    'X-ClickHouse-Key': password,
  });
}
