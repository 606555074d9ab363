import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createJsonRpc,
  LabelsSource,
  REFERENCE_KINDS,
  ReferenceData,
  type ReferenceKind,
  type Schedule,
} from '@tickscope/pipeline';
import { CURATED_LABELS, metadataAddress } from '@tickscope/reference';
import { type Simulator, startSimulator } from '@tickscope/simulator';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import bs58 from 'bs58';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { hasSlots, ingest, liveStore } from './support.js';

const FIRST = 432_000_000;
const SLOTS = 60;
const SLOTS_PER_EPOCH = 432_000;
const HANGS_AFTER_MS = 120_000;

/** Everything again and again, at once. */
const FAST = Object.fromEntries(
  REFERENCE_KINDS.map((kind): [ReferenceKind, Partial<Schedule>] => [
    kind,
    { everyMs: 200, firstWaitMs: 100, longestWaitMs: 400, deadlineMs: 60_000 },
  ]),
) as Record<ReferenceKind, Partial<Schedule>>;

const store = liveStore();
let simulator: Simulator;
let client: TestConnection;
beforeAll(async () => {
  ({ client } = await store.fresh());
  simulator = await startSimulator({
    generate: {
      ...{ seed: 'reference', slots: SLOTS, transactionsPerSlot: 60, voteShare: 0.2, dexShare: 0.7 },
      ...{ firstSlot: FIRST, skippedShare: 0, truthSlots: SLOTS, leaders: 12 },
    },
    pace: { slotMs: 10, retentionSlots: 1_000 },
    startOn: 'first-subscriber',
    rpc: {},
  });
  await ingest(client, simulator.endpoint, hasSlots(client, SLOTS));
});
afterEach(() =>
  Object.assign(simulator.rpc!.faults, { latencyMs: 0, failShare: 0, requestsPerSecond: null }),
);
afterAll(async () => {
  await simulator?.stop();
  await store.stop();
});

const ask = <Row extends readonly unknown[]>(sql: string): Promise<Row[]> =>
  client.read.queryRows<Row>(sql, { timeoutMs: 30_000 });

/** The node's own answer, without anything of ours between. */
async function node<T>(method: string, ...params: unknown[]): Promise<T> {
  const response = await fetch(simulator.rpc!.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(60_000),
  });
  return ((await response.json()) as { result: T }).result;
}

interface Watched {
  succeeded: Map<ReferenceKind, number>;
  failures: { kind: ReferenceKind; message: string; waitMs: number }[];
}

/** Reads reference data until the condition holds. */
async function read(
  until: (watched: Watched) => boolean,
  {
    url = simulator.rpc!.endpoint,
    ...options
  }: {
    url?: string | null;
    labels?: LabelsSource;
    maxPerSecond?: number;
    schedules?: Partial<Record<ReferenceKind, Partial<Schedule>>>;
  } = {},
): Promise<Watched> {
  const watched: Watched = { succeeded: new Map(), failures: [] };
  const reference = new ReferenceData({
    store: client,
    rpc: url === null ? null : createJsonRpc({ url, maxPerSecond: options.maxPerSecond ?? 500 }),
    labels: options.labels ?? new LabelsSource(null),
    on: {
      succeeded: (kind) => watched.succeeded.set(kind, (watched.succeeded.get(kind) ?? 0) + 1),
      failed: (kind, { message }, waitMs) => watched.failures.push({ kind, message, waitMs }),
      pendingMints() {},
      nodeSlot() {},
    },
    schedules: { ...FAST, ...options.schedules },
  });
  const running = reference.run();
  const deadline = Date.now() + HANGS_AFTER_MS;
  while (!until(watched) && Date.now() < deadline) await sleep(50);
  reference.stop();
  await running;
  return watched;
}

const all =
  (times: number) =>
  ({ succeeded }: Watched): boolean =>
    REFERENCE_KINDS.every((kind) => (succeeded.get(kind) ?? 0) >= times);

/** Data of an account by the node, or null. */
async function accountOf(address: string): Promise<{ owner: string; data: Buffer } | null> {
  type Account = { owner: string; data: [string, string] } | null;
  const { value } = await node<{ value: Account }>('getAccountInfo', address, { encoding: 'base64' });
  return value === null ? null : { owner: value.owner, data: Buffer.from(value.data[0], 'base64') };
}

