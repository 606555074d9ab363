import { join } from 'node:path';
import type { EmbeddedClickHouse } from '@tickscope/embedded';
import type { Store } from '@tickscope/store';
import { startTestCluster, type TestCluster } from '@tickscope/testkit/store/test-cluster';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { ask, type Caller } from '../../bench/answers/ask.js';
import { differenceOf } from '../../bench/answers/difference.js';
import { feedStart } from '../../bench/answers/feed-start.js';
import { makeStore } from '../../bench/answers/make-store.js';
import { startOfRun } from '../../bench/answers/normalise.js';
import { type Asked, makeRequests } from '../../bench/answers/requests.js';
import { readSubjects, type Subjects } from '../../bench/answers/subjects.js';
import { type AccountApi, startAccountApi } from '../../bench/support/api.js';
import { clickHouseEnv } from '../../bench/support/stack.js';
import { liveStore } from '../live/support.js';
import { DATA } from '../support/paths.js';
import { copyStore } from './copied-store.js';
import { fillStore } from './filled-store.js';
import { listRequests } from './list-requests.js';

export interface ComparedAnswers {
  /** How many answers there were, by operation and status. */
  counts: Record<string, number>;
  /** Requests whose answers differ, each with both answers around the first character that differs. */
  different: string[];
}

export type IsChosen = (asked: Asked, at: number) => boolean;

/** The store of the recorded requests on one server, and the same rows on several: asked as below. */
export async function compareRecorded(shardCount: number, isChosen: IsChosen): Promise<ComparedAnswers> {
  return compareFilled(shardCount, isChosen, (store) =>
    makeStore(store, join(DATA, 'full-blocks/254170887.getblock.json')),
  );
}

/** The same of a generated chain, whose lists are long. */
export async function compareGenerated(shardCount: number, isChosen: IsChosen): Promise<ComparedAnswers> {
  return compareFilled(shardCount, isChosen, fillStore);
}

async function compareFilled(
  shardCount: number,
  isChosen: IsChosen,
  fill: (store: TestConnection) => Promise<unknown>,
): Promise<ComparedAnswers> {
  const live = liveStore();
  let cluster: TestCluster | null = null;
  try {
    const { server, client } = await live.fresh();
    await fill(client);
    cluster = await startTestCluster(shardCount);
    await copyStore(server, cluster.servers);
    return await compareAnswers({ server, client }, cluster, isChosen);
  } finally {
    await cluster?.stop();
    await live.stop();
  }
}

/**
 * Asks a store on one server, and the same rows on several, each through an API of its own, and compares the answers.
 *
 * @param isChosen which of the requests, by their place among those of their operation
 */
export async function compareAnswers(
  { server, client }: { server: EmbeddedClickHouse; client: TestConnection },
  cluster: TestCluster,
  isChosen: IsChosen,
): Promise<ComparedAnswers> {
  startOfRun();
  const apis: AccountApi[] = [];
  const start = async (servers: readonly EmbeddedClickHouse[], store: Store): Promise<Caller> => {
    const api = await startAccountApi(clickHouseEnv(servers, 'reader'));
    apis.push(api);
    return { ...api, feedStart: await feedStart(store) };
  };
  try {
    const callers = await Promise.all([start([server], client), start(cluster.servers, cluster.store)]);
    return await compare(chosen(await readSubjects(client), isChosen), callers);
  } finally {
    for (const api of apis) await api.stop();
  }
}

function chosen(subjects: Subjects, isChosen: IsChosen): Asked[] {
  const counts = new Map<string, number>();
  return [...makeRequests(subjects), ...listRequests(subjects)].filter((asked) => {
    const at = counts.get(asked.operation) ?? 0;
    counts.set(asked.operation, at + 1);
    return isChosen(asked, at);
  });
}

async function compare(
  requests: readonly Asked[],
  callers: readonly [Caller, Caller],
): Promise<ComparedAnswers> {
  const result: ComparedAnswers = { counts: {}, different: [] };
  const compareOne = async (asked: Asked): Promise<void> => {
    const [one, several] = await Promise.all([ask(asked, callers[0]), ask(asked, callers[1])]);
    const kind = `${asked.operation} ${one.status}${one.body === '' ? ' empty' : ''}`;
    result.counts[kind] = (result.counts[kind] ?? 0) + 1;
    const difference = differenceOf(one, several);
    if (difference === null) return;
    const sent = asked.body === undefined ? '' : ` ${JSON.stringify(asked.body)}`;
    result.different.push(`${asked.operation} ${asked.method} ${asked.path}${sent}\n${difference}`);
  };
  for (const asked of requests.filter(({ follow }) => follow !== 'stream')) await compareOne(asked);
  // Most of their time is waiting for what does not come.
  await Promise.all(requests.filter(({ follow }) => follow === 'stream').map(compareOne));
  return result;
}
