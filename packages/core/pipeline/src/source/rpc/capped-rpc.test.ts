import { expect, test } from 'vitest';
import { cappedRpc, RpcShareUsedError } from './capped-rpc.js';
import { type JsonRpc, RpcUnavailableError } from './json-rpc.js';

function nodeOf(): { rpc: JsonRpc; calls: string[] } {
  const calls: string[] = [];
  const rpc: JsonRpc = {
    async call(method) {
      calls.push(method);
      return 1;
    },
  };
  return { rpc, calls };
}

test('a call waits for its turn, and is counted until it has one', async () => {
  const { rpc, calls } = nodeOf();
  const waits = [5, 5, 0];
  let asked = 0;
  const cap = { take: async () => ({ waitMs: waits[asked++]!, limit: null }) };
  expect(await cappedRpc(rpc, cap, 10_000).call('getSlot', [])).toBe(1);
  expect([asked, calls]).toEqual([3, ['getSlot']]);
});

test('one that would wait too long is not sent, and its error has the wait', async () => {
  const { rpc, calls } = nodeOf();
  for (const [limit, kind] of [
    ['all', RpcUnavailableError],
    ['account', RpcShareUsedError],
  ] as const) {
    const cap = { take: async () => ({ waitMs: 60_000, limit }) };
    const failure = await cappedRpc(rpc, cap, 1_000)
      .call('getSlot', [])
      .catch((error: unknown) => error);
    expect((failure as object).constructor).toBe(kind);
    expect(failure).toMatchObject({ retryAfterMs: 60_000 });
  }
  expect(calls).toEqual([]);
});

test('a call that cannot be counted is not sent', async () => {
  const { rpc, calls } = nodeOf();
  const cap = { take: () => Promise.reject(new Error('Postgres is away')) };
  await expect(cappedRpc(rpc, cap, 1_000).call('getSlot', [])).rejects.toMatchObject({
    name: 'RpcUnavailableError',
    message: expect.stringContaining('Postgres is away'),
  });
  expect(calls).toEqual([]);
});
