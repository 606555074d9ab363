import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { postgresUrl, startPostgres } from '@tickscope/embedded';
import { count, markdownTable, percentile, writeReport } from '../support/report.js';
import { benchStore } from '../support/stack.js';
import { clickHousePeer } from './clickhouse.js';
import { DUCKDB_FILE, duckDbPeer } from './duckdb.js';
import { exportData, makeData } from './make-data.js';
import type { Answer, Peer } from './peer.js';
import { postgresPeer } from './postgres.js';
import { chooseQuestions, type Questions } from './questions.js';

/**
 * What a user would pick instead of the product's tables: DuckDB, and PostgreSQL with its best indexes. The same rows,
 * the same questions, answers compared; size, load time and latency, in one run.
 *
 *   npm install --prefix bench/peers
 *   npx tsx --conditions=tickscope:source bench/peers/run.ts [--data-dir DIR] [--questions N] [--swaps N] [--block FILE]
 */
const { values: flags } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '.tickscope/bench-peers' },
    questions: { type: 'string', default: '120' },
    swaps: { type: 'string', default: '2000000' },
    block: { type: 'string', default: '../shared/data/full-blocks/254170887.getblock.json' },
  },
});
type Kind = keyof Questions;
const KINDS: Record<Kind, string> = {
  tradeContext: 'trade context, ±100 slots',
  fastCheck: 'fast check, ±10 slots',
  walletScan: 'wallet scan',
  hotAccounts: 'hot accounts of 100 slots',
};
const folder = resolve(flags['data-dir'], 'files');
const loadedFile = join(folder, 'loaded.json');
mkdirSync(folder, { recursive: true });

const store = await benchStore(join(flags['data-dir'], 'store'));
const server = await startPostgres({ dataDir: join(flags['data-dir'], 'postgres') });
const peers: Peer[] = [];
try {
  await makeData(store.client, flags.block, Number(flags.swaps));
  const isLoaded = existsSync(loadedFile);
  if (!isLoaded) {
    await exportData(store.client, folder);
    // Its file does not shrink when tables are replaced.
    rmSync(join(folder, DUCKDB_FILE), { force: true });
  }
  const questions = await chooseQuestions(store.client, Number(flags.questions));
  peers.push(
    clickHousePeer(store.client, folder),
    await duckDbPeer(folder),
    await postgresPeer(postgresUrl(server.url, server.users.owner), folder),
  );
  const loadSeconds = isLoaded ? (JSON.parse(readFileSync(loadedFile, 'utf8')) as number[]) : await load();
  await report(questions, loadSeconds);
} finally {
  for (const peer of peers) await peer.close();
  await server.stop();
  await store.close();
}

/** Seconds by database; kept, so that a second run measures the same data. */
async function load(): Promise<number[]> {
  const seconds: number[] = [];
  for (const peer of peers) {
    const startedAt = performance.now();
    await peer.load();
    seconds.push((performance.now() - startedAt) / 1_000);
    process.stderr.write(`${peer.name} loaded\n`);
  }
  writeFileSync(loadedFile, JSON.stringify(seconds));
  return seconds;
}

async function report(questions: Questions, loadSeconds: readonly number[]): Promise<void> {
  const rows = [['', ...peers.map(({ name }) => name)]];
  const sizes = await Promise.all(peers.map((peer) => peer.bytes()));
  rows.push(['size', ...sizes.map((bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`)]);
  rows.push(['to load and index', ...loadSeconds.map((seconds) => `${seconds.toFixed(0)} s`)]);
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const asked = questions[kind];
    await compare(kind, asked);
    const times = await measure(kind, asked);
    const ofTickscope = percentile(times[0]!, 0.5);
    rows.push([
      `${KINDS[kind]} (${asked.length})`,
      ...times.map((all) => {
        const p50 = percentile(all, 0.5);
        return `${p50.toFixed(1)} / ${percentile(all, 0.99).toFixed(1)} ms (${(p50 / ofTickscope).toFixed(2)} ×)`;
      }),
    ]);
  }
  const [made] = await store.client.read.queryRows<[string, string, string, string]>(
    `SELECT (SELECT count() FROM account_locks), (SELECT count() FROM transactions), (SELECT count() FROM swaps), (SELECT count() FROM sandwich_legs)`,
    { timeoutMs: 120_000 },
  );
  const [locks, transactions, swaps, legs] = (made ?? []).map((each) => count(Number(each)));
  writeReport('Peers', 'npx tsx --conditions=tickscope:source bench/peers/run.ts', [
    `${locks} locks, ${transactions} transactions, ${swaps} swaps, ${legs} legs of sandwiches. Each question is answered by every database, with equal rows (compared); one client, the databases in turns. p50 / p99, and p50 as a multiple of the first column's. The first column's size is that of the product's tables: both orders of swaps and legs, and every column; the others hold only the columns asked for. Its load time is of those columns too.`,
    markdownTable(rows),
  ]);
}

/** Throws where two databases answer differently. */
async function compare(kind: Kind, asked: Questions[Kind]): Promise<void> {
  for (const question of asked.slice(0, 30)) {
    const [first, ...others] = await Promise.all(peers.map((peer) => ask(peer, kind, question)));
    for (const [at, other] of others.entries()) {
      const differs = (row: Answer[number], index: number): boolean =>
        JSON.stringify(row) !== JSON.stringify(first![index]);
      const index = other.findIndex(differs);
      if (index >= 0 || other.length !== first!.length)
        throw new Error(
          `${kind} ${JSON.stringify(question)}: row ${index} of ${other.length} of ${peers[at + 1]!.name} is ${JSON.stringify(other[index])}, not ${JSON.stringify(first![index])} of ${first!.length}`,
        );
    }
  }
}

/** Milliseconds by database; they take turns, so that all see the same machine. */
async function measure(kind: Kind, asked: Questions[Kind]): Promise<number[][]> {
  const times = peers.map((): number[] => []);
  for (const question of asked)
    for (const [at, peer] of peers.entries()) {
      const startedAt = performance.now();
      await ask(peer, kind, question);
      times[at]!.push(performance.now() - startedAt);
    }
  return times;
}

function ask(peer: Peer, kind: Kind, question: Questions[Kind][number]): Promise<Answer> {
  return peer[kind](question as never);
}
