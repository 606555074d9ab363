import { dexOfProgram } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { sqlFile } from '@tickscope/store';
import { toInteger } from '../../database/integers.js';
import { poolOf } from '../../mev/pools.js';
import type { Operation } from '../../operation.js';
import { findTransaction, type TradedMarket } from '../../transactions/find-transaction.js';
import { transactionNotFound } from '../../transactions/not-found.js';

type TransactionResponse = components['schemas']['TransactionResponse'];

const STORED_SLOTS = { name: 'stored-slots', sql: sqlFile(import.meta.url, './stored-slots.sql') };

/** As the contract says. */
const KEPT_MS = 300_000;
/** What a better copy of the block, or the leader schedule, may still add. */
const KEPT_UNFINISHED_MS = 5_000;

/** `GET /transaction/{signature}`: what is known of one transaction. */
export const getTransaction: Operation = {
  id: 'getTransaction',
  caching: {
    most: 10_000,
    keyOf: ({ pathParameters }) => pathParameters['signature']!,
    keptMs: (answer) => (isWhole(answer as TransactionResponse) ? KEPT_MS : KEPT_UNFINISHED_MS),
  },
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

function isWhole({ data }: TransactionResponse): boolean {
  return data.leader !== null && data.blockTime !== null && data.success !== null && data.fee !== null;
}

/** Each pool once, in the order in which the transaction came to them. */
function marketsOf(traded: readonly TradedMarket[]): components['schemas']['Market'][] {
  const byPool = new Map<string, TradedMarket>();
  for (const market of traded) {
    const known = byPool.get(market.pool);
    byPool.set(market.pool, { ...market, mints: [...(known?.mints ?? []), ...market.mints] });
  }
  return [...byPool.values()].map((market) => {
    const dex = dexOfProgram(market.programId);
    const { pool_address, pool_label } = poolOf(market);
    return {
      poolAddress: pool_address,
      account_label: pool_label,
      account_tags: ['pool', ...(dex === null ? [] : [dex.name, dex.kind])],
    };
  });
}
