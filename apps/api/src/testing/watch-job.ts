import { setTimeout as sleep } from 'node:timers/promises';
import { compileValidators } from '@tickscope/schemas';
import { expect } from 'vitest';
import type { JobRecord, JobsClient } from './jobs-client.js';

const isStatus = compileValidators().schema('JobStatus');
const POLL_MS = 50;

/**
 * Polls a job until it has ended, and checks that each answer is consistent with itself and with earlier ones.
 * Returns the states in the order seen, and the last record.
 */
export async function watchJob(
  { status }: Pick<JobsClient, 'status'>,
  jobId: string,
  timeoutMs: number,
): Promise<{ states: string[]; record: JobRecord }> {
  const states: string[] = [];
  const deadline = Date.now() + timeoutMs;
  let createdAt: unknown = null;
  for (;;) {
    const { status: code, body } = await status(jobId);
    expect({ code, body }).toMatchObject({ code: 200, body: { id: jobId, jobId } });
    expect(isStatus(body)).toEqual([]);
    const record = body as JobRecord;
    createdAt ??= record['createdAt'];
    expect(record).toMatchObject({
      success: record.state !== 'failed',
      createdAt,
      startedAt: record.state === 'queued' ? null : expect.any(String),
      finishedAt: isOver(record) ? expect.any(String) : null,
    });
    expect('data' in record).toBe(record.state === 'completed');
    expect('error' in record).toBe(record.state === 'failed');
    if (states.at(-1) !== record.state) states.push(record.state);
    if (isOver(record)) return { states, record };
    if (Date.now() > deadline) throw new Error(`the job does not end: ${JSON.stringify(body)}`);
    await sleep(POLL_MS);
  }
}

function isOver({ state }: JobRecord): boolean {
  return state === 'completed' || state === 'failed';
}
