import { type Accounts, pendingAccountsMigrations } from '@tickscope/accounts';
import { type ClickHouseClient, pendingMigrations } from '@tickscope/store';
import { accountsFailureReason } from './accounts-failure.js';
import { type FailureReason, failureReason } from './failure.js';

export type Dependency = 'clickhouse' | 'postgres';

/** `not_configured`: it is not used, and so not looked at. */
export type DependencyState = 'ok' | 'not_configured' | Exclude<FailureReason, 'bug'>;

export type DependencyStates = Readonly<Record<Dependency, DependencyState>>;

/** `stopping`: nothing is looked at any more. */
export type Readiness = () => Promise<DependencyStates | 'stopping'>;

/** Of a look at one dependency. */
const TIMEOUT_MS = 3_000;
/** How long a look is answered with: whoever asks more often is no load. */
const FRESH_MS = 1_000;

/**
 * Whether ClickHouse and, where it is configured, Postgres answer and have the tables of this build. Callers within a
 * second share one look, and there is never more than one under way at a dependency, however long it hangs.
 */
export function createReadiness(
  client: ClickHouseClient,
  isStopping: () => boolean,
  accounts: Accounts | null,
): Readiness {
  const clickhouse = withDeadline(() => lookAtClickHouse(client));
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

/** A look that hangs is not begun anew: until it ends, the answer is that it did not in time. */
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

async function lookAtClickHouse(client: ClickHouseClient): Promise<DependencyState> {
  try {
    return (await pendingMigrations(client)).length === 0 ? 'ok' : 'not_migrated';
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

/** What cannot be classified is no answer. */
function stateOf(reason: FailureReason): DependencyState {
  return reason === 'bug' ? 'unreachable' : reason;
}
