import type { RequestHandler } from 'express';
import type { Dependency, DependencyState, DependencyStates, Readiness } from '../database/readiness.js';
import { ApiError, errorBody, errorHeaders } from '../errors.js';
import { contextOf } from '../request-context.js';

const RETRY_AFTER_SECONDS = 5;

const NAMES: Readonly<Record<Dependency, string>> = { clickhouse: 'ClickHouse', postgres: 'Postgres' };

const TEXTS: Readonly<Record<Exclude<DependencyState, 'ok' | 'not_configured'>, string>> = {
  unreachable: 'does not answer.',
  timeout: 'did not answer in time.',
  busy: 'is busy.',
  refused: 'refuses the configured user.',
  not_migrated: 'does not have the tables of this version.',
  damaged: 'has damaged data.',
};

/**
 * `GET /readyz`: 200 when every configured database answers and has the tables of this build, else 503. Both
 * list the state of each database. A configured Postgres must answer as well: without accounts and jobs only a
 * few operations would work.
 */
export function readyz(readiness: Readiness): RequestHandler {
  return async (_req, res) => {
    const states = await readiness();
    const problems = problemsOf(states);
    const dependencies = states === 'stopping' ? {} : { dependencies: states };
    if (problems.length === 0) {
      res.json({ status: 'ready', ...dependencies });
      return;
    }
    const error = new ApiError('unavailable', {
      details: problems.map(({ text }) => text).join(' '),
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
    res
      .status(error.status)
      .set(errorHeaders(error))
      .json({ ...errorBody(error, contextOf(res).id), reason: problems[0]?.reason, ...dependencies });
  };
}

interface Problem {
  /** For programs: `stopping`, `postgres_unreachable`. */
  reason: string;
  text: string;
}

function problemsOf(states: DependencyStates | 'stopping'): Problem[] {
  if (states === 'stopping') return [{ reason: 'stopping', text: 'The service is stopping.' }];
  const problems: Problem[] = [];
  for (const dependency of ['clickhouse', 'postgres'] as const) {
    const state = states[dependency];
    if (state === 'ok' || state === 'not_configured') continue;
    problems.push({ reason: `${dependency}_${state}`, text: `${NAMES[dependency]} ${TEXTS[state]}` });
  }
  return problems;
}
