import { type ClickHouseClient, pendingMigrations } from '@tickscope/store';
import { type FailureReason, failureReason } from './failure.js';

export type NotReadyReason =
  | 'stopping'
  | 'clickhouse_unreachable'
  | 'clickhouse_timeout'
  | 'clickhouse_busy'
  | 'clickhouse_refused'
  | 'migrations_pending';

/** `null` when ready. */
export type Readiness = () => Promise<NotReadyReason | null>;

const TIMEOUT_MS = 3_000;

const REASONS: Record<FailureReason, NotReadyReason> = {
  unreachable: 'clickhouse_unreachable',
  timeout: 'clickhouse_timeout',
  busy: 'clickhouse_busy',
  refused: 'clickhouse_refused',
  not_migrated: 'migrations_pending',
  bug: 'clickhouse_unreachable',
};

/** Whether ClickHouse answers and has the tables of this build. Callers at the same time share one look. */
export function createReadiness(client: ClickHouseClient, isStopping: () => boolean): Readiness {
  let running: Promise<NotReadyReason | null> | null = null;
  return () => {
    if (isStopping()) return Promise.resolve('stopping');
    running ??= look(client).finally(() => {
      running = null;
    });
    return running;
  };
}

async function look(client: ClickHouseClient): Promise<NotReadyReason | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), TIMEOUT_MS);
  });
  try {
    const pending = await Promise.race([pendingMigrations(client), timeout]);
    if (pending === 'timeout') return 'clickhouse_timeout';
    return pending.length === 0 ? null : 'migrations_pending';
  } catch (error) {
    return REASONS[failureReason(error)];
  } finally {
    clearTimeout(timer);
  }
}
