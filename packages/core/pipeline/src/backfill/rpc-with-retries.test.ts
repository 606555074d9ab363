import { expect, test } from 'vitest';
import { type JsonRpc, RpcError, RpcUnavailableError } from '../source/rpc/json-rpc.js';
import { rpcWithRetries } from './rpc-with-retries.js';

function nodeOf(...answers: unknown[]): { rpc: JsonRpc; calls: () => number } {
  let calls = 0;
  const rpc: JsonRpc = {
    async call() {
      const answer = answers[Math.min(calls, answers.length - 1)];
      calls += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { rpc, calls: () => calls };
}

const away = new RpcUnavailableError('http_status', 'HTTP 503');

test('retries without a usable answer', async () => {
  const { rpc, calls } = nodeOf(away, away, 7);
  expect(await rpcWithRetries(rpc, [1, 1, 1]).call('getSlot', [])).toBe(7);
  expect(calls()).toBe(3);
});

test('gives up after the last wait, with the error of the node', async () => {
  const { rpc, calls } = nodeOf(away);
  await expect(rpcWithRetries(rpc, [1, 1]).call('getSlot', [])).rejects.toBe(away);
  expect(calls()).toBe(3);
});

test.each([
  ['refuses', new RpcError(-32_007, 'Slot 5 was skipped')],
  ['asks for an hour', new RpcUnavailableError('http_status', 'HTTP 429', 3_600_000)],
])('a node that %s is not asked again', async (_, error) => {
  const { rpc, calls } = nodeOf(error);
  await expect(rpcWithRetries(rpc, [1, 1]).call('getBlock', [5])).rejects.toBe(error);
  expect(calls()).toBe(1);
});

test('ends with its signal', async () => {
  const { rpc } = nodeOf(away);
  const controller = new AbortController();
  const call = rpcWithRetries(rpc, [60_000]).call('getSlot', [], controller.signal);
  controller.abort();
  await expect(call).rejects.toThrow();
});