describe('with a node', () => {
  beforeAll(async () => {
    const { failures } = await read(all(3));
    expect(failures).toEqual([]);
  });

  it('each slot of three epochs has its leader, those of the stream as the chain had them', async () => {
    const rows = await ask<[string, string]>(
      `SELECT slot, base58Encode(identity) FROM leaders FINAL WHERE slot BETWEEN ${FIRST} AND ${FIRST + SLOTS - 1} ORDER BY slot`,
    );
    expect(rows).toEqual(
      Array.from({ length: SLOTS }, (_, index) => {
        const truth = simulator.truthOf(FIRST + index)!;
        return [String(FIRST + index), truth.leader];
      }),
    );
    const [counts] = await ask<string[]>('SELECT count(), min(slot), max(slot) FROM leaders FINAL');
    expect(counts).toEqual([
      String(3 * SLOTS_PER_EPOCH),
      String(FIRST - SLOTS_PER_EPOCH),
      String(FIRST + 2 * SLOTS_PER_EPOCH - 1),
    ]);
  });

  it('each validator has its client, version, vote account and name', async () => {
    type Node = { pubkey: string; version: string | null; clientId?: string };
    type Vote = { nodePubkey: string; votePubkey: string };
    const nodes = await node<Node[]>('getClusterNodes');
    const votes = await node<{ current: Vote[]; delinquent: Vote[] }>('getVoteAccounts');
    const accounts = await node<{ account: { data: [string] } }[]>(
      'getProgramAccounts',
      'Config1111111111111111111111111111111111111',
      { encoding: 'base64' },
    );
    const names = new Map(
      accounts.map(({ account }): [string, string] => {
        const data = Buffer.from(account.data[0], 'base64');
        // Number of keys, a key and its flag, the identity and its flag, the length.
        const identity = bs58.encode(data.subarray(34, 66));
        const json = data.subarray(75, data.lastIndexOf('}') + 1).toString();
        return [identity, (JSON.parse(json) as { name: string }).name];
      }),
    );
    const voteOf = new Map(
      [...votes.current, ...votes.delinquent].map((it) => [it.nodePubkey, it.votePubkey]),
    );
    const expected = nodes.map(({ pubkey, version, clientId }) => [
      pubkey,
      voteOf.get(pubkey) ?? null,
      clientId === 'Unknown(8)' ? 'Rakurai' : (clientId ?? null),
      version,
      names.get(pubkey) ?? null,
    ]);
    const stored = await ask<unknown[]>(
      `SELECT base58Encode(identity), base58Encode(assumeNotNull(vote_account)), client, version, name
       FROM validators ORDER BY identity, valid_from_slot DESC, observed_at DESC LIMIT 1 BY identity`,
    );
    const byIdentity = (rows: unknown[][]) =>
      [...rows].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
    expect(byIdentity(stored)).toEqual(byIdentity(expected));
    expect(nodes.length).toBe(12);
    expect([...names.values()].length).toBeGreaterThan(5);
  });

  it('a second reading of the same writes no snapshot', async () => {
    const before = await ask('SELECT count() FROM validators');
    await read(all(2));
    expect(await ask('SELECT count() FROM validators')).toEqual(before);
  });

  it('every traded mint is requested once, and has the names of its accounts', async () => {
    const traded = await ask<[string]>(
      'SELECT DISTINCT base58Encode(arrayJoin(arrayFlatten(arrayMap(m -> m.mints, markets)))) AS mint FROM transactions FINAL ORDER BY mint',
    );
    expect(traded.length).toBeGreaterThan(30);
    const sources = new Set<unknown>();
    for (const [mint] of traded) {
      const account = (await accountOf(mint))!;
      const metadata = await accountOf(bs58.encode(metadataAddress(bs58.decode(mint))));
      // Name and symbol in Metaplex's account, at fixed offsets; in the mint's own extension after the mint again.
      const texts = [null, null] as (string | null)[];
      let source = 'mint';
      if (account.data.length > 166) {
        const at = account.data.lastIndexOf(Buffer.from(bs58.decode(mint))) + 32;
        const nameSize = account.data.readUInt32LE(at);
        const symbolAt = at + 4 + nameSize;
        if (at > 32) {
          texts[1] = account.data.subarray(at + 4, symbolAt).toString();
          texts[0] = account.data
            .subarray(symbolAt + 4, symbolAt + 4 + account.data.readUInt32LE(symbolAt))
            .toString();
          source = 'token_2022';
        }
      } else if (metadata !== null) {
        texts[1] = metadata.data.subarray(69, 101).toString().replaceAll('\0', '');
        texts[0] = metadata.data.subarray(105, 115).toString().replaceAll('\0', '');
        source = 'metaplex';
      }
      const rows = await ask<unknown[]>(
        `SELECT symbol, name, decimals, base58Encode(assumeNotNull(program)), source FROM tokens
         WHERE mint = toFixedString(base58Decode('${mint}'), 32)`,
      );
      expect([mint, ...rows]).toEqual([mint, [...texts, account.data[44], account.owner, source]]);
      sources.add(source);
    }
    expect([...sources].sort()).toEqual(['metaplex', 'mint', 'token_2022']);
    const [count] = await ask<[string]>('SELECT count() FROM tokens');
    expect(count).toEqual([String(traded.length)]);
  });
});

