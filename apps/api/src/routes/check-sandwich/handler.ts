import { defineOperation } from '../../define-operation.js';

/** `POST /mev/check-sandwich`: a job that reports whether up to 50 transactions were sandwiched. */
export const checkSandwich = defineOperation('checkSandwich', {
  async answer({ body, jobs, context }) {
    const { signatures, slot_range, max_age_seconds } = body;
    const each = typeof signatures === 'string' ? [signatures] : [...new Set(signatures)];
    return jobs.submit('check-sandwich', { signatures: each, slot_range }, max_age_seconds, context);
  },
});
