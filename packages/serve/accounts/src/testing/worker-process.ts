// A program for tests: runs jobs until it gets a line on its standard input. Its argument is JSON: { url, jobs,
// work }.
import { openAccounts } from '../accounts.js';
import { createJobs } from '../jobs/jobs.js';
import type { JobsOptions } from '../jobs/settings.js';
import type { WorkOptions } from '../jobs/workers.js';
import { testHandlers } from './handlers.js';

const given = JSON.parse(process.argv[2] ?? '{}') as { url: string; jobs: JobsOptions; work: WorkOptions };
const say = (what: string) => process.stdout.write(`${what}\n`);
const log = {
  info: (_: object, message: string) => say(`info ${message}`),
  warn: (_: object, message: string) => say(`warn ${message}`),
  error: (_: object, message: string) => say(`error ${message}`),
};
const accounts = openAccounts(given.url, { log });
const workers = createJobs(accounts, { ...given.jobs, log }).work(testHandlers(accounts), given.work);
say('ready');
process.stdin.once('data', async () => {
  await workers.stop();
  await accounts.close();
  say('stopped');
  process.exit(0);
});
