import type { JobContext, JobHandler } from '@tickscope/accounts';
import type { Database } from '@tickscope/queries';
import { readDaysBasis, readSignaturesBasis, withBasis } from '@tickscope/queries/job-freshness';
import {
  checkSandwiches,
  compareWallets,
  createWalletScans,
  describeScan,
  profileAttacker,
} from '@tickscope/queries/mev';
import { traced } from '@tickscope/tracing';
import type { Metrics } from '../metrics.js';
import type { QueryContext } from '../request-context.js';
import type { JobTypes, OwnJobKind } from './job-kind.js';
import { throughOutages } from './through-outages.js';

type Analysis<Kind extends OwnJobKind> = (
  request: JobTypes[Kind]['request'],
  context: QueryContext,
  job: Pick<JobContext, 'progress' | 'maxAgeMs' | 'basedOn'>,
) => Promise<JobTypes[Kind]['result']>;

/**
 * The handlers of all job kinds. Each part of the basis of a result is read before the data that it is about, so that a
 * change in between makes the result one that is not reused.
 */
export function jobHandlers(
  database: Database,
  metrics: Metrics,
  outageMs: number,
): Record<OwnJobKind, JobHandler> {
  const scans = createWalletScans(database);
  const handlerOf =
    <Kind extends OwnJobKind>(kind: Kind, analyse: Analysis<Kind>): JobHandler =>
    async (request, job) => {
      const { jobId, signal, account } = job;
      const end = metrics.jobSeconds.startTimer({ kind });
      try {
        const context = { id: `job ${jobId}`, signal, account };
        // Submissions are checked against the schema before they become jobs.
        const asked = request as JobTypes[Kind]['request'];
        const result = await traced(`job ${kind}`, { 'tickscope.job_id': jobId }, () =>
          throughOutages(() => analyse(asked, context, job), signal, outageMs),
        );
        end({ outcome: 'ok' });
        return result;
      } catch (error) {
        end({ outcome: signal.aborted ? 'aborted' : 'failed' });
        throw error;
      }
    };
  return {
    'check-sandwich': handlerOf(
      'check-sandwich',
      async ({ signatures, slot_range: window }, context, job) => {
        const blocks = await readSignaturesBasis(database, { signatures, window }, context);
        const { result, basis } = await withBasis(database, blocks, context, (within) =>
          checkSandwiches(database, signatures, window, within, job.progress),
        );
        job.basedOn(basis);
        return result;
      },
    ),
    'check-wallet': handlerOf('check-wallet', async (request, context, job) => {
      const { wallet_address: wallet, time_range_days: days, slot_window: window } = request;
      const { scan, basis } = await scans.make({ wallet, days, window }, context);
      job.basedOn(basis);
      return { ...request, ...describeScan(scan) };
    }),
    'check-attacker': handlerOf('check-attacker', async (request, context, job) => {
      const { victim_address: wallet, time_range_days: days, slot_window: window } = request;
      const victim = { wallet, days, window };
      const { scan, basis, ageMs } = await scans.fresh(victim, job.maxAgeMs, context);
      job.basedOn(basis, ageMs);
      const profile = await profileAttacker(database, scan, request.attacker_address, context);
      return { ...request, ...profile };
    }),
    'validate-competition': handlerOf('validate-competition', async (request, context, job) => {
      const { wallet_a: a, wallet_b: b, time_range_days: days, slot_window: window, page, limit } = request;
      const asked = { wallets: [a, b], days, window };
      const { blocks, range } = await readDaysBasis(database, asked, context);
      const { result, basis } = await withBasis(database, blocks, context, (within) =>
        compareWallets(database, { a, b, window, page, limit }, range, within),
      );
      job.basedOn(basis);
      const { coverage, incidentCount: total, ...found } = result;
      return {
        ...{ wallet_a: a, wallet_b: b, time_range_days: days, slot_window: window },
        ...found,
        pagination: { current_page: page, total_items: total, has_next_page: page * limit < total },
        coverage,
      };
    }),
  };
}
