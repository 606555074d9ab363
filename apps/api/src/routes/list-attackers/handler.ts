import { rankAttackers } from '@tickscope/queries/attackers';
import { type AnswerOf, defineOperation } from '../../define-operation.js';

const LIMIT = 20;

/** `GET /mev/attackers`: attackers by what they earned, by their sandwiches or by their victims. */
export const listAttackers = defineOperation('listAttackers', {
  isOurs: true,
  async answer({ queryParameters, rangeDatabase, context }): Promise<AnswerOf<'listAttackers'>> {
    const { period = '24h', by = 'gain', limit = LIMIT, cursor = 0 } = queryParameters;
    const question = { period, by, limit: Number(limit), after: Number(cursor) };
    const { madeAt, attackers, total, next, coverage } = await rankAttackers(
      rangeDatabase,
      question,
      context,
    );
    const next_cursor = next === null ? null : String(next);
    const data = { period, by, made_at: madeAt, attackers, attacker_count: total, next_cursor, coverage };
    return { success: true, data };
  },
});
