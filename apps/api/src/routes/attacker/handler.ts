import { readAttacker } from '@tickscope/queries/attackers';
import { type AnswerOf, defineOperation } from '../../define-operation.js';

/** `GET /mev/attackers/{address}`: what a wallet did as an attacker, to any victims. */
export const getAttacker = defineOperation('getAttacker', {
  isOurs: true,
  async answer({
    pathParameters: { address },
    queryParameters,
    rangeDatabase,
    context,
  }): Promise<AnswerOf<'getAttacker'>> {
    const question = { address, days: Number(queryParameters.time_range_days ?? 1) };
    return { success: true, data: await readAttacker(rangeDatabase, question, context) };
  },
});
