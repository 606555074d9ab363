import { explainTransaction } from '@tickscope/queries/transactions';
import { type AnswerOf, defineOperation } from '../../define-operation.js';
import { parsedError } from '../../parsed-error.js';
import { transactionNotFound } from '../../transaction-not-found.js';

/** `GET /transaction/{signature}/explanation`: why a transaction failed. */
export const getExplanation = defineOperation('getExplanation', {
  isOurs: true,
  async answer({ pathParameters, database, context }): Promise<AnswerOf<'getExplanation'>> {
    const { signature } = pathParameters;
    const explained = await explainTransaction(database, signature, context);
    if (explained === null) throw transactionNotFound(signature);
    const { slot, blockIndex, blockTime, success, outcome, reason, error, others } = explained;
    return {
      success: true,
      data: {
        ...{ signature, slot, block_index: blockIndex, block_time: blockTime, success, outcome, reason },
        error: error === null ? null : { ...error, stored: parsedError(error.stored) },
        ...(others.length === 0 ? {} : { also_in: others }),
      },
    };
  },
});
