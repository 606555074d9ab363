import { defineOperation } from '../../define-operation.js';
import { invalidRequest } from '../../errors.js';

/** `POST /mev/check-attacker`: a job that reports what one wallet did to the trades of another. */
export const checkAttacker = defineOperation('checkAttacker', {
  async answer({ body, jobs, context }) {
    const { max_age_seconds, ...request } = body;
    if (request.attacker_address === request.victim_address)
      throw invalidRequest('victim_address: expected another address than attacker_address');
    return jobs.submit('check-attacker', request, max_age_seconds, context);
  },
});
