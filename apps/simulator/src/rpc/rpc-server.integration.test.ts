import { existsSync, readFileSync } from 'node:fs';
import { parseGetBlock } from '@tickscope/chain';
import bs58 from 'bs58';
import { afterEach, describe, expect, test } from 'vitest';
import { type Simulator, type SimulatorOptions, startSimulator } from '../simulator.js';
import type { BlockTruth } from '../synthetic/truth.js';
import { collectAll } from '../testing/client.js';
import { decodeBlock, orderedTransactions } from '../testing/decode.js';

const FIRST = 5_000;
const SLOTS = 60;
const DATA = new URL('../../../../../shared/data/full-blocks/254170887.getblock.json', import.meta.url);

const running: Simulator[] = [];
afterEach(async () => {
  while (running.length > 0) await running.pop()!.stop();
});

/** A chain with a history of slots; new slots are only produced once there is a subscriber. */
async function simulate(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({
    startOn: 'first-subscriber',
    endStreams: true,
    rpc: {},
    ...options,
    pace: { slotMs: 0, historySlots: SLOTS, ...options.pace },
    generate: {
      ...{ seed: 'rpc', firstSlot: FIRST, slots: SLOTS, transactionsPerSlot: 20, skippedShare: 0.3 },
      ...{ dexShare: 0.3, voteShare: 0.3, truthSlots: 1_000, ...options.generate },
    },
  });
  running.push(simulator);
  return simulator;
}

interface Answer {
  id: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

async function post(
  simulator: Simulator,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(simulator.rpc!.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(20_000),
  });
}

async function call(simulator: Simulator, method: string, ...params: unknown[]): Promise<Answer> {
  const response = await post(simulator, JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }));
  return (await response.json()) as Answer;
}

const result = async <T>(simulator: Simulator, method: string, ...params: unknown[]): Promise<T> => {
  const answer = await call(simulator, method, ...params);
  expect(answer.error).toBeUndefined();
  return answer.result as T;
};
const codeOf = async (
  simulator: Simulator,
  method: string,
  ...params: unknown[]
): Promise<number | undefined> => (await call(simulator, method, ...params)).error?.code;

const truths = ({ truthOf }: Simulator): BlockTruth[] =>
  Array.from({ length: SLOTS }, (_, index) => truthOf(FIRST + index)!).filter(
    (truth): truth is BlockTruth => truth.status === 'block',
  );
const skipped = ({ truthOf }: Simulator): number[] =>
  Array.from({ length: SLOTS }, (_, index) => FIRST + index).filter(
    (slot) => truthOf(slot)?.status !== 'block',
  );
const ANY_VERSION = { maxSupportedTransactionVersion: 1, commitment: 'confirmed' };

