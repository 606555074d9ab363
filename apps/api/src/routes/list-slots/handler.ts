import { readNewestSlots } from '@tickscope/queries/blocks';
import { type AnswerOf, defineOperation } from '../../define-operation.js';

const LIMIT = 50;

/** `GET /slots`: the newest slots, stored or not. */
export const listSlots = defineOperation('listSlots', {
  isOurs: true,
  async answer({ queryParameters, database, context }): Promise<AnswerOf<'listSlots'>> {
    const { limit, before_slot: before } = queryParameters;
    const question = {
      limit: limit === undefined ? LIMIT : Number(limit),
      before: before === undefined ? null : Number(before),
    };
    return { success: true, data: await readNewestSlots(database, question, context) };
  },
});
