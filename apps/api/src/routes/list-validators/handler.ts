import { readValidatorShares, WILSON_Z } from '@tickscope/queries/validators';
import { type AnswerOf, defineOperation } from '../../define-operation.js';

const LIMIT = 20;
const NOTE =
  'A share says in how many of its blocks a victim traded, not who sandwiched them. `above` marks a lower bound above the share ' +
  'of all blocks: such a leader deserves a closer look, and no more. It is no proof of any part in an attack: consecutive blocks of ' +
  'a leader are alike, a leader with more swaps in its blocks has more sandwiches, and a client is chosen by its operators.';

/** `GET /validators`: in how many of their blocks victims traded, by leader and by client. */
export const listValidators = defineOperation('listValidators', {
  isOurs: true,
  async answer({ queryParameters, rangeDatabase, context }): Promise<AnswerOf<'listValidators'>> {
    const { period = '24h', limit = LIMIT, cursor = 0 } = queryParameters;
    const question = { period, limit: Number(limit), after: Number(cursor) };
    const found = await readValidatorShares(rangeDatabase, question, context);
    return {
      success: true,
      data: {
        period,
        made_at: found.madeAt,
        note: NOTE,
        interval: { method: 'wilson', z: WILSON_Z },
        all: found.all,
        clients: found.clients,
        leaders: found.leaders,
        leader_count: found.leaderCount,
        coverage: found.coverage,
        next_cursor: found.next === null ? null : String(found.next),
      },
    };
  },
});
