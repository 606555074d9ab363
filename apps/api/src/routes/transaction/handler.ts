import { dexOfProgram, poolLabel, shortAddress } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { sqlFile } from '@tickscope/store';
import { toInteger } from '../../database/integers.js';
import type { Operation } from '../../operation.js';
import { findTransaction, type TradedMarket } from '../../transactions/find-transaction.js';
import { transactionNotFound } from '../../transactions/not-found.js';

type TransactionResponse = components['schemas']['TransactionResponse'];

const STORED_SLOTS = { name: 'stored-slots', sql: sqlFile(import.meta.url, './stored-slots.sql') };

/** `GET /transaction/{signature}`: what is known of one transaction. */
export const getTransaction: Operation = {
  id: 'getTransaction',
  admission: [],
  async answer({ pathParameters, database, context }): Promise<TransactionResponse> {
    const signature = pathParameters['signature']!;
    const copies = await findTransaction(database, signature, context);
    if (copies.length === 0) throw transactionNotFound(signature);
    const stored = await database.rows<[string, string | null]>(
      STORED_SLOTS,
      { slots: copies.map(({ slot }) => slot) },
      context,
    );
    const leaders = new Map(stored.map(([slot, leader]) => [toInteger(slot), leader]));
    const transaction = copies.find(({ slot }) => leaders.has(slot));
    if (transaction === undefined) throw transactionNotFound(signature);
    return {
      success: true,
      data: {
        signature,
        slot: transaction.slot,
        blockTime: transaction.blockTime,
        success: transaction.success,
        fee: transaction.feeLamports,
        tokens: [...new Set(transaction.markets.flatMap(({ mints }) => mints))],
        leader: leaders.get(transaction.slot) ?? null,
        // These come with the validators' snapshots.
        client: null,
        clientVersion: null,
        validatorName: null,
        markets: marketsOf(transaction.markets),
      },
    };
  },
};

/** Each pool once, in the order in which the transaction came to them. */
function marketsOf(traded: readonly TradedMarket[]): components['schemas']['Market'][] {
  const byPool = new Map<string, TradedMarket>();
  for (const market of traded) {
    const known = byPool.get(market.pool);
    byPool.set(market.pool, { ...market, mints: [...(known?.mints ?? []), ...market.mints] });
  }
  return [...byPool.values()].map(({ pool, programId, mints }) => {
    const dex = dexOfProgram(programId);
    return {
      poolAddress: pool,
      account_label: poolLabel(mints, dex?.name ?? shortAddress(programId)),
      account_tags: ['pool', ...(dex === null ? [] : [dex.name, dex.kind])],
    };
  });
}
