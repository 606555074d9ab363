import { defineOperation } from '../../define-operation.js';

/** `GET /backfill-status/{requestId}`: the state of a backfill, and what it stored. */
export const getBackfillStatus = defineOperation('getBackfillStatus', {
  isOurs: true,
  answer({ pathParameters, jobs, context }) {
    return jobs.status(pathParameters.requestId, context, 'backfill-transaction');
  },
});
