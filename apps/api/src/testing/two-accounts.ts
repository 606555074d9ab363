import { setTimeout as sleep } from 'node:timers/promises';
import { type Accounts, createKey, openAccounts, setSubscription } from '@tickscope/accounts';
import { expect } from 'vitest';
import type { JobRecord } from './jobs-client.js';
import { type Answer, send } from './request.js';

const POLL_MS = 50;
const TIMEOUT_MS = 60_000;

/** A caller of an API with AUTH on: an account with a subscription and a key. */
export interface TestCaller {
  account: string;
  post(path: string, body: object): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** Submits a job and returns its id. */
  submit(path: string, body: object): Promise<string>;
  /** Waits on the database until a job has ended, then gets its record from the API. */
  ended(jobId: string, statusPath?: string): Promise<JobRecord>;
}

let count = 0;

/** Creates two accounts that share nothing but the service. */
export async function twoAccounts(
  url: string,
  databaseUrl: string,
): Promise<{ accounts: Accounts; callers: [TestCaller, TestCaller] }> {
  const accounts = openAccounts(databaseUrl);
  const callerOf = async (account: string): Promise<TestCaller> => {
    await setSubscription(accounts, account, { status: 'active', plan: 'default' });
    const { secret: token } = await createKey(accounts, {
      account,
      name: 'of a test',
      kind: 'live',
      expiresAt: null,
    });
    const post = (path: string, body: object) => send(`${url}/api${path}`, { method: 'POST', token, body });
    const get = (path: string) => send(`${url}/api${path}`, { token });
    return {
      account,
      post,
      get,
      async submit(path, body) {
        const answer = await post(path, body);
        expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
        const { jobId, data } = answer.body as {
          jobId?: string;
          data?: { query_info: { request_id: string } };
        };
        return jobId ?? data!.query_info.request_id;
      },
      async ended(jobId, statusPath = '/mev/job-status') {
        const deadline = Date.now() + TIMEOUT_MS;
        for (;;) {
          const rows = await accounts.query(
            'SELECT 1 FROM tickscope.jobs WHERE id = $1 AND finished_at IS NULL',
            [jobId],
          );
          if (rows.length === 0) break;
          if (Date.now() > deadline) throw new Error(`job ${jobId} does not end`);
          await sleep(POLL_MS);
        }
        return (await get(`${statusPath}/${jobId}`)).body as JobRecord;
      },
    };
  };
  count += 1;
  return { accounts, callers: [await callerOf(`desk ${count}a`), await callerOf(`desk ${count}b`)] };
}
