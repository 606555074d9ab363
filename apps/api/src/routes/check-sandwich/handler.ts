import type { components } from '@tickscope/schemas';
import type { Operation } from '../../operation.js';

type Request = components['schemas']['CheckSandwichRequest'];
type Response = components['schemas']['JobSubmission'];

/** `POST /mev/check-sandwich`: a job that reports whether up to 50 transactions were sandwiched. */
export const checkSandwich: Operation = {
  id: 'checkSandwich',
  async answer({ body, jobs, context }): Promise<Response> {
    const { signatures, slot_range, max_age_seconds } = body as Request;
    const each = typeof signatures === 'string' ? [signatures] : [...new Set(signatures)];
    return jobs.submit('check-sandwich', { signatures: each, slot_range }, max_age_seconds, context);
  },
};
