import { mkdir, rm } from 'node:fs/promises';
import {
  MoveError,
  type MoveProgress,
  type MoveReport,
  migrate,
  moveStore,
  openStore,
  readBackupSize,
  type StoreOptions,
  settleRestored,
} from '@tickscope/store';
import { checkSpace } from '../backup/backup-folder.js';
import { startServers, stopServers, storeOptions, urlOf } from '../embedded-servers.js';
import { type CopyName, copyFolder, filledOptions } from '../servers.js';
import { formatBytes, formatCount } from '../table.js';
import { fillingFolder, markFilled, putInPlace, serversGone } from './copies.js';

export interface FillOptions {
  dataDir: string;
  /** Of each copy. */
  shards: number;
  /** The lost one. None of its servers runs. */
  copy: CopyName;
  /** The servers of the other copy, which run. */
  from: StoreOptions;
  signal?: AbortSignal | undefined;
  say(line: string): void;
}

const PROGRESS_EVERY_MS = 10_000;

/**
 * Fills a copy of a mirrored store from the other one: in servers in a folder beside it, which then take its place. Nothing
 * is written meanwhile, because writes need both. Interrupted at any point, the next call goes on.
 *
 * @throws MoveError, CliError, EmbeddedError, RewriteRefusedError; errors of the client library
 */
export async function fillCopy(options: FillOptions): Promise<void> {
  const { dataDir, shards, copy, from, say } = options;
  const folder = copyFolder(dataDir, copy);
  const filling = fillingFolder(dataDir, copy);
  say(`The copy of the store in ${folder} is missing or incomplete: it is filled from the other copy.`);
  await serversGone(dataDir, copy, shards);
  await mkdir(filling, { recursive: true, mode: 0o700 });
  const source = openStore(from);
  try {
    // It may be of a former build, or its first start was interrupted.
    await migrate(source);
    const { bytes } = await readBackupSize(source, 0);
    await checkSpace(filling, bytes, 'filling the copy');
    const report = await copied(options, filling);
    // What a writer left of a block would be found by its next one in the first copy only.
    if (copy === 'first') await settleRestored(source, { startedAtUs: 0n, unsettledSlots: [] });
    await markFilled(dataDir, copy);
    await putInPlace(dataDir, copy);
    say(
      `The copy in ${folder} is filled: ${formatCount(report.blocks)} blocks, ${formatBytes(report.bytes)} in ${report.seconds.toFixed(1)} s.`,
    );
  } finally {
    await source.close();
  }
}

async function copied(options: FillOptions, filling: string): Promise<MoveReport> {
  try {
    return await moveInto(options, filling);
  } catch (error) {
    if (!(error instanceof MoveError && error.code === 'not_empty')) throw error;
    // It was begun from a copy that has been filled itself since.
    await rm(filling, { recursive: true });
    return await moveInto(options, filling);
  }
}

async function moveInto({ dataDir, shards, from, signal, say }: FillOptions, filling: string) {
  const servers = await startServers(await filledOptions(filling, dataDir, shards));
  try {
    const { owner } = servers[0]!.users;
    const onProgress = saidSeldom(say);
    return await moveStore({
      ...{ from, to: storeOptions(urlOf(servers), owner, from.database), finish: true },
      ...{ signal, onProgress },
    });
  } finally {
    await stopServers(servers);
  }
}

function saidSeldom(say: (line: string) => void): (progress: MoveProgress) => void {
  let saidAt = performance.now();
  return ({ table, fromSlot, moved }) => {
    if (performance.now() - saidAt < PROGRESS_EVERY_MS) return;
    saidAt = performance.now();
    const place = fromSlot === null ? '' : ` from slot ${fromSlot}`;
    say(`Filling: ${formatCount(moved.blocks)} blocks, ${formatBytes(moved.bytes)}; ${table}${place}.`);
  };
}
