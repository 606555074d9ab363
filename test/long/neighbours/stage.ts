import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, setSubscription } from '@tickscope/accounts';
import {
  type ProcessesUnderTest,
  startProcessesUnderTest,
} from '@tickscope/api/testing/processes-under-test';
import { startWebhookReceiver, type WebhookReceiver } from '@tickscope/api/testing/webhook-receiver';
import { type Caller, keyCaller, visitor } from './callers.js';
import { makeRangeData } from './range-data.js';

const MAIN = new URL('./api.ts', import.meta.url);
const VISITORS = 50;
/** Below the 10 seconds after which an attempt has failed. */
const SLOW_ANSWER_MS = 9_500;

const minute = (limit: number) => ({ global: { limit, seconds: 60 }, endpoints: {} });
/** The hostile account has as much as a visitor of the explorer. Its neighbour is not limited, so that it can be measured. */
const PLANS = { default: minute(1_000_000), test: minute(30), hostile: minute(600), explorer: minute(600) };

/** An API with both databases, an account that behaves, one that does not, and fifty visitors. */
export interface Stage {
  processes: ProcessesUnderTest;
  modest: Caller;
  hostile: Caller;
  visitors: readonly Caller[];
  receivers: { quick: WebhookReceiver; slow: WebhookReceiver };
  stop(): Promise<void>;
}

export async function setStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'tickscope-neighbours-'));
  const receivers = { quick: await startWebhookReceiver(), slow: await startWebhookReceiver() };
  receivers.slow.answer = (res) => void setTimeout(() => res.writeHead(204).end(), SLOW_ANSWER_MS).unref();
  const [plans, ca] = [join(folder, 'plans.json'), join(folder, 'ca.pem')];
  await writeFile(plans, JSON.stringify(PLANS));
  await writeFile(ca, receivers.quick.ca + receivers.slow.ca);
  const processes = await startProcessesUnderTest();
  await makeRangeData(processes.owner);
  const { url } = await processes.start('api', {
    main: MAIN,
    env: {
      ...{ AUTH: 'on', API_ROLE: 'all', PLANS_FILE: plans, EXPLORER_PLAN: 'explorer', TRUST_PROXY: '1' },
      RECEIVERS_CA: ca,
    },
  });
  const callerOn = async (account: string, plan: string): Promise<Caller> => {
    await setSubscription(processes.accounts, account, { status: 'active', plan });
    const key = { account, name: 'of a test', kind: 'live', expiresAt: null } as const;
    return keyCaller(url, account, (await createKey(processes.accounts, key)).secret);
  };
  return {
    processes,
    modest: await callerOn('modest', 'default'),
    hostile: await callerOn('hostile', 'hostile'),
    visitors: Array.from({ length: VISITORS }, (_, at) => visitor(url, `198.51.100.${at}`)),
    receivers,
    async stop() {
      await processes.stop();
      await Promise.all([receivers.quick.stop(), receivers.slow.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
