import type { components } from '@tickscope/schemas';
import type { Operation } from '../../operation.js';

type Response = components['schemas']['JobStatus'];

/** `GET /backfill-status/{requestId}`: the state of a backfill, and what it stored. */
export const getBackfillStatus: Operation = {
  id: 'getBackfillStatus',
  answer({ pathParameters, jobs, context }): Promise<Response> {
    return jobs.status(pathParameters['requestId']!, context, 'backfill-transaction');
  },
};
