import { createLogger, type Logger } from '@tickscope/log';
import type { StartOptions } from '../server.js';

export const silentLog: Logger = createLogger({ name: 'test', level: 'silent' });

/** Deadlines of an API in a test: against hanging only. A busy machine takes several times as long for a query. */
export const PATIENT = { QUERY_TIMEOUT_MS: '60000', JOB_QUERY_TIMEOUT_MS: '60000' };

/**
 * How an API starts in the process of its test: it logs nothing, its metrics are those of now, it makes no ranking
 * before one is asked for, and it does not refuse requests while the event loop, which it shares with the test, is late.
 */
export const quiet: StartOptions = {
  log: silentLog,
  metricsKeptMs: 0,
  rankings: { everyMs: 3_600_000 },
  lag: { nowMs: () => 0, stop() {} },
};
