import { decodeMint, decodeValidatorInfo } from '@tickscope/reference';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../simulator.js';

const SLOTS = 40;
/** The last slots of an epoch and the first of the next. */
const FIRST = 432_000 * 7 - 20;
const CONFIG = 'Config1111111111111111111111111111111111111';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({
    startOn: 'first-subscriber',
    rpc: {},
    pace: { slotMs: 0, historySlots: SLOTS },
    generate: {
      ...{ seed: 'cluster', firstSlot: FIRST, slots: SLOTS, transactionsPerSlot: 20, skippedShare: 0 },
      ...{ dexShare: 0.5, truthSlots: SLOTS, leaders: 10 },
    },
  });
});
afterAll(() => simulator?.stop());

interface Answer<T> {
  result: T;
  error?: { code: number; message: string };
}

async function call<T>(method: string, ...params: unknown[]): Promise<Answer<T>> {
  const response = await fetch(simulator.rpc!.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(60_000),
  });
  return (await response.json()) as Answer<T>;
}

const ask = async <T>(method: string, ...params: unknown[]): Promise<T> => {
  const { result, error } = await call<T>(method, ...params);
  expect(error).toBeUndefined();
  return result;
};

const truthLeaders = (): string[] =>
  Array.from({ length: SLOTS }, (_, index) => simulator.truthOf(FIRST + index)!.leader);

describe('leaders', () => {
  test('by the schedules of both epochs, and by the slots, are those of the chain', async () => {
    const schedules = [await ask<Record<string, number[]>>('getLeaderSchedule', FIRST)];
    schedules.push(await ask('getLeaderSchedule', FIRST + SLOTS - 1));
    const leaderOf = new Map<number, string>();
    for (const [index, schedule] of schedules.entries())
      for (const [identity, slots] of Object.entries(schedule))
        for (const slot of slots) leaderOf.set(432_000 * (6 + index) + slot, identity);
    expect(leaderOf.size).toBe(2 * 432_000);
    const slots = Array.from({ length: SLOTS }, (_, index) => FIRST + index);
    expect(slots.map((slot) => leaderOf.get(slot))).toEqual(truthLeaders());
    expect(await ask('getSlotLeaders', FIRST, SLOTS)).toEqual(truthLeaders());
  });

  test('of distant epochs are unknown, and a request for too many slots is an error', async () => {
    expect(await ask('getLeaderSchedule', FIRST + 10 * 432_000)).toBeNull();
    expect((await call('getSlotLeaders', FIRST, 5_001)).error).toMatchObject({
      code: -32602,
      message: 'Invalid limit; max 5000',
    });
    expect((await call('getSlotLeaders', FIRST + 10 * 432_000, 1)).error?.message).toMatch(/unavailable$/);
  });

  test('of one identity are its slots alone', async () => {
    const [leader] = truthLeaders();
    const one = await ask<Record<string, number[]>>('getLeaderSchedule', FIRST, { identity: leader });
    expect(Object.keys(one)).toEqual([leader]);
    expect(one[leader!]).toContain(FIRST - 432_000 * 6);
  });
});

test('the epoch is that of the newest block', async () => {
  const slot = await ask<number>('getSlot', { commitment: 'confirmed' });
  expect(await ask('getEpochInfo', { commitment: 'confirmed' })).toMatchObject({
    absoluteSlot: slot,
    epoch: Math.floor(slot / 432_000),
    slotIndex: slot % 432_000,
    slotsInEpoch: 432_000,
  });
});

test('every leader is in gossip, votes, and may describe itself; one is of a client unknown to the node', async () => {
  const nodes = await ask<{ pubkey: string; clientId?: string }[]>('getClusterNodes');
  const { current, delinquent } = await ask<Record<string, { nodePubkey: string }[]>>('getVoteAccounts');
  const voters = new Set([...current!, ...delinquent!].map(({ nodePubkey }) => nodePubkey));
  for (const leader of truthLeaders()) {
    expect(nodes.map(({ pubkey }) => pubkey)).toContain(leader);
    expect(voters).toContain(leader);
  }
  expect(nodes.map(({ clientId }) => clientId)).toContain('Unknown(8)');
  expect(nodes.some((node) => !('clientId' in node))).toBe(true);

  const filters = [{ memcmp: { offset: 1, bytes: 'Va1idator1nfo111111111111111111111111111111' } }];
  type Listed = { pubkey: string; account: { owner: string; data: [string, string] } };
  const accounts = await ask<Listed[]>('getProgramAccounts', CONFIG, { encoding: 'base64', filters });
  const infos = accounts.map(({ account }) => decodeValidatorInfo(Buffer.from(account.data[0], 'base64'))!);
  expect(infos.length).toBe(9);
  for (const { identity, name } of infos)
    expect([voters.has(identity), name]).toEqual([true, expect.any(String)]);
  const none = [{ memcmp: { offset: 1, bytes: '11111111111111111111111111111111' } }];
  expect(await ask('getProgramAccounts', CONFIG, { encoding: 'base64', filters: none })).toEqual([]);
  expect((await call('getProgramAccounts', bs58.encode(Buffer.alloc(32, 1)))).error?.code).toBe(-32010);
});

test('a mint has an account with its decimals, another address has none', async () => {
  const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  const stranger = bs58.encode(Buffer.alloc(32, 9));
  type Value = { owner: string; data: [string, string]; space: number } | null;
  const { value } = await ask<{ value: Value[] }>('getMultipleAccounts', [usdc, stranger]);
  const [account, none] = value;
  expect(none).toBeNull();
  const data = Buffer.from(account!.data[0], 'base64');
  expect(account).toMatchObject({ owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', space: 82 });
  expect(decodeMint(data, account!.owner, bs58.decode(usdc))).toEqual({ decimals: 6, names: null });
  expect((await call('getMultipleAccounts', Array(101).fill(usdc))).error?.message).toBe(
    'Too many inputs provided; max 100',
  );
  for (const params of [[], ['x'], [usdc], [[usdc], { encoding: 'jsonParsed' }], [['x']]])
    expect((await call('getMultipleAccounts', ...params)).error?.code).toBe(-32602);
});
