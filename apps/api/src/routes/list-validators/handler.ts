import { readValidatorShares } from '@tickscope/queries/validators';
import { type AnswerOf, defineOperation } from '../../define-operation.js';

const LIMIT = 20;

/** `GET /validators`: in how many of their blocks victims traded, by leader and by client. */
export const listValidators = defineOperation('listValidators', {
  isOurs: true,
  async answer({ queryParameters, rangeDatabase, context }): Promise<AnswerOf<'listValidators'>> {
    const { period = '24h', limit = LIMIT, cursor = 0 } = queryParameters;
    const question = { period, limit: Number(limit), after: Number(cursor) };
    return { success: true, data: await readValidatorShares(rangeDatabase, question, context) };
  },
});
