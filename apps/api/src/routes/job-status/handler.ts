import type { components } from '@tickscope/schemas';
import type { Operation } from '../../operation.js';

type Response = components['schemas']['JobStatus'];

/** `GET /mev/job-status/{jobId}`: the state of a job, and its result. */
export const getJobStatus: Operation = {
  id: 'getJobStatus',
  answer({ pathParameters, jobs, context }): Promise<Response> {
    return jobs.status(pathParameters['jobId']!, context);
  },
};
