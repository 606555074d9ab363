import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { CliError, embedded, formatCount, runFileOf, UsageError } from '@tickscope/command-line';
import { type DataLock, lockDataDir } from '@tickscope/embedded';
import {
  type MoveProgress,
  type MoveReport,
  moveStore,
  readBackupSize,
  type StoreOptions,
} from '@tickscope/store';
import { checkSpace } from '../backup/backup-folder.js';
import type { StepProgress } from '../backup/step-progress.js';
import { startServers, stopServers, storeOptions, urlOf } from '../embedded-servers.js';
import { serverOptions, shardCount, storedCount } from '../servers.js';
import { environmentStore, openStack, type Stack } from '../stack.js';
import { exchangeServers, markFinished, moveFolders } from './folders.js';

export interface MoveRequest {
  dataDir: string;
  /** Embedded servers of the same data folder to move to, or own servers. */
  target: { shards: number } | { url: string };
  finish: boolean;
  rangeSlots: number | undefined;
  progress: StepProgress;
  signal: AbortSignal;
}

/** Copies the store into other servers, and with `finish` ends with that. @throws CliError, MoveError */
export async function move(request: MoveRequest): Promise<MoveReport> {
  const { target } = request;
  return 'url' in target ? moveToUrl(request, target.url) : moveToShards(request, target.shards);
}

async function moveToUrl(request: MoveRequest, url: string): Promise<MoveReport> {
  const stack = await openStack({ dataDir: request.dataDir, startIfNone: true });
  try {
    if (stack.url === url) throw new UsageError('--to names the servers that the store is on');
    return await copy(request, stack, environmentStore(url, stack.database));
  } finally {
    request.progress.end();
    await stack.close();
  }
}

async function moveToShards(request: MoveRequest, shards: number): Promise<MoveReport> {
  const { dataDir, finish } = request;
  const running = await runFileOf(dataDir);
  if (finish && running !== null)
    throw new CliError(
      `a stack is running on ${dataDir} (process ${running.pid}): stop it, then run this command again.`,
    );
  const lock = running === null ? await embedded(() => lockDataDir(dataDir)) : null;
  try {
    const present = await shardCount(dataDir, null, { lock: lock ?? undefined });
    if (present === shards) throw new UsageError(`${dataDir} has ${shards} ClickHouse servers already`);
    const { next, former } = moveFolders(dataDir);
    if (existsSync(former))
      throw new CliError(`${former} has the servers of before the last move: remove that folder first.`);
    const report = await copyIntoNext(request, next, shards, lock);
    if (finish) {
      await markFinished(dataDir);
      await exchangeServers(dataDir, lock ?? undefined);
    }
    return report;
  } finally {
    lock?.release();
  }
}

/** Share of the memory of this machine for the servers that are filled, beside those that answer. */
const NEXT_MEMORY_RATIO = 0.3;

async function copyIntoNext(
  request: MoveRequest,
  next: string,
  shards: number,
  lock: DataLock | null,
): Promise<MoveReport> {
  const begun = existsSync(next) ? storedCount(next) : null;
  if (begun !== null && begun !== shards)
    throw new CliError(
      `${next} is half of a move to ${begun} servers: give --shards ${begun}, or remove it.`,
    );
  await mkdir(next, { recursive: true, mode: 0o700 });
  const start = lock === null ? {} : { lock };
  const stack = await openStack({ dataDir: request.dataDir, startIfNone: lock !== null, start });
  try {
    if (stack.origin === 'environment')
      throw new UsageError('--shards moves embedded servers; CLICKHOUSE_URL names yours: give --to');
    const { bytes } = await readBackupSize(stack.store, 0);
    if (begun === null) await checkSpace(request.dataDir, bytes, 'the move');
    request.progress.step('starting the new servers');
    const options = await serverOptions(next, await shardCount(next, shards), {});
    const servers = await embedded(() =>
      startServers(options.map((each) => ({ ...each, memoryRatio: NEXT_MEMORY_RATIO / shards }))),
    );
    try {
      const to = storeOptions(urlOf(servers), servers[0]!.users.owner, stack.database);
      return await copy(request, stack, to);
    } finally {
      request.progress.end();
      await stopServers(servers);
    }
  } finally {
    await stack.close();
  }
}

async function copy(
  { finish, rangeSlots, progress, signal }: MoveRequest,
  { options }: Stack,
  to: StoreOptions,
): Promise<MoveReport> {
  let shown = '';
  return await moveStore({
    ...{ from: options, to, finish, signal },
    ...(rangeSlots === undefined ? {} : { rangeSlots }),
    onProgress: (now) => {
      const line = progressText(now);
      if (line !== shown) progress.step(line);
      shown = line;
      progress.bytes(now.moved.bytes, null);
    },
  });
}

function progressText({ table, fromSlot, moved }: MoveProgress): string {
  const place = fromSlot === null ? '' : ` from slot ${fromSlot}`;
  return `${formatCount(moved.blocks)} blocks copied; ${table}${place}`;
}
