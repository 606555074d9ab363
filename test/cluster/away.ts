import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ask } from '../../bench/answers/ask.js';
import { differenceOf } from '../../bench/answers/difference.js';
import { startOfRun } from '../../bench/answers/normalise.js';
import { type AccountApi, startAccountApi } from '../../bench/support/api.js';
import { LiveCluster } from './live-cluster.js';
import { type Question, questionsOf } from './questions.js';

export interface AwayOptions {
  /** Killed, so that connections are refused; or stopped, so that they are taken and nothing is answered. */
  how: 'killed' | 'stopped';
  /** At least; then until every question was asked and the ingester has spilled. */
  awayMs: number;
  /** Transactions of each combination of shards that are asked about. */
  each: number;
  say(line: string): void;
}

export interface AwayReport {
  /** While the second server was away. */
  answered: number;
  refused: number;
  /** Neither the answer of before, nor 503 with a wait. */
  wrong: string[];
  /** Questions that do not need the server, and were refused all the same. */
  needless: string[];
  /** Questions that need the server, and were answered. */
  impossible: string[];
  mostSpilledBlocks: number;
  /** Answers that differ from those of before, with the server back. */
  differentAfter: string[];
  /** Tables that are not those of one server. */
  differences: string[];
}

const SETTLED_SLOTS = 40;
const AWAY = 1;

/** Takes the second of two servers away while blocks come, and asks about slots that were stored before. */
export async function serverAway({ how, awayMs, each, say }: AwayOptions): Promise<AwayReport> {
  const live = await LiveCluster.start({ seed: `away ${how}`, slotMs: 180, transactionsPerSlot: 25 });
  const apis: AccountApi[] = [];
  try {
    startOfRun();
    // One for the answers of before, so that the other has none of them in its caches.
    for (const started of [0, 1].map(() => startAccountApi(live.environment('reader'))))
      apis.push(await started);
    await live.until(async () => (await live.count('uniqExact(slot)', 'detected_slots')) > SETTLED_SLOTS);
    const questions = await questionsOf(live.cluster.store, SETTLED_SLOTS / 2, each);
    const asked = async (question: Question, api: AccountApi): Promise<Answer & { isWait: boolean }> => {
      const answer = await ask(question.asked, { ...api, feedStart: '' });
      const isWait = /"retry_after_seconds":[1-9]/.test(answer.body);
      return { ...answer, isWait, body: answer.body.replace(/"head_slot":\d+/, '"head_slot":0') };
    };
    const [first, second] = apis as [AccountApi, AccountApi];
    const before: Answer[] = [];
    for (const question of questions) before.push(await asked(question, first));
    const failed = before.findIndex(({ status }) => status !== 200);
    if (failed >= 0) throw new Error(`${questions[failed]!.asked.path}: ${before[failed]!.body}`);

    const startAgain = await taken(live, how);
    const awayAt = performance.now();
    const report: AwayReport = {
      ...{ answered: 0, refused: 0, wrong: [], needless: [], impossible: [] },
      ...{ mostSpilledBlocks: 0, differentAfter: [], differences: [] },
    };
    const name = ({ asked: { method, path, body } }: Question): string =>
      `${method} ${path} ${JSON.stringify(body ?? '')}`;
    const spilled = async (): Promise<number> => {
      report.mostSpilledBlocks = Math.max(
        report.mostSpilledBlocks,
        (await live.metric('tickscope_spill_blocks')) ?? 0,
      );
      return report.mostSpilledBlocks;
    };
    do {
      for (const [at, question] of questions.entries()) {
        const answer = await asked(question, second);
        const difference = differenceOf(before[at]!, answer);
        if (difference === null) {
          report.answered += 1;
          if (question.needs === 'away') report.impossible.push(name(question));
        } else if (answer.status === 503 && answer.isWait) {
          report.refused += 1;
          if (question.needs === 'first') report.needless.push(`${name(question)} ${answer.body}`);
        } else report.wrong.push(`${name(question)}\n${difference}`);
      }
      await spilled();
    } while (performance.now() - awayAt < awayMs);
    await live.until(async () => (await spilled()) > 5);
    await startAgain();
    say(
      `away for ${Math.round((performance.now() - awayAt) / 1_000)} s (${how}): ${report.answered} answers as before, ${report.refused} refused, ${report.wrong.length} wrong; ${report.mostSpilledBlocks} blocks were spilled`,
    );
    await live.until(async () => (await live.metric('tickscope_spill_blocks')) === 0);
    for (const [at, question] of questions.entries()) {
      const difference = differenceOf(before[at]!, await asked(question, second));
      if (difference !== null) report.differentAfter.push(`${name(question)}\n${difference}`);
    }
    const last = await live.settle();
    report.differences = await live.differences(last);
    return report;
  } finally {
    for (const api of apis) await api.stop();
    await live.stop();
  }
}

async function taken(live: LiveCluster, how: AwayOptions['how']): Promise<() => Promise<void>> {
  if (how === 'killed') return live.cluster.killServer(AWAY);
  const { pid } = live.cluster.servers[AWAY]!;
  process.kill(pid, 'SIGSTOP');
  await sleep(0);
  return async () => {
    process.kill(pid, 'SIGCONT');
  };
}
