import { type AnswerOf, defineOperation } from '../../define-operation.js';
import { ApiError } from '../../errors.js';

const NOT_SET_UP_WAIT_SECONDS = 30;

/** `POST /backfill-transaction`: a job that stores the block of a transaction and those around it. */
export const backfillTransaction = defineOperation('backfillTransaction', {
  // It makes calls to the owner's node.
  async answer({ body, jobs, node, context }): Promise<AnswerOf<'backfillTransaction'>> {
    // Fails at once: a job would only fail later, for a reason that the caller cannot change.
    if (node === null)
      throw new ApiError('unavailable', {
        details: 'This service has no node of the chain to fetch blocks from.',
        retryAfterSeconds: NOT_SET_UP_WAIT_SECONDS,
        internal: 'RPC_URL is not set',
      });
    const { max_age_seconds, ...request } = body;
    const submission = await jobs.submit('backfill-transaction', request, max_age_seconds, context);
    const { jobId, status, age_seconds, message } = submission;
    return {
      success: true,
      data: {
        status,
        age_seconds,
        query_info: {
          signature: request.signature,
          account: request.account,
          slot_range: request.slotRange,
          request_id: jobId,
        },
        message,
      },
    };
  },
});
