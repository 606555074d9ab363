import type { components } from '@tickscope/schemas';
import { ApiError } from '../../errors.js';
import type { Operation } from '../../operation.js';

type Request = components['schemas']['BackfillRequest'];
type Response = components['schemas']['BackfillSubmission'];

const NOT_SET_UP_WAIT_SECONDS = 30;

/** `POST /backfill-transaction`: a job that stores the block of a transaction and those around it. */
export const backfillTransaction: Operation = {
  id: 'backfillTransaction',
  async answer({ body, jobs, node, context }): Promise<Response> {
    // Said at once: a job would only fail later, for what no caller can change.
    if (node === null)
      throw new ApiError('unavailable', {
        details: 'This service has no node of the chain to fetch blocks from.',
        retryAfterSeconds: NOT_SET_UP_WAIT_SECONDS,
        internal: 'RPC_URL is not set',
      });
    const { signature, account, slotRange } = body as Request;
    const { jobId } = await jobs.submit('backfill-transaction', { signature, account, slotRange }, context);
    return {
      success: true,
      data: {
        status: 'queued',
        query_info: { signature, account, slot_range: slotRange, request_id: jobId },
        message: `Queued. Poll GET /api/backfill-status/${jobId} for its state.`,
      },
    };
  },
};
