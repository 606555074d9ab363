import type { components } from '@tickscope/schemas';
import type { Database } from '../../database/database.js';
import type { QueryContext } from '../../request-context.js';
import { describeScan } from './describe-scan.js';
import { isStillTrue, type Scan, type ScanRequest, scanWallet } from './scan-wallet.js';

/** As long as the result of a job answers its twins. */
const FRESH_MS = 300_000;
/** Each may hold 10,000 trades. */
const MOST_KEPT = 4;

/** Scans of wallets, of which this process remembers the latest few for whoever profiles their attackers. */
export interface WalletScans {
  /** Made now. */
  ofWallet(request: ScanRequest, context: QueryContext): Promise<components['schemas']['WalletScan']>;
  /** One that is at most five minutes old, and whose slots are stored and analysed as they were then. */
  fresh(request: ScanRequest, context: QueryContext): Promise<Scan>;
}

export function createWalletScans(database: Database, now: () => number = Date.now): WalletScans {
  const kept = new Map<string, { scan: Scan; madeAt: number }>();
  const keyOf = ({ wallet_address, time_range_days, slot_window }: ScanRequest): string =>
    [wallet_address, time_range_days, slot_window].join('/');

  async function make(request: ScanRequest, context: QueryContext): Promise<Scan> {
    const madeAt = now();
    const scan = await scanWallet(database, request, context);
    const key = keyOf(request);
    kept.delete(key);
    kept.set(key, { scan, madeAt });
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    return scan;
  }

  return {
    async ofWallet(request, context) {
      return describeScan(await make(request, context));
    },
    async fresh(request, context) {
      const known = kept.get(keyOf(request));
      if (known === undefined || now() - known.madeAt >= FRESH_MS) return make(request, context);
      return (await isStillTrue(database, known.scan, context)) ? known.scan : make(request, context);
    },
  };
}
