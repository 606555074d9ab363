import { defineOperation } from '../../define-operation.js';

/** `GET /mev/job-status/{jobId}`: the state of a job, and its result. */
export const getJobStatus = defineOperation('getJobStatus', {
  answer({ pathParameters, jobs, context }) {
    return jobs.status(pathParameters.jobId, context);
  },
});
