import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { LOCK_PARTITIONS, LOCK_SLOTS, lockSlotsFrom, SWAP_BASE_SLOT } from './make-data.js';
import type { FastCheck, SlotSpan, TradeContext, WalletScan } from './peer.js';

export interface Questions {
  tradeContext: TradeContext[];
  fastCheck: FastCheck[];
  walletScan: WalletScan[];
  hotAccounts: SlotSpan[];
}

/** Hot and cold accounts, victims, wallets with one trade and with many; the same for every database. */
export async function chooseQuestions(client: TestConnection, each: number): Promise<Questions> {
  const rows = <Row extends unknown[]>(query: string): Promise<Row[]> =>
    client.read.queryRows<Row>(query, { timeoutMs: 120_000 });
  const tradeContext: TradeContext[] = [];
  for (let partition = 0; partition < LOCK_PARTITIONS; partition += 1) {
    const slot = lockSlotsFrom(partition) + LOCK_SLOTS / 2;
    const found = await rows<[string, string]>(
      `SELECT lower(hex(t.signature)), lower(hex(l.account))
      FROM (SELECT * FROM account_locks FINAL WHERE slot = ${slot}) AS l
      INNER JOIN (SELECT * FROM transactions FINAL WHERE slot = ${slot}) AS t ON t.block_index = l.block_index
      ORDER BY cityHash64(l.account, l.block_index) LIMIT ${Math.ceil(each / LOCK_PARTITIONS)}`,
    );
    for (const [signature, account] of found) tradeContext.push({ signature, account, range: 100 });
  }
  const victims = await rows<[string]>(
    `SELECT lower(hex(signature)) FROM sandwich_legs FINAL WHERE role = 'victim' ORDER BY cityHash64(signature) LIMIT ${each}`,
  );
  const wallets = await rows<[string]>(
    `SELECT lower(hex(trader)) FROM (SELECT trader, count() AS trades FROM swaps_by_trader WHERE trader != toFixedString('', 32) GROUP BY trader)
    ORDER BY trades > 1, trades > 50, cityHash64(trader) LIMIT ${Math.ceil(each / 3)} BY (trades > 1, trades > 50)`,
  );
  return {
    tradeContext: tradeContext.slice(0, each),
    fastCheck: victims.map(([signature]) => ({ signature })),
    walletScan: wallets.map(([wallet]) => ({
      ...{ wallet, from: SWAP_BASE_SLOT, to: SWAP_BASE_SLOT + 10_000_000 },
    })),
    // About a hundred slots: an hour of these tables would be nothing but this.
    hotAccounts: Array.from({ length: LOCK_PARTITIONS }, (_, at) => ({
      ...{ from: lockSlotsFrom(at) + 50, to: lockSlotsFrom(at) + 149 },
    })),
  };
}
