import type { components } from '@tickscope/schemas';
import { ApiError } from '../../errors.js';
import { checkFromTables, summaryOf } from '../../mev/check-sandwich.js';
import type { Operation } from '../../operation.js';

type Request = components['schemas']['CheckSandwichFastRequest'];
type Response = components['schemas']['CheckSandwichFastResponse'];

/**
 * `POST /mev/check-sandwich-fast`: whether transactions were sandwiched. From the stored sandwiches, up to ±10
 * slots.
 */
export const checkSandwichFast: Operation = {
  id: 'checkSandwichFast',
  async answer({ body, database, context }): Promise<Response> {
    const { signature, signatures, slot_range: window } = body as Request;
    if ((signature === undefined) === (signatures === undefined))
      throw new ApiError('validation_failed', {
        details: ['body: expected exactly one of signature and signatures'],
      });
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
};
