import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The folder of a test run: of servers that end with their worker, so that no test can remove their data. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tickscope-run-'));
  process.env['TICKSCOPE_TEST_FOLDER'] = folder;
  return async () => {
    await Promise.all((await readdir(folder)).map((name) => stopStack(join(folder, name, 'run.json'))));
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
}

const STOP_MS = 60_000;

/** Ends a stack of `shared-stack.ts`: it writes until it is stopped, and then removes its run file. */
async function stopStack(runFile: string): Promise<void> {
  if (!existsSync(runFile)) return;
  const { pid } = JSON.parse(await readFile(runFile, 'utf8')) as { pid: number };
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It was killed, and left its file.
    return;
  }
  const deadline = Date.now() + STOP_MS;
  while (existsSync(runFile) && Date.now() < deadline) await sleep(100);
}
