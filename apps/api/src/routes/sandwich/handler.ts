import { parseSandwichId, readSandwich } from '@tickscope/queries/sandwiches';
import { type AnswerOf, defineOperation } from '../../define-operation.js';
import { ApiError } from '../../errors.js';

/** `GET /mev/sandwiches/{id}`: a sandwich with every leg, victim and attempt. */
export const getSandwich = defineOperation('getSandwich', {
  isOurs: true,
  async answer({ pathParameters: { id }, database, context }): Promise<AnswerOf<'getSandwich'>> {
    const key = parseSandwichId(id);
    const data = key === null ? null : await readSandwich(database, key, context);
    if (data === null)
      throw new ApiError('sandwich_not_found', {
        details: `No sandwich with the id ${id} is stored. It may have been retracted, or be older than the stored data.`,
      });
    return { success: true, data };
  },
});