describe('getBlock', () => {
  test('answers the block that the stream sends, in all encodings alike', async () => {
    const simulator = await simulate();
    for (const { slot } of truths(simulator).slice(0, 6)) {
      const own = decodeBlock(simulator.chain.blockAt(slot)!);
      const [json, base64, base58] = await Promise.all(
        ['json', 'base64', 'base58'].map(async (encoding) =>
          parseGetBlock(await result(simulator, 'getBlock', slot, { encoding, ...ANY_VERSION }), slot),
        ),
      );
      expect(base64).toEqual(json);
      expect(base58).toEqual(json);
      expect(bs58.encode(json!.blockhash)).toBe(own.blockhash);
      const sent = orderedTransactions(own);
      expect(json!.transactions.map(({ signatures }) => signatures)).toEqual(
        sent.map(({ transaction }) => transaction!.signatures.map((signature) => new Uint8Array(signature))),
      );
      expect(json!.transactions.map(({ meta }) => meta!.preBalances)).toEqual(
        sent.map(({ meta }) => meta!.preBalances.map(BigInt)),
      );
      expect(json!.transactions.map(({ version }) => version)).toEqual(
        sent.map(({ transaction: { message } = {} }) =>
          message!.versioned ? (message!.config === undefined ? 0 : 1) : 'legacy',
        ),
      );
    }
  });

  test.skipIf(!existsSync(DATA))('has the keys of a real answer (skips without shared/data)', async () => {
    const simulator = await simulate();
    const real = JSON.parse(readFileSync(DATA, 'utf8')) as { result?: object };
    const keysOf = (block: object): Record<string, string[]> => {
      const { transactions } = block as {
        transactions: { meta: Record<string, unknown>; transaction: unknown }[];
      };
      const all = (pick: (tx: (typeof transactions)[number]) => object[]): string[] =>
        [...new Set(transactions.flatMap(pick).flatMap((each) => Object.keys(each)))].sort();
      const meta = (name: string) => (tx: (typeof transactions)[number]) => tx.meta[name] as object[];
      return {
        block: Object.keys(block).sort(),
        transaction: all((tx) => [tx]),
        // A newer node returns the cost; this block returned data.
        meta: all((tx) => [tx.meta]).filter((key) => key !== 'costUnits' && key !== 'returnData'),
        balance: all(meta('postTokenBalances')),
        amount: all((tx) =>
          meta('postTokenBalances')(tx).map((each) => (each as { uiTokenAmount: object }).uiTokenAmount),
        ),
        inner: all(meta('innerInstructions')),
        reward: Object.keys((block as { rewards: object[] }).rewards[0]!).sort(),
      };
    };
    const blocks = await Promise.all(
      // The newest one is not confirmed.
      truths(simulator)
        .slice(0, -1)
        .map(({ slot }) =>
          result<object>(simulator, 'getBlock', slot, { encoding: 'base64', ...ANY_VERSION }),
        ),
    );
    // All blocks as one: not each of them has token balances and inner instructions.
    const transactions = blocks.flatMap((block) => (block as { transactions: unknown[] }).transactions);
    expect(keysOf({ ...blocks[0], transactions })).toEqual(keysOf(real.result ?? real));
  });

  test('without a supported version refuses a whole block with a versioned transaction', async () => {
    const simulator = await simulate();
    const block = truths(simulator).find(({ slot }) =>
      decodeBlock(simulator.chain.blockAt(slot)!).transactions.some(
        ({ transaction }) => transaction!.message!.versioned,
      ),
    )!;
    const answer = await call(simulator, 'getBlock', block.slot, { commitment: 'confirmed' });
    expect(answer.error).toMatchObject({
      code: -32015,
      message: expect.stringContaining('"maxSupportedTransactionVersion": '),
    });
    const signatures = { transactionDetails: 'signatures', commitment: 'confirmed' };
    expect(await result(simulator, 'getBlock', block.slot, signatures)).toMatchObject({
      signatures: block.transactions.map((tx) => tx.signatures[0]),
    });
  });

  test('leaves out parts that are not requested', async () => {
    const simulator = await simulate();
    const { slot } = truths(simulator)[0]!;
    const bare = { transactionDetails: 'none', rewards: false, commitment: 'confirmed' };
    expect(Object.keys(await result<object>(simulator, 'getBlock', slot, bare))).toEqual([
      ...['previousBlockhash', 'blockhash', 'parentSlot', 'blockTime', 'blockHeight'],
    ]);
  });

  test('distinguishes skipped, future and pruned slots and invalid requests', async () => {
    const simulator = await simulate({ pace: { retentionSlots: 40 } });
    const first = await result<number>(simulator, 'getFirstAvailableBlock');
    const finalized = await result<number>(simulator, 'getSlot');
    const isFinal = (slot: number): boolean => slot > first && slot < finalized;
    expect(await codeOf(simulator, 'getBlock', skipped(simulator).find(isFinal))).toBe(-32007);
    expect(await codeOf(simulator, 'getBlock', FIRST - 1)).toBe(-32009);
    expect(await codeOf(simulator, 'getBlock', FIRST + SLOTS + 9)).toBe(-32004);
    const last = truths(simulator).at(-2)!.slot;
    expect(await codeOf(simulator, 'getBlock', last)).toBe(-32004);
    expect(await codeOf(simulator, 'getBlock', last, ANY_VERSION)).toBeUndefined();
    for (const params of [[], ['1'], [-1], [1.5], [last, { commitment: 'processed' }], [last, 3]])
      expect(await codeOf(simulator, 'getBlock', ...params)).toBe(-32602);
    for (const config of [
      { encoding: 'jsonParsed' },
      { maxSupportedTransactionVersion: 'x' },
      { commitment: 'max' },
    ])
      expect(await codeOf(simulator, 'getBlock', last, config)).toBe(-32602);
  });

  test('of a node without an archive says that old blocks were cleaned up', async () => {
    const simulator = await simulate({ rpc: { hasArchive: false } });
    expect(await call(simulator, 'getBlock', 1)).toMatchObject({
      error: { code: -32001, message: expect.stringContaining(`First available block: ${FIRST}`) },
    });
  });
});

