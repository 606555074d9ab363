import { setTimeout as sleep } from 'node:timers/promises';
import type { Accounts } from '../accounts.js';
import type { JobHandler } from '../jobs/types.js';
import { until } from './until.js';

/** Handlers that record their start and end in `tickscope.test_runs`. */
export function testHandlers(accounts: Accounts): Record<'note' | 'slow', JobHandler> {
  const noted =
    (work: JobHandler): JobHandler =>
    async (request, context) => {
      // Postgres may be stopped just after the start.
      const [row] = await until(() =>
        accounts.query<{ ctid: string }>(
          'INSERT INTO tickscope.test_runs (job_id, pid) VALUES ($1, $2) RETURNING ctid::text',
          [context.jobId, process.pid],
        ),
      );
      try {
        return await work(request, context);
      } finally {
        await accounts
          .query('UPDATE tickscope.test_runs SET ended_at = clock_timestamp() WHERE ctid = $1::tid', [
            row?.ctid,
          ])
          .catch(() => {});
      }
    };
  return {
    note: noted(async (request) => ({ noted: request })),
    slow: noted(async (request, { signal, progress }) => {
      const { ms } = request as { ms: number };
      progress(50);
      await sleep(ms, undefined, { signal });
      return { pid: process.pid };
    }),
  };
}
