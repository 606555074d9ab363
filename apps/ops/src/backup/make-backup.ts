import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { dumpAccounts, readAccountsBytes } from '@tickscope/accounts';
import { CliError, VERSION } from '@tickscope/command-line';
import {
  type BackupTarget,
  backupStore,
  cancelBackupsInto,
  checkSchema,
  readBackedUpTables,
  readBackupSize,
  readStoreContent,
  schemaHash,
  serverCount,
  storedVersion,
} from '@tickscope/store';
import { serverVersion } from '../server-version.js';
import {
  checkNewFolder,
  checkSpace,
  discardFolder,
  markFinished,
  openFolder,
  realFolder,
} from './backup-folder.js';
import { type BackupChain, readChain } from './chain.js';
import { writeDigests } from './file-digests.js';
import { type LocationFlags, locationOf, placeText, targetOf } from './location.js';
import {
  ACCOUNTS_FOLDER,
  CLICKHOUSE_FOLDER,
  type Location,
  type Manifest,
  type ManifestTable,
  writeManifest,
} from './manifest.js';
import type { StepProgress } from './step-progress.js';
import { openStores, type Stores } from './stores.js';
import { unfinishedBeside } from './unfinished.js';

export interface BackupRequest extends LocationFlags {
  dataDir: string;
  folder: string;
  /** Folder of the backup to add to. */
  base?: string;
  progress: StepProgress;
  signal: AbortSignal;
}

/** Makes a backup in a folder and returns its manifest. The folder is a backup only once this returns. */
export async function makeBackup(request: BackupRequest): Promise<{ folder: string; manifest: Manifest }> {
  const { dataDir, progress, signal } = request;
  const folder = await realFolder(request.folder);
  const found = await checkNewFolder(folder);
  for (const { folder: half, begunAt } of await unfinishedBeside(folder))
    progress.note(
      `${half} holds a backup that was begun at ${begunAt} and has no end: "tickscope backup ${half}" starts it over, or remove the folder.`,
    );
  const chain = request.base === undefined ? [] : await readChain(await realFolder(request.base));
  const id = randomUUID();
  const location = locationOf(request, id);
  checkBase(chain, location);
  const stores = await openStores({
    ...{ dataDir, running: 'mayRun', createAccounts: false },
    backupDirs: [folder, ...chain.map((each) => each.folder)].map((each) => dirname(each)),
    say: (line) => progress.step(line),
  });
  try {
    if (location.kind === 'folder') checkReach(stores, folder);
    await checkStore(stores, chain);
    const base = chain[0] ?? null;
    const { bytes, changedBytes } = await readBackupSize(
      stores.store,
      base === null ? 0 : Date.parse(base.manifest.startedAt),
    );
    const toWrite = base === null ? bytes : changedBytes;
    const accountsBytes = stores.accounts === null ? 0 : await readAccountsBytes(stores.accounts.url, signal);
    await checkSpace(folder, (location.kind === 'folder' ? toWrite : 0) + accountsBytes, 'the backup');
    const target = targetOf(location, folder);
    if (found.state === 'unfinished') {
      const before = found.mark?.location ?? { kind: 'folder' };
      // The server of an interrupted backup may still be at it.
      await cancelBackupsInto(stores.store, targetOf(before, folder));
      noteLeft(progress, before);
    }
    await openFolder(folder, id, location);
    try {
      const content = await copy({ request, stores, folder, id, location, target, base, toWrite });
      const manifest = await writeManifest(folder, content);
      await markFinished(folder);
      return { folder, manifest };
    } catch (error) {
      progress.step('removing what was written');
      await discardFolder(folder);
      noteLeft(progress, location);
      throw error;
    }
  } finally {
    progress.end();
    await stores.close();
  }
}

/** On a disk or in a bucket a backup that did not end leaves what ClickHouse alone can reach. */
function noteLeft(progress: StepProgress, location: Location): void {
  const place = placeText(location);
  if (place !== null)
    progress.note(
      `what ClickHouse wrote of a backup without an end may be left in ${place}: remove it there.`,
    );
}

function checkBase(chain: BackupChain, location: Location): void {
  const base = chain[0]?.manifest.clickhouse.location.kind ?? location.kind;
  if (base !== location.kind)
    throw new CliError(`a backup has ClickHouse's part where its base has it: the base is in a ${base}.`);
}

