import { setTimeout as sleep } from 'node:timers/promises';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { workOf } from '../mev/measure.js';
import { markdownTable, ms } from '../support/report.js';
import type { Caller } from './callers.js';
import type { httpClient } from './http-client.js';
import type { Kind } from './plan.js';
import { treeUsage } from './process-tree.js';

/** CPU times have a hundredth of a second. */
const LEAST_MS = 1_500;
const MOST_REQUESTS = 400;
const JOBS = new Set(['checkWallet', 'checkSandwich', 'checkAttacker', 'validateCompetition']);
/** Whose cost comes after the answer: of a job, which is waited for, or of a connection that stays. */
const MOST_OF: Readonly<Record<string, number>> = {
  ...{ checkWallet: 6, checkSandwich: 6, checkAttacker: 6, validateCompetition: 6 },
  ...{ streamSandwiches: 40, backfillTransaction: 40, createKey: 40, revokeKey: 40 },
};
const POLL_MS = 50;

/**
 * What a request of each kind costs, one after the other: its queries of ClickHouse, the CPU time of each process, and
 * how long it takes; of a job with the job itself.
 *
 * @param callers take turns, so that none of them reaches a limit
 * @param pids of the API, ClickHouse and Postgres
 */
export async function costsOf(
  kinds: readonly Kind[],
  callers: readonly Caller[],
  client: ReturnType<typeof httpClient>,
  store: TestConnection,
  pids: Readonly<Record<string, number>>,
): Promise<string> {
  const names = Object.keys(pids);
  const rows = [
    ['request', 'asked', '2xx', 'median', 'queries', 'rows read', ...names.map((name) => `${name}, CPU`)],
  ];
  for (const kind of kinds) {
    const times: number[] = [];
    let answered = 0;
    const before = names.map((name) => treeUsage(pids[name]!).cpuSeconds);
    const startedAt = performance.now();
    const most = MOST_OF[kind.operation] ?? MOST_REQUESTS;
    const { queries, rows: read } = await workOf(store, async () => {
      while (times.length < most && (times.length < 6 || performance.now() - startedAt < LEAST_MS)) {
        const askedAt = performance.now();
        if (await askOnce(kind, callers[times.length % callers.length]!, client)) answered += 1;
        times.push(performance.now() - askedAt);
      }
    });
    const spent = names.map((name, at) => treeUsage(pids[name]!).cpuSeconds - before[at]!);
    const count = times.length;
    const median = times.toSorted((one, other) => one - other)[Math.floor(count / 2)]!;
    rows.push([
      kind.about === '' ? kind.operation : `${kind.operation}, ${kind.about}`,
      String(count),
      String(answered),
      ms(median),
      (queries / count).toFixed(1),
      (read / count).toFixed(0),
      ...spent.map((seconds) => ms((1_000 * seconds) / count)),
    ]);
    process.stderr.write(`${rows.at(-1)!.join('  ')}\n`);
  }
  return markdownTable(rows);
}

/** Whether the answer is a 2xx. */
async function askOnce(
  kind: Kind,
  caller: Caller,
  { send }: ReturnType<typeof httpClient>,
): Promise<boolean> {
  const got = await send(kind.make(caller));
  kind.learn?.(caller, got);
  const jobId = /"jobId":"([^"]+)"/.exec(JOBS.has(kind.operation) ? got.text : '')?.[1];
  if (jobId !== undefined) {
    const status = {
      method: 'GET',
      path: `/api/mev/job-status/${jobId}`,
      address: caller.address,
      token: caller.key,
    };
    while (/"state":"(queued|active)"/.test((await send(status)).text)) await sleep(POLL_MS);
  }
  return got.status >= 200 && got.status < 300;
}
