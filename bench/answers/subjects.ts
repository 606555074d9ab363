import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { rowsOf } from '../support/rows.js';

/** Subjects of questions, read from the store in a fixed order. Addresses and signatures in base58. */
export interface Subjects {
  /** Some transactions of every kind, each with accounts that it locks, the busiest first. */
  transactions: { signature: string; slot: number; accounts: string[] }[];
  /** Transactions with a swap. */
  swaps: string[];
  victims: { signature: string; wallet: string; attacker: string }[];
  pools: string[];
  signers: string[];
  hotAccounts: string[];
  newestSlot: number;
  newestTime: number;
}

/** In each list. */
const MOST = 120;

export async function readSubjects(client: TestConnection): Promise<Subjects> {
  const column = async (sql: string): Promise<string[]> =>
    (await rowsOf<[string]>(client, sql)).map(([value]) => value);
  const transactions = await rowsOf<[string, string, string[]]>(
    client,
    `
    SELECT base58Encode(t.signature) AS signature, t.slot, arrayMap(a -> base58Encode(a.2), arraySort(a -> (-a.1, a.2), groupArray((l.uses, l.account))))
    FROM (SELECT slot, block_index, signature FROM transactions FINAL ORDER BY cityHash64(signature) LIMIT ${MOST}) AS t
    INNER JOIN (
      SELECT slot, block_index, account, count() OVER (PARTITION BY account) AS uses FROM account_locks
    ) AS l ON l.slot = t.slot AND l.block_index = t.block_index
    GROUP BY t.slot, t.block_index, t.signature ORDER BY cityHash64(t.signature)`,
  );
  const victims = await rowsOf<[string, string, string]>(
    client,
    `
    SELECT base58Encode(l.signature), base58Encode(l.trader), base58Encode(s.attacker)
    FROM sandwich_legs AS l FINAL INNER JOIN sandwiches AS s FINAL ON s.first_slot = l.first_slot AND s.bracket_id = l.bracket_id
    WHERE l.role = 'victim' ORDER BY s.confidence_then != 'suspected' DESC, cityHash64(l.signature), l.bracket_id LIMIT ${MOST}`,
  );
  const [newest] = await rowsOf<[string, number]>(
    client,
    `SELECT slot, toUnixTimestamp(block_time) FROM slots FINAL WHERE content != 'entries_only' ORDER BY slot DESC LIMIT 1`,
  );
  return {
    transactions: transactions.map(([signature, slot, accounts]) => ({
      signature,
      slot: Number(slot),
      accounts,
    })),
    swaps: await column(
      `SELECT base58Encode(signature) FROM (SELECT DISTINCT signature FROM swaps_by_trader) ORDER BY cityHash64(signature) LIMIT ${MOST}`,
    ),
    victims: victims.map(([signature, wallet, attacker]) => ({ signature, wallet, attacker })),
    pools: await column(
      `SELECT base58Encode(pool) FROM swaps GROUP BY pool ORDER BY uniqExact(slot, block_index) DESC, pool LIMIT ${MOST}`,
    ),
    signers: await column(
      `SELECT base58Encode(signer) FROM transactions FINAL GROUP BY signer ORDER BY count() DESC, signer LIMIT ${MOST}`,
    ),
    hotAccounts: await column(
      `SELECT base58Encode(account) FROM account_slots FINAL GROUP BY account ORDER BY sum(write_count) DESC, account LIMIT ${MOST}`,
    ),
    newestSlot: Number(newest![0]),
    newestTime: newest![1],
  };
}