describe('getBlocks, getBlocksWithLimit, getSlot, getBlockHeight', () => {
  test('agree with each other and with the chain, at each commitment', async () => {
    const simulator = await simulate();
    const blocks = truths(simulator);
    const confirmed = { commitment: 'confirmed' };
    const head = await result<number>(simulator, 'getSlot', confirmed);
    const slots = blocks.map(({ slot }) => slot).filter((slot) => slot <= head);
    expect(await result(simulator, 'getBlocks', FIRST, null, confirmed)).toEqual(slots);
    expect(await result(simulator, 'getBlocks', FIRST, confirmed)).toEqual(slots);
    expect(await result(simulator, 'getBlocks', slots[3], slots[7], confirmed)).toEqual(slots.slice(3, 8));
    expect(await result(simulator, 'getBlocksWithLimit', slots[2]! + 1, 4, confirmed)).toEqual(
      slots.slice(3, 7),
    );
    const finalized = await result<number>(simulator, 'getSlot');
    expect(finalized).toBeLessThan(head);
    expect(await result(simulator, 'getBlocks', FIRST)).toEqual(slots.filter((slot) => slot <= finalized));
    const { blockHeight } = decodeBlock(simulator.chain.blockAt(head)!);
    expect(await result(simulator, 'getBlockHeight', confirmed)).toBe(Number(blockHeight?.blockHeight));
    expect(await codeOf(simulator, 'getBlocks', 0, 600_000, confirmed)).toBeUndefined();
    expect(await codeOf(simulator, 'getBlocksWithLimit', 0, 500_001)).toBe(-32602);
    expect(await codeOf(simulator, 'getSlot', { minContextSlot: head + 1 })).toBe(-32016);
  });

  test('everything is finalized at the end of the chain', async () => {
    const simulator = await simulate({ pace: { historySlots: 10 } });
    const { error } = await collectAll(simulator.endpoint, { slots: { all: {} } });
    expect(error).toBeNull();
    const slots = truths(simulator).map(({ slot }) => slot);
    expect(await result(simulator, 'getBlocks', FIRST)).toEqual(slots);
  });
});

describe('getTransaction and getSignaturesForAddress', () => {
  test('find a stored transaction, and null for an unknown signature', async () => {
    const simulator = await simulate();
    const block = truths(simulator)[4]!;
    const { signatures } = block.transactions[3]!;
    const found = await result<Record<string, unknown>>(
      simulator,
      'getTransaction',
      signatures[0],
      ANY_VERSION,
    );
    expect(found).toMatchObject({ slot: block.slot, transaction: { signatures } });
    expect(found['blockTime']).toEqual(expect.any(Number));
    const unknown = bs58.encode(new Uint8Array(64).fill(9));
    expect(await result(simulator, 'getTransaction', unknown, ANY_VERSION)).toBeNull();
    expect(await codeOf(simulator, 'getTransaction', 'not base58 0OIl')).toBe(-32602);
  });

  test('list signatures of an account newest first, between before and until, up to the limit', async () => {
    const simulator = await simulate();
    // By another way: from the messages of the stream, account by account.
    const seen = new Map<string, string[]>();
    const confirmed = await result<number>(simulator, 'getSlot', { commitment: 'confirmed' });
    for (const { slot } of truths(simulator))
      for (const tx of orderedTransactions(decodeBlock(simulator.chain.blockAt(slot)!))) {
        const { loadedWritableAddresses, loadedReadonlyAddresses } = tx.meta!;
        const keys = [
          ...tx.transaction!.message!.accountKeys,
          ...loadedWritableAddresses,
          ...loadedReadonlyAddresses,
        ];
        if (slot <= confirmed)
          for (const key of new Set(keys.map((each) => bs58.encode(each))))
            seen.set(key, [...(seen.get(key) ?? []), bs58.encode(tx.signature)]);
      }
    const [address, signatures] = [...seen].find(([, { length }]) => length >= 12 && length < 200)!;
    const newestFirst = [...signatures].reverse();
    const list = async (config: object): Promise<string[]> =>
      (
        await result<{ signature: string }[]>(simulator, 'getSignaturesForAddress', address, {
          commitment: 'confirmed',
          ...config,
        })
      ).map(({ signature }) => signature);
    expect(await list({})).toEqual(newestFirst);
    expect(await list({ limit: 3 })).toEqual(newestFirst.slice(0, 3));
    expect(await list({ before: newestFirst[2], limit: 4 })).toEqual(newestFirst.slice(3, 7));
    expect(await list({ until: newestFirst[5] })).toEqual(newestFirst.slice(0, 5));
    expect(await list({ before: newestFirst[1], until: newestFirst[6] })).toEqual(newestFirst.slice(2, 6));
    expect(await codeOf(simulator, 'getSignaturesForAddress', address, { limit: 1_001 })).toBe(-32602);
    expect(await codeOf(simulator, 'getSignaturesForAddress', 'x')).toBe(-32602);
  });
});

