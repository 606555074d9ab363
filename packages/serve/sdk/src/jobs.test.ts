import { afterEach, describe, expect, expectTypeOf, test } from 'vitest';
import { CallTimeoutError, createTickscope, JobFailedError, type Schemas, TickscopeError } from './index.js';
import { json, type LocalServer, type Reply, recordedSleep, serve, tooMany } from './testing/local-server.js';

const WALLET = { wallet_address: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' };
const JOB = '7f8d3c1e-5b0a-4f57-9a55-3a4d0a3c5f10';
const submitted = json(200, { success: true, jobId: JOB, status: 'queued', message: 'Queued.' });
const state = (state: string, progress: number, more: object = {}): Reply =>
  json(200, { success: state !== 'failed', id: JOB, jobId: JOB, state, progress, ...more });
const completed = state('completed', 100, { data: { trades: [] } });

const servers: LocalServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
async function start(...replies: Reply[]) {
  const server = await serve(...replies);
  servers.push(server);
  const { sleep, waitsMs } = recordedSleep();
  return { ...server, waitsMs, client: createTickscope({ baseUrl: server.url, sleep }) };
}

describe('a job', () => {
  test('is submitted once and waited for until it has a result, which is returned', async () => {
    const { client, received } = await start(submitted, state('queued', 0), state('active', 40), completed);
    const progress: [string, number][] = [];
    const result = await client.jobs.checkWallet(WALLET, {
      onProgress: (status) => progress.push([status.state, status.progress]),
    });
    expectTypeOf(result).toEqualTypeOf<Schemas['WalletScan']>();
    expect(result).toEqual({ trades: [] });
    expect(progress).toEqual([
      ['queued', 0],
      ['active', 40],
      ['completed', 100],
    ]);
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /mev/check-wallet',
      ...Array<string>(3).fill(`GET /mev/job-status/${JOB}?wait=25`),
    ]);
    expect(received[0]!.body).toBe(JSON.stringify(WALLET));
  });

  test('is asked for at once after a change, and with a pause where nothing changed and nothing was held', async () => {
    const { client, waitsMs } = await start(
      submitted,
      state('queued', 0),
      state('active', 1),
      state('active', 2),
      completed,
    );
    await client.jobs.checkWallet(WALLET);
    expect(waitsMs).toEqual([3_000]);
  });

  test('is still asked for after a limit', async () => {
    const { client, received } = await start(tooMany(1), submitted, tooMany(1), completed);
    await client.jobs.checkWallet(WALLET);
    expect(received).toHaveLength(4);
  });

  test('that fails throws the error of the server', async () => {
    const failed = state('failed', 40, { error: 'The job took too long.', error_code: 'timed_out' });
    const { client, received } = await start(submitted, failed);
    const error = await client.jobs.checkWallet(WALLET).catch((it: unknown) => it);
    expect(error).toBeInstanceOf(JobFailedError);
    expect(error).toBeInstanceOf(TickscopeError);
    expect({ ...(error as JobFailedError) }).toMatchObject({
      jobId: JOB,
      code: 'job_failed',
      jobCode: 'timed_out',
      error: 'The job took too long.',
    });
    expect(received).toHaveLength(2);
  });

  test('that is not there any more throws the API’s error', async () => {
    const gone = json(404, { error: 'Job not found', details: 'There is no such job.' });
    const { client } = await start(submitted, state('queued', 0), gone);
    await expect(client.jobs.checkWallet(WALLET)).rejects.toMatchObject({
      status: 404,
      error: 'Job not found',
    });
  });

  test('that does not end is given up at the deadline, with its id', async () => {
    const server = await serve(submitted, state('active', 1));
    servers.push(server);
    const client = createTickscope({
      baseUrl: server.url,
      sleep: () => new Promise((resolve) => setTimeout(resolve, 5)),
    });
    const error = await client.jobs.checkWallet(WALLET, { timeoutMs: 500 }).catch((it: unknown) => it);
    expect(error).toBeInstanceOf(CallTimeoutError);
    expect((error as CallTimeoutError).message).toContain(JOB);
  });

  test('is left by the signal, with its reason', async () => {
    const controller = new AbortController();
    const { client } = await start(submitted, state('active', 1));
    const result = client.jobs.checkWallet(WALLET, {
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    });
    await expect(result).rejects.toThrow('enough');
  });

  test('that is completed without a result is an error', async () => {
    const { client } = await start(submitted, state('completed', 100));
    await expect(client.jobs.checkWallet(WALLET)).rejects.toMatchObject({ error: 'Unexpected answer' });
  });

  test('of a backfill is asked for where backfills are', async () => {
    const accepted = json(200, {
      success: true,
      data: { status: 'queued', query_info: { request_id: JOB }, message: 'Queued.' },
    });
    const stored = state('completed', 100, { data: { fetched_slots: [7] } });
    const { client, received } = await start(accepted, state('active', 10), stored);
    const result = await client.jobs.backfillTransaction({ signature: 's', account: 'a' });
    expect(result).toEqual({ fetched_slots: [7] });
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /backfill-transaction',
      ...Array<string>(2).fill(`GET /backfill-status/${JOB}?wait=25`),
    ]);
  });
});
