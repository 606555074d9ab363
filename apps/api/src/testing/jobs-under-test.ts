import type { ApiConfig } from '@tickscope/config';
import { ACCOUNTS_TEMPLATE } from '@tickscope/testkit/store/accounts-template';
import { type SharedPostgres, takePostgres } from '@tickscope/testkit/store/shared-postgres';
import type { StartOptions } from '../server.js';
import { type ApiUnderTest, startApiUnderTest } from './api-under-test.js';
import { type JobsClient, jobsClient } from './jobs-client.js';

export interface JobsUnderTest extends ApiUnderTest, JobsClient {
  postgres: SharedPostgres;
  /** For the API's own user. */
  databaseUrl: string;
}

/** Like `startApiUnderTest`, with a real PostgreSQL and its tables. */
export async function startJobsUnderTest(
  overrides: Partial<ApiConfig> = {},
  options: StartOptions = {},
): Promise<JobsUnderTest> {
  const postgres = await takePostgres(ACCOUNTS_TEMPLATE);
  const databaseUrl = postgres.appUrl;
  const api = await startApiUnderTest({ databaseUrl, ...overrides }, options);
  return {
    ...api,
    ...jobsClient(api.url),
    postgres,
    databaseUrl,
    async stop() {
      await api.stop();
      postgres.giveBack();
    },
  };
}
