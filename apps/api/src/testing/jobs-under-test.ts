import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateAccounts } from '@tickscope/accounts';
import type { ApiConfig } from '@tickscope/config';
import { type EmbeddedPostgres, postgresUrl, startPostgres } from '@tickscope/embedded';
import type { StartOptions } from '../server.js';
import { type ApiUnderTest, startApiUnderTest } from './api-under-test.js';
import { type JobsClient, jobsClient } from './jobs-client.js';

export interface JobsUnderTest extends ApiUnderTest, JobsClient {
  postgres: EmbeddedPostgres;
  /** For the API's own user. */
  databaseUrl: string;
}

/** Like `startApiUnderTest`, with a real PostgreSQL and its tables. */
export async function startJobsUnderTest(
  overrides: Partial<ApiConfig> = {},
  options: StartOptions = {},
): Promise<JobsUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickscope-api-jobs-'));
  const postgres = await startPostgres({ dataDir });
  await migrateAccounts(postgresUrl(postgres.url, postgres.users.owner), { appRole: 'app' });
  const databaseUrl = postgresUrl(postgres.url, postgres.users.app);
  const api = await startApiUnderTest({ databaseUrl, ...overrides }, options);
  const underTest: JobsUnderTest = {
    ...api,
    ...jobsClient(api.url),
    postgres,
    databaseUrl,
    async stop() {
      await api.stop();
      // A test may have restarted it.
      await underTest.postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return underTest;
}
