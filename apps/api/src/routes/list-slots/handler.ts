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
    const { headSlot, slots, nextBefore } = await readNewestSlots(database, question, context);
    return {
      success: true,
      data: {
        head_slot: headSlot,
        slots: slots.map(({ slot, state, reason, leader, client, block, ...of }) => ({
          ...{ slot, state, reason, leader, validator_name: of.name, client, client_version: of.version },
          block_time: block?.blockTime ?? null,
          transaction_count: block?.transactionCount ?? null,
          vote_count: block?.voteCount ?? null,
          failed_count: block?.failedCount ?? null,
          is_detected: of.isDetected,
          sandwich_count: of.sandwichCount,
        })),
        next_before_slot: nextBefore,
      },
    };
  },
});
