import { setTimeout as sleep } from 'node:timers/promises';
import { compileValidators } from '@tickscope/schemas';
import { expect } from 'vitest';
import { type Answer, get, post } from './request.js';

const validators = compileValidators();
const isSubmission = validators.schema('JobSubmission');
const isStatus = validators.schema('JobStatus');
const POLL_MS = 40;
const TIMEOUT_MS = 60_000;

export interface JobRecord {
  success: boolean;
  state: string;
  data?: unknown;
  error?: string;
  error_code?: string;
  [field: string]: unknown;
}

/** Jobs as a caller of one API sees them. Every answer is validated against the API document. */
export interface JobsClient {
  /** Submits a job over HTTP and returns its id. */
  submit(path: string, body: object): Promise<string>;
  status(jobId: string): Promise<Answer>;
  /** Waits until the job has ended and returns its record. */
  ended(jobId: string, timeoutMs?: number): Promise<JobRecord>;
  /** Submits a job, waits for it and returns the result. */
  result<Result>(path: string, body: object): Promise<Result>;
}

export function jobsClient(url: string): JobsClient {
  async function submit(path: string, body: object): Promise<string> {
    const answer = await post(`${url}/api/mev/${path}`, body);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    expect(isSubmission(answer.body)).toEqual([]);
    const { jobId, message } = answer.body as { jobId: string; message: string };
    expect(message).toContain(`/api/mev/job-status/${jobId}`);
    return jobId;
  }

  const status = (jobId: string): Promise<Answer> => get(`${url}/api/mev/job-status/${jobId}`);

  async function ended(jobId: string, timeoutMs = TIMEOUT_MS): Promise<JobRecord> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const { status: code, body } = await status(jobId);
      expect({ code, body }).toMatchObject({ code: 200, body: { id: jobId, jobId } });
      const record = body as JobRecord;
      if (record.state === 'completed' || record.state === 'failed') {
        expect(isStatus(body)).toEqual([]);
        return record;
      }
      if (Date.now() > deadline) throw new Error(`the job does not end: ${JSON.stringify(body)}`);
      await sleep(POLL_MS);
    }
  }

  return {
    submit,
    status,
    ended,
    async result<Result>(path: string, body: object): Promise<Result> {
      const record = await ended(await submit(path, body));
      expect(record).toMatchObject({ success: true, state: 'completed', kind: path, progress: 100 });
      return record.data as Result;
    },
  };
}
