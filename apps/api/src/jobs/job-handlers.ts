import type { JobHandler } from '@tickscope/accounts';
import type { Database } from '../database/database.js';
import type { Metrics } from '../metrics.js';
import { profileAttacker } from '../mev/attacker/profile-attacker.js';
import { checkSandwiches } from '../mev/check-sandwiches.js';
import { compareWallets } from '../mev/competition/compare-wallets.js';
import { createWalletScans } from '../mev/wallet/wallet-scans.js';
import type { QueryContext } from '../request-context.js';
import type { JobTypes, OwnJobKind } from './job-kind.js';
import { throughOutages } from './through-outages.js';

type Analysis<Kind extends OwnJobKind> = (
  request: JobTypes[Kind]['request'],
  context: QueryContext,
  progress: (percent: number) => void,
) => Promise<JobTypes[Kind]['result']>;

/** What does each kind of job. */
export function jobHandlers(
  database: Database,
  metrics: Metrics,
  outageMs: number,
): Record<OwnJobKind, JobHandler> {
  const scans = createWalletScans(database);
  const handlerOf =
    <Kind extends OwnJobKind>(kind: Kind, analyse: Analysis<Kind>): JobHandler =>
    async (request, { jobId, signal, progress }) => {
      const end = metrics.jobSeconds.startTimer({ kind });
      try {
        const context = { id: `job ${jobId}`, signal };
        // Submissions are checked against the schema before they become jobs.
        const asked = request as JobTypes[Kind]['request'];
        const result = await throughOutages(() => analyse(asked, context, progress), signal, outageMs);
        end({ outcome: 'ok' });
        return result;
      } catch (error) {
        end({ outcome: signal.aborted ? 'aborted' : 'failed' });
        throw error;
      }
    };
  return {
    'check-sandwich': handlerOf('check-sandwich', ({ signatures, slot_range: window }, context, progress) =>
      checkSandwiches(database, signatures, window, context, progress),
    ),
    'check-wallet': handlerOf('check-wallet', (request, context) => scans.ofWallet(request, context)),
    'check-attacker': handlerOf('check-attacker', (request, context) =>
      profileAttacker(database, scans, request, context),
    ),
    'validate-competition': handlerOf('validate-competition', (request, context) =>
      compareWallets(database, request, context),
    ),
  };
}
