import { defineOperation } from '../../define-operation.js';

/** `GET /mev/job-status/{jobId}`: the state of a job, and its result. */
export const getJobStatus = defineOperation('getJobStatus', {
  answer({ pathParameters, queryParameters, jobs, context }) {
    const waitSeconds = Number(queryParameters.wait ?? 0);
    return jobs.status(pathParameters.jobId, context, { waitSeconds });
  },
});
