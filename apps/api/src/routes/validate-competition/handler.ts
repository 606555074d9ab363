import type { components } from '@tickscope/schemas';
import { ApiError } from '../../errors.js';
import type { Operation } from '../../operation.js';

type Request = components['schemas']['ValidateCompetitionRequest'];
type Response = components['schemas']['JobSubmission'];

/** `POST /mev/validate-competition`: a job that reports how often one wallet trades around another. */
export const validateCompetition: Operation = {
  id: 'validateCompetition',
  async answer({ body, jobs, context }): Promise<Response> {
    const { max_age_seconds, ...request } = body as Request;
    if (request.wallet_a === request.wallet_b)
      throw new ApiError('validation_failed', {
        details: ['wallet_b: expected another address than wallet_a'],
      });
    return jobs.submit('validate-competition', request, max_age_seconds, context);
  },
};
