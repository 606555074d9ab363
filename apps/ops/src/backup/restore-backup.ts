import { dirname, join } from 'node:path';
import { checkAccountsFiles, loadAccounts, readAccountsContent } from '@tickscope/accounts';
import { CliError, formatCount } from '@tickscope/command-line';
import { detectionRanges, redetect } from '@tickscope/pipeline';
import {
  beginRestore,
  finishRestore,
  latestMigration,
  migrate,
  newestDetectableSlot,
  otherSchemaText,
  readStoreContent,
  restoreStore,
  type SettledSlots,
  type Store,
  schemaHash,
  serverCount,
  settleRestored,
} from '@tickscope/store';
import { checkParts } from '../doctor/check-parts.js';
import { checkSpace, realFolder } from './backup-folder.js';
import { type BackupChain, checkChainFiles, readChain } from './chain.js';
import { targetOf } from './location.js';
import { ACCOUNTS_FOLDER, type Manifest } from './manifest.js';
import type { StepProgress } from './step-progress.js';
import { openStores, type Stores } from './stores.js';

const CLUSTER_TIMEOUT_MS = 30_000;
/** Deadline for each table of a server: a table of terabytes is read in hours. */
const TABLE_CHECK_MS = 24 * 3_600_000;
const MOST_NAMED = 3;

export interface RestoreRequest {
  dataDir: string;
  folder: string;
  /** The folder of its base, where that is neither at its former place nor beside the backup. */
  base?: string;
  /** Empties a store that holds something. */
  replace: boolean;
  /** Leaves Postgres as it is. */
  withoutAccounts: boolean;
  progress: StepProgress;
  signal: AbortSignal;
}

export interface RestoreReport {
  manifest: Manifest;
  settled: SettledSlots;
  hasAccounts: boolean;
}

/** Reads a backup without restoring it: the manifests, and every file that they vouch for. @throws CliError */
export async function checkBackup(
  path: string,
  progress: StepProgress,
  base?: string,
): Promise<{ chain: BackupChain; manifest: Manifest; folder: string }> {
  const folder = await realFolder(path);
  const chain = await readChain(folder, base === undefined ? null : await realFolder(base));
  const { manifest } = chain[0]!;
  const { version } = manifest.clickhouse;
  // First: the versions of a former schema say nothing about this one's.
  if (manifest.clickhouse.schema !== schemaHash())
    throw new CliError(
      `${otherSchemaText('the backup')} Or restore it with the build that made it, ${manifest.product}.`,
    );
  if (version > latestMigration())
    throw new CliError(
      `the backup was made by Tickscope ${manifest.product} with tables of version ${version}; this build knows ${latestMigration()}: restore with that build, or a newer one.`,
    );
  progress.step('reading the files of the backup');
  await checkChainFiles(chain, { onProgress: (bytes) => progress.bytes(bytes, null) });
  if (manifest.accounts !== null) await checkAccountsFiles(join(folder, ACCOUNTS_FOLDER), manifest.accounts);
  progress.end();
  return { chain, manifest, folder };
}

/** Restores a backup into an empty store. Until it returns, no program takes the store for whole. */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreReport> {
  const { dataDir, progress, signal } = request;
  const { chain, manifest, folder } = await checkBackup(request.folder, progress, request.base);
  const wantsAccounts = manifest.accounts !== null && !request.withoutAccounts;
  const stores = await openStores({
    ...{ dataDir, running: 'mustNotRun', createAccounts: wantsAccounts },
    backupDirs: chain.map((each) => dirname(each.folder)),
    servers: manifest.clickhouse.servers ?? 1,
    say: (line) => progress.step(line),
  });
  try {
    const accounts = wantsAccounts ? accountsOf(stores) : null;
    await stores.store.administer.checkCluster(CLUSTER_TIMEOUT_MS);
    await checkEmpty(request, stores, accounts, manifest);
    const { bytes } = sizeOf(manifest);
    if (stores.origin === 'own') await checkSpace(dataDir, bytes, 'the restore');
    await beginRestore(stores.store);
    const settled = await restoreClickHouse(request, stores.store, chain, bytes);
    if (accounts !== null)
      await loadAccounts(accounts.url, {
        folder: join(folder, ACCOUNTS_FOLDER),
        dump: manifest.accounts!,
        migrations: accounts.appRole === undefined ? {} : { appRole: accounts.appRole },
        signal,
        onProgress: (table) => progress.step(`restoring the accounts: ${table}`),
      });
    await checkTables(stores.store, progress);
    await finishRestore(stores.store);
    return { manifest, settled, hasAccounts: accounts !== null };
  } finally {
    progress.end();
    await stores.close();
  }
}

