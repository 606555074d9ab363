import { defineOperation } from '../../define-operation.js';

/** `GET /backfill-status/{requestId}`: the state of a backfill, and what it stored. */
export const getBackfillStatus = defineOperation('getBackfillStatus', {
  isOurs: true,
  answer({ pathParameters, queryParameters, jobs, context }) {
    const waitSeconds = Number(queryParameters.wait ?? 0);
    return jobs.status(pathParameters.requestId, context, { waitSeconds, kind: 'backfill-transaction' });
  },
});
