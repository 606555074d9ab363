import { address } from '@tickscope/testkit/traded-block';
import { readDayRange } from '../coverage/day-range.js';
import type { Database } from '../database.js';
import { profileAttacker } from '../mev/attacker/profile-attacker.js';
import { compareWallets } from '../mev/competition/compare-wallets.js';
import { describeScan } from '../mev/wallet/describe-scan.js';
import { createWalletScans } from '../mev/wallet/wallet-scans.js';

const context = { id: 'test', signal: new AbortController().signal };

interface Scope {
  /** Default: 1. */
  days?: number;
  /** Slots on either side. Default: 4. */
  window?: number;
}

const madeScan = async (database: Database, wallet: string, { days = 1, window = 4 }: Scope) => {
  return (await createWalletScans(database).make({ wallet: address(wallet), days, window }, context)).scan;
};

/** Scans the trades of a wallet. Names stand for addresses. */
export async function askScan(database: Database, { wallet, ...scope }: { wallet: string } & Scope) {
  return describeScan(await madeScan(database, wallet, scope));
}

/** Profiles what one wallet did to the trades of another. */
export async function askProfile(
  database: Database,
  { attacker, victim, ...scope }: { attacker: string; victim: string } & Scope,
) {
  const scan = await madeScan(database, victim, scope);
  return profileAttacker(database, scan, address(attacker), context);
}

/** Compares the trades of two wallets. Default: 7 days, and the first 100 incidents. */
export async function askCompetition(
  database: Database,
  asked: { a: string; b: string; page?: number; limit?: number } & Scope,
) {
  const { a, b, days = 7, window = 4, page = 1, limit = 100 } = asked;
  const question = { a: address(a), b: address(b), window, page, limit };
  return compareWallets(database, question, await readDayRange(database, days, context), context);
}
