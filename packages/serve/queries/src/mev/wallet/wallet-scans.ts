import { LRUCache } from 'lru-cache';
import type { Database, QueryContext } from '../../database.js';
import { isBasisCurrent } from '../../job-freshness/is-current.js';
import { readDaysBasis } from '../../job-freshness/read-basis.js';
import { withBasis } from '../../job-freshness/with-basis.js';
import { type Scan, type ScanQuestion, scanWallet } from './scan-wallet.js';

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
  make(question: ScanQuestion, context: QueryContext): Promise<MadeScan>;
  /** Returns a scan that is younger than `maxAgeMs` and would be the same now, else a new one. */
  fresh(question: ScanQuestion, maxAgeMs: number, context: QueryContext): Promise<MadeScan>;
}

/** @param now milliseconds */
export function createWalletScans(
  database: Database,
  now: () => number = () => performance.now(),
): WalletScans {
  const kept = new LRUCache<string, { scan: Scan; basis: string; begunAt: number }>({ max: MOST_KEPT });
  const keyOf = ({ wallet, days, window }: ScanQuestion): string => [wallet, days, window].join('/');

  async function make(question: ScanQuestion, context: QueryContext): Promise<MadeScan> {
    const begunAt = now();
    const { wallet, days, window } = question;
    const asked = { wallets: [wallet], days, window };
    const { blocks, range } = await readDaysBasis(database, asked, context);
    const { result: scan, basis } = await withBasis(database, blocks, context, (within) =>
      scanWallet(database, question, range, within),
    );
    kept.set(keyOf(question), { scan, basis, begunAt });
    return { scan, basis, ageMs: 0 };
  }

  return {
    make,
    async fresh(question, maxAgeMs, context) {
      const known = kept.get(keyOf(question));
      if (known === undefined) return make(question, context);
      const { scan, basis, begunAt } = known;
      const ageMs = now() - begunAt;
      const isFresh = ageMs < maxAgeMs && (await isBasisCurrent(database, basis, context));
      return isFresh ? { scan, basis, ageMs } : make(question, context);
    },
  };
}