describe('labels', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tickscope-labels-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const own = join(folder, 'own.csv');
  const tip = CURATED_LABELS.find(({ kind }) => kind === 'tip_account')!.address;
  const wallet = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  const stored = async () =>
    new Map(
      (
        await ask<[string, string, string]>(
          'SELECT base58Encode(address), kind, label FROM labels FINAL ORDER BY address',
        )
      ).map(([address, ...rest]) => [address, rest]),
    );

  it('are this build’s, and over them the operator’s; a file that changes changes them, without a node', async () => {
    writeFileSync(own, `address,kind,label\n${wallet},wallet,Mine\n${tip},tip_account,Our tips\n`);
    const labels = new LabelsSource(own);
    const isRefused = ({ failures: seen }: Watched) => seen.some(({ message }) => message.includes('line 2'));
    const reading = read(isRefused, {
      url: null,
      labels,
      schedules: { labels: { everyMs: 50 } },
    });
    const wait = async (isSo: (labels: Map<string, string[]>) => boolean): Promise<Map<string, string[]>> => {
      const deadline = Date.now() + HANGS_AFTER_MS;
      for (;;) {
        const now = await stored();
        if (isSo(now) || Date.now() > deadline) return now;
        await sleep(20);
      }
    };
    const first = await wait((it) => it.has(wallet));
    expect(first.size).toBe(CURATED_LABELS.length + 1);
    expect(first.get(wallet)).toEqual(['wallet', 'Mine']);
    expect(first.get(tip)).toEqual(['tip_account', 'Our tips']);

    writeFileSync(own, `address,kind,label\n${wallet},wallet,Mine and yours\n`);
    const second = await wait((it) => it.get(tip)?.[1] !== 'Our tips');
    expect(second.get(wallet)).toEqual(['wallet', 'Mine and yours']);
    expect(second.get(tip)![1]).toMatch(/^Jito tip account/);

    writeFileSync(own, 'address,kind,label\n');
    expect((await wait((it) => !it.has(wallet))).size).toBe(CURATED_LABELS.length);

    // A file that is wrong takes nothing away.
    writeFileSync(own, 'address,kind,label\nnobody,wallet,x\n');
    const { failures } = await reading;
    expect((await stored()).size).toBe(CURATED_LABELS.length);
    expect(failures.map(({ message }) => message).join()).toContain('line 2: address: expected base58');
  });
});

test('a node that fails, limits and is slow holds up no block of the stream', async () => {
  const { client: own } = await store.fresh();
  const slots = 40;
  const chain = await startSimulator({
    generate: {
      seed: 'beside',
      slots,
      transactionsPerSlot: 40,
      dexShare: 0.5,
      firstSlot: FIRST,
      skippedShare: 0,
    },
    pace: { slotMs: 100, retentionSlots: 1_000 },
    startOn: 'first-subscriber',
    rpc: { faults: { failShare: 0.5, latencyMs: 500, requestsPerSecond: 3 } },
  });
  let failures = 0;
  const reference = new ReferenceData({
    store: own,
    rpc: createJsonRpc({ url: chain.rpc!.endpoint, maxPerSecond: 500 }),
    labels: new LabelsSource(null),
    on: {
      succeeded() {},
      failed() {
        failures += 1;
      },
      pendingMints() {},
      nodeSlot() {},
    },
    schedules: FAST,
  });
  const running = reference.run();
  const isStored = hasSlots(own, slots);
  const seen = await ingest(own, chain.endpoint, async () => failures > 0 && (await isStored()));
  reference.stop();
  await running;
  await chain.stop();
  expect(seen).toEqual({ incomplete: [], missing: [], garbage: 0, disconnects: expect.any(Array) });
  expect(failures).toBeGreaterThan(0);
});

