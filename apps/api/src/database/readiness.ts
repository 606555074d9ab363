import { type Accounts, pendingAccountsMigrations } from '@tickscope/accounts';
import { pendingMigrations, type ReadConnection } from '@tickscope/store';
import { accountsFailureReason } from './accounts-failure.js';
import { type FailureReason, failureReason } from './failure.js';

export type Dependency = 'clickhouse' | 'postgres';

/** `not_configured`: the dependency is not used, so it is not checked. */
export type DependencyState = 'ok' | 'not_configured' | Exclude<FailureReason, 'bug'>;

export type DependencyStates = Readonly<Record<Dependency, DependencyState>>;

/** `stopping`: the dependencies are not checked any more. */
export type Readiness = () => Promise<DependencyStates | 'stopping'>;

/** For the check of one dependency. */
const TIMEOUT_MS = 3_000;
/** How long a result is reused, so that frequent callers add no load. */
const FRESH_MS = 1_000;

/**
 * Checks whether ClickHouse and, where configured, Postgres answer and have the tables of this build. Callers
 * within a second share one result. Each dependency has at most one check in flight, however long that hangs.
 */
export function createReadiness(
  read: ReadConnection,
  isStopping: () => boolean,
  accounts: Accounts | null,
): Readiness {
  const clickhouse = withDeadline(() => lookAtClickHouse(read));
  const postgres = accounts === null ? null : withDeadline(() => lookAtPostgres(accounts));
  const look = async (): Promise<DependencyStates> => {
    const [clickhouseState, postgresState] = await Promise.all([clickhouse(), postgres?.()]);
    return { clickhouse: clickhouseState, postgres: postgresState ?? 'not_configured' };
  };
  let latest: Promise<DependencyStates> | null = null;
  return async () => {
    if (isStopping()) return 'stopping';
    latest ??= look().finally(() => {
      setTimeout(() => {
        latest = null;
      }, FRESH_MS).unref();
    });
    return latest;
  };
}

/** Gives a check a deadline. A hanging check is not started again: until it ends, every call times out. */
function withDeadline(look: () => Promise<DependencyState>): () => Promise<DependencyState> {
  let running: Promise<DependencyState> | null = null;
  return async () => {
    running ??= look().finally(() => {
      running = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<DependencyState>((resolve) => {
      timer = setTimeout(() => resolve('timeout'), TIMEOUT_MS);
    });
    const state = await Promise.race([running, timeout]);
    clearTimeout(timer);
    return state;
  };
}

async function lookAtClickHouse(read: ReadConnection): Promise<DependencyState> {
  try {
    return (await pendingMigrations(read)).length === 0 ? 'ok' : 'not_migrated';
  } catch (error) {
    return stateOf(failureReason(error));
  }
}

async function lookAtPostgres(accounts: Accounts): Promise<DependencyState> {
  try {
    return (await pendingAccountsMigrations(accounts)).length === 0 ? 'ok' : 'not_migrated';
  } catch (error) {
    return stateOf(accountsFailureReason(error));
  }
}

/** Errors that cannot be classified count as no answer. */
function stateOf(reason: FailureReason): DependencyState {
  return reason === 'bug' ? 'unreachable' : reason;
}
