import { LRUCache } from 'lru-cache';
import type { Database, QueryContext } from '../../database.js';
import { isBasisCurrent } from '../../job-freshness/is-current.js';
import { readDaysBasis } from '../../job-freshness/read-basis.js';
import { withBasis } from '../../job-freshness/with-basis.js';
import { type Scan, type ScanRequest, scanWallet } from './scan-wallet.js';

/** Each scan may hold 10,000 trades. */
const MOST_KEPT = 4;

export interface MadeScan {
  scan: Scan;
  /** The basis of the scan, as text. */
  basis: string;
  /** Time since the scan began. */
  ageMs: number;
}

/** Scans of wallets. This process keeps the latest few, for profiles of their attackers. */
export interface WalletScans {
  make(request: ScanRequest, context: QueryContext): Promise<MadeScan>;
  /** Returns a scan that is younger than `maxAgeMs` and would be the same now, else a new one. */
  fresh(request: ScanRequest, maxAgeMs: number, context: QueryContext): Promise<MadeScan>;
}

/** @param now milliseconds */
export function createWalletScans(
  database: Database,
  now: () => number = () => performance.now(),
): WalletScans {
  const kept = new LRUCache<string, { scan: Scan; basis: string; begunAt: number }>({ max: MOST_KEPT });
  const keyOf = ({ wallet_address, time_range_days, slot_window }: ScanRequest): string =>
    [wallet_address, time_range_days, slot_window].join('/');

  async function make(request: ScanRequest, context: QueryContext): Promise<MadeScan> {
    const begunAt = now();
    const { wallet_address: wallet, time_range_days: days, slot_window: window } = request;
    const asked = { wallets: [wallet], days, window };
    const { blocks, range } = await readDaysBasis(database, asked, context);
    const { result: scan, basis } = await withBasis(database, blocks, context, (within) =>
      scanWallet(database, request, range, within),
    );
    kept.set(keyOf(request), { scan, basis, begunAt });
    return { scan, basis, ageMs: 0 };
  }

  return {
    make,
    async fresh(request, maxAgeMs, context) {
      const known = kept.get(keyOf(request));
      if (known === undefined) return make(request, context);
      const { scan, basis, begunAt } = known;
      const ageMs = now() - begunAt;
      const isFresh = ageMs < maxAgeMs && (await isBasisCurrent(database, basis, context));
      return isFresh ? { scan, basis, ageMs } : make(request, context);
    },
  };
}