describe('a node that', () => {
  it('is away: only labels are read, and the ingester keeps running', async () => {
    await client.command({ query: 'TRUNCATE TABLE tokens' });
    const { succeeded, failures } = await read(({ failures: seen }) => seen.length > 12, {
      url: 'http://127.0.0.1:9',
    });
    expect([...succeeded.keys()]).toEqual(['labels']);
    expect(new Set(failures.map(({ kind }) => kind)).size).toBeGreaterThan(3);
  });

  it('fails half of the time, or answers 429: it is asked until it answers', async () => {
    simulator.rpc!.faults.failShare = 0.5;
    const flaky = await read(all(2));
    expect(all(2)(flaky)).toBe(true);
    expect(flaky.failures.map(({ message }) => message)).toContain('the node answered HTTP 503');
    simulator.rpc!.faults.failShare = 0;
    simulator.rpc!.faults.requestsPerSecond = 4;
    const limited = await read(all(1));
    expect(all(1)(limited)).toBe(true);
    // As long as its Retry-After says.
    for (const { message, waitMs } of limited.failures)
      if (message.includes('429')) expect(waitMs).toBeGreaterThanOrEqual(1_000);
  });

  it('is slow: the request is given up at the deadline and repeated', async () => {
    await client.command({ query: 'TRUNCATE TABLE tokens' });
    simulator.rpc!.faults.latencyMs = 5_000;
    const slow = Object.fromEntries(
      REFERENCE_KINDS.map((kind) => [kind, { ...FAST[kind], deadlineMs: kind === 'labels' ? 60_000 : 300 }]),
    );
    const { succeeded, failures } = await read(({ failures: seen }) => seen.length > 6, { schedules: slow });
    expect([...succeeded.keys()]).toEqual(['labels']);
    expect(failures.length).toBeGreaterThan(6);
  });

  describe('lies', () => {
    let liar: Server | undefined;
    afterEach(() => {
      liar?.closeAllConnections();
      liar?.close();
    });

    /** The simulator's node, some of whose results come changed. */
    async function lying(change: (method: string, result: unknown) => unknown): Promise<string> {
      liar = createServer((req, res) => {
        const chunks: Buffer[] = [];
        req.on('data', (chunk: Buffer) => chunks.push(chunk));
        req.on('end', async () => {
          const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
            id: number;
            method: string;
            params: unknown[];
          };
          const result = change(method, await node(method, ...params));
          res.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
        });
      });
      await new Promise<void>((resolve) => liar!.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
    }

    it('about leaders in one of two sources is not accepted', async () => {
      await client.command({ query: 'TRUNCATE TABLE leaders' });
      const url = await lying((method, result) =>
        method === 'getSlotLeaders'
          ? (result as string[]).map(() => 'So11111111111111111111111111111111111111112')
          : result,
      );
      const { failures } = await read(
        ({ failures: seen }) => seen.filter(({ kind }) => kind === 'leaders').length > 1,
        { url },
      );
      expect(failures[0]!.message).toMatch(/schedule and slot leaders differ at slot/);
      expect(await ask('SELECT count() FROM leaders')).toEqual([['0']]);
    });

    it('with unknown shapes changes no stored row', async () => {
      const before = [await ask('SELECT count() FROM validators'), await ask('SELECT count() FROM tokens')];
      const url = await lying((method) => (method.length % 2 === 0 ? { value: 'nonsense' } : [[['x']]]));
      const { succeeded } = await read(({ failures: seen }) => seen.length > 10, { url });
      expect([...succeeded.keys()].filter((kind) => kind !== 'tokens')).toEqual(['labels']);
      expect([await ask('SELECT count() FROM validators'), await ask('SELECT count() FROM tokens')]).toEqual(
        before,
      );
    });
  });
});
