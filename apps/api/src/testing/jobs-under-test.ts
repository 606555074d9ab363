import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateAccounts } from '@tickscope/accounts';
import type { ApiConfig } from '@tickscope/config';
import { type EmbeddedPostgres, postgresUrl, startPostgres } from '@tickscope/embedded';
import { compileValidators } from '@tickscope/schemas';
import { expect } from 'vitest';
import type { StartOptions } from '../server.js';
import { type ApiUnderTest, startApiUnderTest } from './api-under-test.js';
import { get, post } from './request.js';

const validators = compileValidators();
const isSubmission = validators.schema('JobSubmission');
const isStatus = validators.schema('JobStatus');
const POLL_MS = 40;
const TIMEOUT_MS = 60_000;

export interface JobsUnderTest extends ApiUnderTest {
  postgres: EmbeddedPostgres;
  /** Of the user that the API is. */
  databaseUrl: string;
  /** Submits a job over HTTP and gives its id. */
  submit(path: string, body: object): Promise<string>;
  /** Its state once it has ended. */
  ended(jobId: string): Promise<JobRecord>;
  /** Submits, waits and gives the result; checks every answer against the documentation. */
  result<Result>(path: string, body: object): Promise<Result>;
}

export interface JobRecord {
  success: boolean;
  state: string;
  data?: unknown;
  error?: string;
  error_code?: string;
  [field: string]: unknown;
}

/** As `startApiUnderTest`, with a real PostgreSQL and its tables. */
export async function startJobsUnderTest(
  overrides: Partial<ApiConfig> = {},
  options: StartOptions = {},
): Promise<JobsUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickscope-api-jobs-'));
  const postgres = await startPostgres({ dataDir });
  await migrateAccounts(postgresUrl(postgres.url, postgres.users.owner), { appRole: 'app' });
  const databaseUrl = postgresUrl(postgres.url, postgres.users.app);
  const api = await startApiUnderTest({ databaseUrl, ...overrides }, options);

  async function submit(path: string, body: object): Promise<string> {
    const answer = await post(`${api.url}/api/mev/${path}`, body);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    expect(isSubmission(answer.body)).toEqual([]);
    const { jobId, message } = answer.body as { jobId: string; message: string };
    expect(message).toContain(`/api/mev/job-status/${jobId}`);
    return jobId;
  }

  async function ended(jobId: string): Promise<JobRecord> {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const { status, body } = await get(`${api.url}/api/mev/job-status/${jobId}`);
      expect({ status, body }).toMatchObject({ status: 200, body: { id: jobId, jobId } });
      const record = body as JobRecord;
      if (record.state === 'completed' || record.state === 'failed') {
        expect(isStatus(body)).toEqual([]);
        return record;
      }
      if (Date.now() > deadline) throw new Error(`the job does not end: ${JSON.stringify(body)}`);
      await sleep(POLL_MS);
    }
  }

  return {
    ...api,
    postgres,
    databaseUrl,
    submit,
    ended,
    async result<Result>(path: string, body: object): Promise<Result> {
      const record = await ended(await submit(path, body));
      expect(record).toMatchObject({ success: true, state: 'completed', kind: path, progress: 100 });
      return record.data as Result;
    },
    async stop() {
      await api.stop();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