describe('the protocol', () => {
  test('a batch is answered in its order, without its notifications', async () => {
    const simulator = await simulate();
    const response = await post(
      simulator,
      JSON.stringify([
        { jsonrpc: '2.0', id: 'a', method: 'getHealth' },
        { jsonrpc: '2.0', method: 'getHealth' },
        { jsonrpc: '2.0', id: 2, method: 'getNothing' },
        { jsonrpc: '2.0', id: 3, method: 'getHealth', params: { named: true } },
        5,
      ]),
    );
    const answers = (await response.json()) as Answer[];
    expect(answers.map(({ id, result: ok, error }) => [id, ok ?? error?.code])).toEqual([
      ['a', 'ok'],
      [2, -32601],
      [3, -32602],
      [null, -32600],
    ]);
  });

  test('invalid calls are refused with the codes of JSON-RPC', async () => {
    const simulator = await simulate();
    const code = async (body: string): Promise<number | undefined> =>
      ((await (await post(simulator, body)).json()) as Answer).error?.code;
    expect(await code('{')).toBe(-32700);
    expect(await code('[]')).toBe(-32600);
    expect(await code('{"jsonrpc":"1.0","id":1,"method":"getHealth"}')).toBe(-32600);
    expect(await code(JSON.stringify(Array.from({ length: 101 }, () => 1)))).toBe(-32600);
    expect(await code('{"jsonrpc":"2.0","id":1,"method":"constructor"}')).toBe(-32601);
  });

  test('bodies over 50 KiB, other types and other methods are refused', async () => {
    const simulator = await simulate();
    expect((await post(simulator, ' '.repeat(50 * 1024 + 1))).status).toBe(413);
    expect((await post(simulator, '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await fetch(simulator.rpc!.endpoint)).status).toBe(405);
    expect(await (await fetch(`${simulator.rpc!.endpoint}/health`)).text()).toBe('ok');
  });

  test('it listens on loopback alone, and stops with the simulator', async () => {
    const simulator = await simulate();
    const { endpoint } = simulator.rpc!;
    expect(endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await running.pop()!.stop();
    await expect(fetch(endpoint)).rejects.toThrow();
  });

  test('is not started unless requested', async () => {
    const simulator = await startSimulator({ startOn: 'first-subscriber', generate: { slots: 1 } });
    running.push(simulator);
    expect(simulator.rpc).toBeNull();
  });
});

describe('a bad node', () => {
  test('names a wrong blockhash for the slots it lies about, the same each time, and no other', async () => {
    const simulator = await simulate();
    const [honest, lie] = truths(simulator);
    simulator.rpc!.faults.wrongBlockhashSlots = [lie!.slot];
    const hashOf = async (slot: number): Promise<string> =>
      (await result<{ blockhash: string }>(simulator, 'getBlock', slot, ANY_VERSION)).blockhash;
    expect(await hashOf(honest!.slot)).toBe(honest!.blockhash);
    const wrong = await hashOf(lie!.slot);
    expect(wrong).not.toBe(lie!.blockhash);
    expect(bs58.decode(wrong)).toHaveLength(32);
    expect(await hashOf(lie!.slot)).toBe(wrong);
  });

  test('loses slots, fails a share of requests and limits their rate', async () => {
    const { slot } = truths(await simulate())[0]!;
    const simulator = await simulate({ rpc: { faults: { missingSlots: [slot] } } });
    expect(await codeOf(simulator, 'getBlock', slot, ANY_VERSION)).toBe(-32009);
    simulator.rpc!.faults.requestsPerSecond = 0;
    const limited = await post(simulator, '{"jsonrpc":"2.0","id":1,"method":"getHealth"}');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);
    simulator.rpc!.faults.requestsPerSecond = null;
    simulator.rpc!.faults.failShare = 1;
    expect((await post(simulator, '{"jsonrpc":"2.0","id":1,"method":"getHealth"}')).status).toBe(503);
    simulator.rpc!.faults.failShare = 0;
    simulator.rpc!.faults.isUnhealthy = true;
    expect(await codeOf(simulator, 'getHealth')).toBe(-32005);
  });

  test('that is slow does not outlive a stop', async () => {
    const simulator = await simulate({ rpc: { faults: { latencyMs: 600_000 } } });
    // The request has arrived once the server asks for its latency.
    const { faults } = simulator.rpc!;
    const isSlow = new Promise<void>((resolve) => {
      Object.defineProperty(faults, 'latencyMs', {
        get() {
          resolve();
          return 600_000;
        },
      });
    });
    const outcome = expect(call(simulator, 'getHealth')).rejects.toThrow();
    await isSlow;
    await running.pop()!.stop();
    await outcome;
  });
});
