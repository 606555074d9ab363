import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StorePlace } from '../connection/admin-connection.js';
import type { Store } from '../connection/open-store.js';
import { isUnreachable } from '../is-unreachable.js';
import { column, defineFileQuery, defineQuery, param, type RowOf, runQuery } from '../query/index.js';
import { BackupError } from './backup-error.js';
import { type BackupTarget, withoutSecrets } from './backup-target.js';

const OPERATION_STATE = defineFileQuery(import.meta.url, './operation-state.sql', {
  params: { id: param.text },
  row: {
    status: column.text,
    error: column.text,
    queryId: column.text,
    /** Written by a backup. */
    bytes: column.integer,
    filesRead: column.integer,
    /** Read by a restore. */
    bytesRead: column.integer,
    /** Differs where anything has moved. */
    progress: column.text,
  },
});
const RUNNING_BACKUPS = defineQuery({
  name: 'running-backups',
  sql: "SELECT id FROM system.backups WHERE status = 'CREATING_BACKUP' AND position(name, {place:String}) > 0",
  params: { place: param.text },
  row: { id: column.text },
});
type OperationState = RowOf<typeof OPERATION_STATE>;

const SUBMIT_TIMEOUT_MS = 60_000;
const POLL_TIMEOUT_MS = 10_000;
const POLL_MS = 300;
/** Collecting the parts of a large database takes minutes, during which the counters stand still. */
const STALL_MS = 15 * 60_000;
/** How long the server may be out of reach. It goes on meanwhile. */
const AWAY_MS = 120_000;
const CANCEL_MS = 60_000;
const MAX_REASON = 500;

export interface OperationOptions {
  /** `BACKUP … TO …` or `RESTORE … FROM …`, without settings. */
  statement: string;
  settings: Readonly<Record<string, string>>;
  /** Target whose secrets no message may hold. */
  target: BackupTarget;
  signal?: AbortSignal | undefined;
  onProgress?: ((bytes: number) => void) | undefined;
}

/**
 * Runs a BACKUP or RESTORE in the background of the server and waits for its end, however long that takes, as long as it
 * makes progress. An abort cancels it on the server.
 *
 * @returns bytes written or read
 * @throws BackupError; the reason of the signal after an abort
 */
export async function runOperation(place: StorePlace, options: OperationOptions): Promise<number> {
  const { statement, settings, target, signal } = options;
  signal?.throwIfAborted();
  const id = randomUUID();
  const all = Object.entries({ id: `'${id}'`, ...settings }).map(([name, value]) => `${name} = ${value}`);
  try {
    await place.execute(`${statement} SETTINGS ${all.join(', ')} ASYNC`, {
      timeoutMs: SUBMIT_TIMEOUT_MS,
    });
  } catch (error) {
    throw refusal(error, target);
  }
  let progress = '';
  let movedAt = performance.now();
  for (;;) {
    if (signal?.aborted === true) {
      await cancel(place, id);
      throw signal.reason;
    }
    const state = await stateOf(place, id);
    if (state === null)
      throw new BackupError('lost', 'ClickHouse was restarted meanwhile, and does not know the operation.');
    const { status, error, bytes, bytesRead } = state;
    options.onProgress?.(Math.max(bytes, bytesRead));
    if (status === 'BACKUP_CREATED' || status === 'RESTORED') return Math.max(bytes, bytesRead);
    if (status !== 'CREATING_BACKUP' && status !== 'RESTORING') throw refusal(new Error(error), target);
    if (state.progress !== progress) movedAt = performance.now();
    progress = state.progress;
    if (performance.now() - movedAt > STALL_MS) {
      await cancel(place, id);
      throw new BackupError('stalled', `ClickHouse made no progress in ${STALL_MS / 60_000} minutes.`);
    }
    await sleep(POLL_MS, undefined, { ...(signal === undefined ? {} : { signal }) }).catch(() => {});
  }
}

/** Cancels backups into a target that a program which is gone left running on the servers. */
export async function cancelBackupsInto(
  { administer: { places } }: Pick<Store, 'administer'>,
  target: BackupTarget,
): Promise<void> {
  const directory = target.kind === 's3' ? target.url : target.path;
  for (const place of places) {
    const options = { timeoutMs: POLL_TIMEOUT_MS };
    const running = await runQuery(place.read, RUNNING_BACKUPS, { place: directory }, options);
    for (const { id } of running) await cancel(place, id);
  }
}

async function stateOf({ read }: StorePlace, id: string): Promise<OperationState | null> {
  const deadline = performance.now() + AWAY_MS;
  for (;;) {
    try {
      const [state] = await runQuery(read, OPERATION_STATE, { id }, { timeoutMs: POLL_TIMEOUT_MS });
      return state ?? null;
    } catch (error) {
      if (!isUnreachable(error) || performance.now() > deadline) throw error;
      await sleep(POLL_MS * 3);
    }
  }
}

/** Cancels an operation and waits until the server has ended it, so that it writes nothing any more. */
async function cancel(place: StorePlace, id: string): Promise<void> {
  const deadline = performance.now() + CANCEL_MS;
  while (performance.now() < deadline) {
    const state = await stateOf(place, id);
    if (state === null || !/^(CREATING_BACKUP|RESTORING)$/.test(state.status)) return;
    await place
      .execute(`KILL QUERY WHERE query_id = '${state.queryId.replaceAll(/['\\]/g, '\\$&')}' ASYNC`, {
        timeoutMs: POLL_TIMEOUT_MS,
      })
      // It may have ended by itself.
      .catch(() => {});
    await sleep(POLL_MS);
  }
}

/** The first line of what the server says, without the stack that it appends, the secrets and its version. */
function refusal(error: unknown, target: BackupTarget): BackupError {
  const text = error instanceof Error ? error.message : String(error);
  const reason = text
    .split(/, Stack trace/)[0]!
    .replace(/^Code: \d+\. DB::Exception: /, '')
    .replace(/\s*\(version [^)]*\)$/, '');
  return new BackupError('refused', `ClickHouse: ${withoutSecrets(reason, target).slice(0, MAX_REASON)}`);
}
