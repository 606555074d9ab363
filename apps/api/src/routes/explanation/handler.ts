import { explainTransaction } from '@tickscope/queries/transactions';
import { type AnswerOf, defineOperation } from '../../define-operation.js';
import { transactionNotFound } from '../../transaction-not-found.js';

/** `GET /transaction/{signature}/explanation`: why a transaction failed. */
export const getExplanation = defineOperation('getExplanation', {
  isOurs: true,
  async answer({ pathParameters, database, context }): Promise<AnswerOf<'getExplanation'>> {
    const { signature } = pathParameters;
    const data = await explainTransaction(database, signature, context);
    if (data === null) throw transactionNotFound(signature);
    return { success: true, data };
  },
});
