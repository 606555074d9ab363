import { checkFromTables, summaryOf } from '@tickscope/queries/mev';
import { type AnswerOf, defineOperation } from '../../define-operation.js';
import { invalidRequest } from '../../errors.js';

/**
 * `POST /mev/check-sandwich-fast`: whether transactions were sandwiched. From the stored sandwiches, up to ±10
 * slots.
 */
export const checkSandwichFast = defineOperation('checkSandwichFast', {
  async answer({ body, database, context }): Promise<AnswerOf<'checkSandwichFast'>> {
    const { signature, signatures, slot_range: window } = body;
    if ((signature === undefined) === (signatures === undefined))
      throw invalidRequest('body: expected exactly one of signature and signatures');
    const asked = signature === undefined ? [...new Set(signatures)] : [signature];
    const results = await checkFromTables(database, asked, window, context);
    return {
      success: true,
      data: {
        results,
        summary: summaryOf(results, window),
      },
    };
  },
});
