import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createJsonRpc, type JsonRpc } from '../source/rpc/json-rpc.js';
import { fetchEpochInfo } from './epoch-info.js';
import { fetchLeaderSchedule, fetchSlotLeaders } from './fetch-leaders.js';
import { fetchTokens } from './fetch-tokens.js';
import { fetchNodes, fetchValidatorNames, fetchVoteAccounts } from './fetch-validators.js';

const [A, B] = [
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'So11111111111111111111111111111111111111112',
];
const signal = new AbortController().signal;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A node that answers every call with this. */
async function answering(result: unknown): Promise<JsonRpc> {
  server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => {
      body += chunk;
    });
    req.on('end', () =>
      res.end(JSON.stringify({ jsonrpc: '2.0', id: (JSON.parse(body) as { id: number }).id, result })),
    );
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return createJsonRpc({ url: `http://127.0.0.1:${port}`, maxPerSecond: 1_000 });
}

const NONSENSE: unknown[] = [5, 'x', true, [1], { a: 1 }, { value: 7 }, [{}], [[]], { current: 5 }];

describe('a leader schedule', () => {
  it('is who leads each slot of an epoch', async () => {
    const rpc = await answering({ [A!]: [0, 3], [B!]: [1, 2] });
    expect(await fetchLeaderSchedule(rpc, 432_000, signal)).toEqual({
      firstSlot: 432_000,
      identities: [A, B],
      leaders: Int32Array.of(0, 1, 1, 0),
    });
  });

  it('may not be there', async () => {
    expect(await fetchLeaderSchedule(await answering(null), 0, signal)).toBeNull();
  });

  it.each([
    ['a slot led twice', { [A!]: [0, 1], [B!]: [1] }],
    ['a missing slot', { [A!]: [0, 2] }],
    ['a slot far away', { [A!]: [0, 1_000_000_000_000] }],
    ['an invalid slot', { [A!]: [0, '1'] }],
    ['an invalid leader', { unknown: [0] }],
    ['no leader', {}],
    ...NONSENSE.map((value): [string, unknown] => [`nonsense ${JSON.stringify(value)}`, value]),
  ])('with %s is refused', async (_, result) => {
    await expect(fetchLeaderSchedule(await answering(result), 0, signal)).rejects.toThrow();
  });

  it('slot leaders are as returned, and at most as many as requested', async () => {
    expect(await fetchSlotLeaders(await answering([A, B, A]), 7, 3, signal)).toEqual({
      firstSlot: 7,
      identities: [A, B],
      leaders: Int32Array.of(0, 1, 0),
    });
    await expect(fetchSlotLeaders(await answering([A, B, A]), 7, 2, signal)).rejects.toThrow(/at most 2/);
  });
});

describe('the epoch', () => {
  it('follows from the current slot', async () => {
    const rpc = await answering({ absoluteSlot: 432_005, slotIndex: 5, slotsInEpoch: 432_000 });
    expect(await fetchEpochInfo(rpc, signal)).toEqual({
      slot: 432_005,
      firstSlot: 432_000,
      slotsInEpoch: 432_000,
    });
  });

  it.each([
    { absoluteSlot: 5, slotIndex: 6, slotsInEpoch: 10 },
    { absoluteSlot: 50, slotIndex: 10, slotsInEpoch: 10 },
    { absoluteSlot: 50, slotIndex: 1, slotsInEpoch: 2 ** 40 },
    { absoluteSlot: -1, slotIndex: 0, slotsInEpoch: 10 },
    { absoluteSlot: 1.5, slotIndex: 0, slotsInEpoch: 10 },
    null,
    ...NONSENSE,
  ])('that cannot be is refused: %j', async (result) => {
    await expect(fetchEpochInfo(await answering(result), signal)).rejects.toThrow();
  });
});

describe('nodes and vote accounts', () => {
  it('a node reports its client and version, an older one less', async () => {
    const rpc = await answering([
      { pubkey: A, version: '4.3.0', clientId: 'Unknown(8)', gossip: '1.2.3.4:8001' },
      { pubkey: B, version: null },
      { pubkey: 'unknown', version: '1' },
    ]);
    expect(await fetchNodes(rpc, signal)).toEqual(
      new Map([
        [A, { client: 'Rakurai', version: '4.3.0' }],
        [B, { client: null, version: null }],
      ]),
    );
  });

  it('of several vote accounts of an identity the one with the most stake counts, beyond 2^53 too', async () => {
    const rpc = await answering({
      current: [
        { nodePubkey: A, votePubkey: A, activatedStake: 5 },
        { nodePubkey: A, votePubkey: B, activatedStake: '9007199254740993000' },
      ],
      delinquent: [{ nodePubkey: B, votePubkey: A, activatedStake: 1 }],
    });
    expect(await fetchVoteAccounts(rpc, signal)).toEqual(
      new Map([
        [A, B],
        [B, A],
      ]),
    );
  });

  it.each([null, [], ...NONSENSE])('nonsense is refused: %j', async (result) => {
    const rpc = await answering(result);
    await expect(fetchNodes(rpc, signal)).rejects.toThrow();
    await expect(fetchVoteAccounts(rpc, signal)).rejects.toThrow();
  });

  it('accounts without a validator description are ignored', async () => {
    const account = { owner: 'Config1111111111111111111111111111111111111', data: ['AAAA', 'base64'] };
    const rpc = await answering([
      { pubkey: A, account },
      { pubkey: B, account: { ...account, data: 'AAAA' } },
      { pubkey: B, account: { ...account, data: ['x'.repeat(1_000_000), 'base64'] } },
    ]);
    expect(await fetchValidatorNames(rpc, signal)).toEqual(new Map());
  });
});

describe('tokens', () => {
  const NONE = { symbol: null, name: null, decimals: null, program: null, source: 'none' };

  it('with missing or invalid accounts are left out', async () => {
    const wrong = { owner: '11111111111111111111111111111111', data: ['AAAA', 'base64'] };
    const rpc = await answering({ context: {}, value: [null, wrong, null, { ...wrong, data: 5 }] });
    expect(await fetchTokens(rpc, [A!, B!], signal)).toEqual([
      { mint: A, ...NONE },
      { mint: B, ...NONE },
    ]);
  });

  it.each([null, { value: [] }, { value: [null, null, null] }, { value: [1, 2, 3, 4] }, ...NONSENSE])(
    'nonsense is refused: %j',
    async (result) => {
      await expect(fetchTokens(await answering(result), [A!, B!], signal)).rejects.toThrow();
    },
  );
});
