import { cp, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseOptions, type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import { migrate } from '@tickscope/store';
import { connectTo } from './test-connection.js';

/** Only against waiting for a worker that has died. */
const WAIT_FOR_TEMPLATE_MS = 300_000;

/**
 * Starts a server of its own whose database has this build's tables. Migrating takes several times as long as a start, so
 * a test run migrates one folder; the servers start with copies of it (`test/support/run-folder.ts`).
 *
 * @param options with a data folder that does not exist yet, or is empty
 */
export async function startMigratedClickHouse(options: ClickHouseOptions): Promise<EmbeddedClickHouse> {
  return (await copyMigratedFolder(options.dataDir)) ? startClickHouse(options) : startAndMigrate(options);
}

/**
 * Copies the folder that this run has migrated: an embedded server, or `tickscope up`, starts with it as after a restart.
 * Returns false outside of a test run, where there is none.
 */
export async function copyMigratedFolder(dataDir: string): Promise<boolean> {
  const runFolder = process.env['TICKSCOPE_TEST_FOLDER'];
  if (runFolder === undefined) return false;
  await cp(await templateOf(runFolder), dataDir, { recursive: true });
  return true;
}

/** The folder is made by the first worker that needs it; the others wait. */
async function templateOf(runFolder: string): Promise<string> {
  const template = join(runFolder, 'migrated');
  try {
    // It stays: who makes it is the first.
    await mkdir(join(runFolder, 'migrated.lock'));
  } catch {
    const deadline = performance.now() + WAIT_FOR_TEMPLATE_MS;
    while (!(await exists(template))) {
      if (performance.now() > deadline) throw new Error(`no worker has made ${template}`);
      await sleep(50);
    }
    return template;
  }
  const making = join(runFolder, 'migrated.making');
  await (await startAndMigrate({ dataDir: making })).stop();
  await rename(making, template);
  return template;
}

async function startAndMigrate(options: ClickHouseOptions): Promise<EmbeddedClickHouse> {
  const server = await startClickHouse(options);
  const owner = connectTo(server);
  await migrate(owner);
  await owner.close();
  return server;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
