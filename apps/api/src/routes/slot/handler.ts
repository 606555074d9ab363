import { readSlot } from '@tickscope/queries/blocks';
import { type AnswerOf, defineOperation } from '../../define-operation.js';

const LIMIT = 1_000;

/** `GET /slots/{slot}`: a slot with its block, or the reason why it has no block. */
export const getSlot = defineOperation('getSlot', {
  isOurs: true,
  async answer({ pathParameters, queryParameters, database, context }): Promise<AnswerOf<'getSlot'>> {
    const { limit, from_index: fromIndex, votes } = queryParameters;
    const asked = {
      limit: limit === undefined ? LIMIT : Number(limit),
      fromIndex: fromIndex === undefined ? 0 : Number(fromIndex),
      withVotes: votes !== 'false',
    };
    const slot = Number(pathParameters.slot);
    return { success: true, data: await readSlot(database, slot, asked, context) };
  },
});
