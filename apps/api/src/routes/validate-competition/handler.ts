import { defineOperation } from '../../define-operation.js';
import { invalidRequest } from '../../errors.js';

/** `POST /mev/validate-competition`: a job that reports how often one wallet trades around another. */
export const validateCompetition = defineOperation('validateCompetition', {
  async answer({ body, jobs, context }) {
    const { max_age_seconds, ...request } = body;
    if (request.wallet_a === request.wallet_b)
      throw invalidRequest('wallet_b: expected another address than wallet_a');
    return jobs.submit('validate-competition', request, max_age_seconds, context);
  },
});
