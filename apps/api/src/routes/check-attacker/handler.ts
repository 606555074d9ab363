import type { components } from '@tickscope/schemas';
import { ApiError } from '../../errors.js';
import type { Operation } from '../../operation.js';

type Request = components['schemas']['CheckAttackerRequest'];
type Response = components['schemas']['JobSubmission'];

/** `POST /mev/check-attacker`: a job that reports what one wallet did to the trades of another. */
export const checkAttacker: Operation = {
  id: 'checkAttacker',
  async answer({ body, jobs, context }): Promise<Response> {
    const { max_age_seconds, ...request } = body as Request;
    if (request.attacker_address === request.victim_address)
      throw new ApiError('validation_failed', {
        details: ['victim_address: expected another address than attacker_address'],
      });
    return jobs.submit('check-attacker', request, max_age_seconds, context);
  },
};
