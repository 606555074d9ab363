import type { components } from '@tickscope/schemas';
import { sqlFile } from '@tickscope/store';
import { toInteger } from '../../database/integers.js';
import type { Operation } from '../../operation.js';
import { findTransaction } from '../../transactions/find-transaction.js';
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
        // Both come with the swaps.
        tokens: [],
        leader: leaders.get(transaction.slot) ?? null,
        // These come with the validators' snapshots.
        client: null,
        clientVersion: null,
        validatorName: null,
        markets: [],
      },
    };
  },
};
