import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of a test run: of servers that end with their worker, so that no test can remove their data. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tickscope-run-'));
  process.env['TICKSCOPE_TEST_FOLDER'] = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