async function restoreClickHouse(
  { progress, signal }: RestoreRequest,
  store: Store,
  chain: BackupChain,
  bytes: number,
): Promise<SettledSlots> {
  const [{ folder, manifest }, base] = chain as [BackupChain[number], BackupChain[number] | undefined];
  const { location, startedAtUs, unsettledSlots } = manifest.clickhouse;
  progress.step('restoring the tables of ClickHouse');
  await restoreStore(store, {
    signal,
    target: targetOf(location, folder),
    base: base === undefined ? null : targetOf(base.manifest.clickhouse.location, base.folder),
    onProgress: (done) => progress.bytes(done, bytes),
  });
  await migrate(store, { isRestoring: true });
  progress.step('removing blocks that were being written');
  const settled = await settleRestored(store, { startedAtUs: BigInt(startedAtUs), unsettledSlots });
  await detectAgain(store, [...settled.replaced, ...settled.unwritten], progress, signal);
  return settled;
}

/** Reads every part of the restored tables. @throws CliError for those that do not fit their checksums */
async function checkTables({ administer: { places } }: Store, progress: StepProgress): Promise<void> {
  progress.step('checking the restored tables');
  const report = await checkParts(places, TABLE_CHECK_MS, ({ bytesDone, bytesTotal }) =>
    progress.bytes(bytesDone, bytesTotal),
  );
  const damaged = report.damaged.map(({ table, part, error }) => `${table}, part ${part}: ${error}`);
  const problems = [...damaged, ...report.unfinished.map((table) => `${table}: not read within its time`)];
  if (problems.length > 0)
    throw new CliError(
      `the restored tables are not whole, and no program takes the store for whole: ${problems.slice(0, MOST_NAMED).join('; ')}. Restore another backup.`,
    );
}

/** Detects again around removed blocks. The sandwiches that were found in and around them go, too. */
async function detectAgain(
  store: Store,
  slots: readonly number[],
  progress: StepProgress,
  signal: AbortSignal,
): Promise<void> {
  if (slots.length === 0) return;
  progress.step('detecting sandwiches around them again');
  const head = (await newestDetectableSlot(store.read)) ?? 0;
  for (const range of detectionRanges(slots))
    await redetect(store, { ...range, headSlot: Math.max(head, range.toSlot), signal });
}

function accountsOf({ accounts }: Stores): NonNullable<Stores['accounts']> {
  if (accounts !== null) return accounts;
  throw new CliError(
    'the backup has accounts: set DATABASE_OWNER_URL (or DATABASE_URL) to the Postgres for them, or give --without-accounts.',
  );
}

async function checkEmpty(
  { replace, signal }: RestoreRequest,
  { store, database }: Stores,
  accounts: Stores['accounts'],
  manifest: Manifest,
): Promise<void> {
  if (manifest.clickhouse.database !== database)
    throw new CliError(
      `the backup is of the database "${manifest.clickhouse.database}": restore it into one of that name (CLICKHOUSE_DATABASE), not into "${database}".`,
    );
  const [had, has] = [manifest.clickhouse.servers ?? 1, serverCount(store.administer.places)];
  if (had !== has)
    throw new CliError(
      `the backup is of ${had} ClickHouse ${had === 1 ? 'server' : 'servers'}, the store has ${has}: its rows are where that number puts them, so it can only be restored into as many (CLICKHOUSE_URL, or a new data folder).`,
    );
  const content = await readStoreContent(store);
  // What an interrupted restore left may be removed: the store was empty before it, or given up.
  if (replace || content.state === 'unfinished') return;
  if (content.state === 'filled') {
    const [largest] = content.tables;
    throw new CliError(
      `the store is not empty: ${content.tables.length} tables hold rows (${largest!.table}: ${formatCount(largest!.rows)}). Restore into another data folder, or give --replace to delete them.`,
    );
  }
  if (accounts !== null && !(await readAccountsContent(accounts.url, signal)).isEmpty)
    throw new CliError(
      'the accounts database is not empty: give --replace to delete what it holds, or --without-accounts.',
    );
}

function sizeOf({ clickhouse }: Manifest): { bytes: number } {
  return { bytes: clickhouse.tables.reduce((sum, { bytes }) => sum + bytes, 0) };
}