/** A running embedded server writes below the folders that it was started with. */
function checkReach({ backupDirs }: Stores, folder: string): void {
  if (backupDirs === null || backupDirs.some((allowed) => `${folder}/`.startsWith(`${allowed}/`))) return;
  throw new CliError(
    `the running ClickHouse may not write to ${folder}, only below ${backupDirs.join(', ')}. Start the stack with "tickscope up --backup-dir ${dirname(folder)}", or give a folder there.`,
  );
}

async function checkStore({ store, database, accounts }: Stores, chain: BackupChain): Promise<void> {
  const content = await readStoreContent(store);
  if (content.state === 'absent')
    throw new CliError(`there is no database "${database}": nothing to back up.`);
  if (content.state === 'unfinished')
    throw new CliError(`the store is half of a ${content.work} that did not end: finish that first.`);
  await checkSchema(store);
  const base = chain[0]?.manifest;
  if (base !== undefined && base.clickhouse.database !== database)
    throw new CliError(`the base is of the database "${base.clickhouse.database}", not "${database}".`);
  const [had, has] = [base?.clickhouse.servers ?? 1, serverCount(store.administer.places)];
  if (base !== undefined && had !== has)
    throw new CliError(`the base is of ${had} ClickHouse servers, this store has ${has}.`);
  if (base !== undefined && base.accounts !== null && accounts === null)
    throw new CliError('the base has accounts: set DATABASE_OWNER_URL (or DATABASE_URL) to their Postgres.');
}

async function copy(input: {
  request: BackupRequest;
  stores: Stores;
  folder: string;
  id: string;
  location: Location;
  target: BackupTarget;
  base: BackupChain[number] | null;
  toWrite: number;
}): Promise<Omit<Manifest, 'digest'>> {
  const { request, stores, folder, id, location, target, base, toWrite } = input;
  const { progress, signal } = request;
  const { store, database } = stores;
  const startedAt = new Date().toISOString();
  const servers = serverCount(store.administer.places);
  const server = (await serverVersion(store.read)) ?? 'unknown';
  progress.step('copying the tables of ClickHouse');
  const copied = await backupStore(store, {
    signal,
    target,
    base: base === null ? null : targetOf(base.manifest.clickhouse.location, base.folder),
    onProgress: (bytes) => progress.bytes(bytes, toWrite),
  });
  let accounts: Manifest['accounts'] = null;
  if (stores.accounts !== null)
    accounts = await dumpAccounts(stores.accounts.url, {
      folder: join(folder, ACCOUNTS_FOLDER),
      signal,
      onProgress: (table) => progress.step(`copying the accounts: ${table}`),
    });
  progress.step('checking what was written');
  const tables = location.kind === 'folder' ? await tablesIn(folder, base, stores) : null;
  signal.throwIfAborted();
  const digests =
    tables === null
      ? null
      : await writeDigests(folder, CLICKHOUSE_FOLDER, {
          signal,
          onProgress: (bytes) => progress.bytes(bytes, toWrite),
        });
  return {
    ...{ format: 2, id, product: VERSION, startedAt, finishedAt: new Date().toISOString() },
    base: base === null ? null : { id: base.manifest.id, folder: base.folder },
    clickhouse: {
      ...{
        server,
        ...(servers === 1 ? {} : { servers }),
        database,
        version: await storedVersion(store.read),
        schema: schemaHash(),
        location,
      },
      headSlot: copied.headSlot,
      startedAtUs: String(copied.startedAtUs),
      unsettledSlots: copied.unsettledSlots,
      tables: tables ?? copied.tables,
      digests,
    },
    accounts,
  };
}

async function tablesIn(
  folder: string,
  base: BackupChain[number] | null,
  { origin, store }: Stores,
): Promise<ManifestTable[]> {
  const folders = [
    folder,
    ...(base === null ? [] : (await readChain(base.folder)).map((each) => each.folder)),
  ];
  try {
    const tables = await readBackedUpTables(
      folders.map((each) => join(each, CLICKHOUSE_FOLDER)),
      serverCount(store.administer.places),
    );
    return tables.map(({ table, rows, bytes }) => ({ table, rows, bytes }));
  } catch (error) {
    if (origin !== 'environment') throw error;
    throw new CliError(
      `ClickHouse wrote its part, but it cannot be read here (${(error as Error).message}) The folder must be the same one for its server and for this command: use --disk or --s3 for a server on another machine.`,
    );
  }
}
