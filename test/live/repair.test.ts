import type { Block } from '@tickscope/chain';
import { createJsonRpc, GapRepair, type RepairSource, replaySource, rpcSource } from '@tickscope/pipeline';
import { type FaultOptions, type Simulator, startSimulator } from '@tickscope/simulator';
import { BlockWriter, type Gap, writeGap } from '@tickscope/store';
import { digests } from '@tickscope/testkit/store/table-digests';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countSlots, hasSlots, ingest, liveStore } from './support.js';

const FIRST = 432_000_000;
const SLOTS = 60;
const CHAIN = {
  seed: 'repair',
  slots: SLOTS,
  transactionsPerSlot: 40,
  skippedShare: 0.1,
  firstSlot: FIRST,
  slotMs: 400,
};
const IMMEDIATELY = { firstWaitSeconds: 0, longestWaitSeconds: 0 };

interface Repaired {
  gaps: Gap[];
  blocks: { slot: number; source: string }[];
}

/** After repair of any missing slots, the tables equal those of an undisturbed run. */
describe('gap repair', () => {
  const store = liveStore();
  let expected: Record<string, string>;
  /** Slots with a block, in order. */
  let chain: number[];

  function serve(faults: Partial<FaultOptions> = {}): Promise<Simulator> {
    return startSimulator({
      generate: CHAIN,
      pace: { slotMs: 10, retentionSlots: 1_000 },
      startOn: 'first-subscriber',
      faults,
    });
  }

  async function gapsOf(client: TestConnection): Promise<Gap[]> {
    type Row = [string, string, Gap['cause'], Gap['state'], string, number];
    const rows = await client.read.queryRows<Row>(
      'SELECT from_slot, to_slot, cause, state, detail, tries FROM gaps FINAL ORDER BY from_slot, cause',
      { timeoutMs: 30_000 },
    );
    return rows.map(([fromSlot, toSlot, cause, state, detail, tries]) => ({
      fromSlot: Number(fromSlot),
      toSlot: Number(toSlot),
      cause,
      state,
      detail,
      tries,
    }));
  }

  async function repair(
    client: TestConnection,
    sources: readonly RepairSource[],
    limits: { maxTries?: number; blocksAtOnce?: number } = {},
  ): Promise<Repaired> {
    const blocks: Repaired['blocks'] = [];
    const repairing = new GapRepair({
      store: client,
      writer: new BlockWriter(client),
      sources,
      on: {
        gaps() {},
        repaired: (block: Block, source) => blocks.push({ slot: block.slot, source }),
        settled() {},
        failed(error) {
          throw error;
        },
      },
      limits: { ...IMMEDIATELY, ...limits },
    });
    while (!(await repairing.round()));
    return { gaps: await gapsOf(client), blocks };
  }

  function replayOf(simulator: Simulator): RepairSource {
    return replaySource({
      name: 'replay',
      endpoint: { url: simulator.endpoint, xToken: null, compression: 'none' },
      mode: 'blocks',
      commitment: 'processed',
      stallMs: 1_000,
    });
  }

  /** Deletes blocks as if they had never come. */
  async function forget(client: TestConnection, slots: readonly number[]): Promise<void> {
    for (const table of Object.keys(expected))
      await client.command({ query: `DELETE FROM ${table} WHERE slot IN (${slots.join(', ')})` });
  }

  beforeAll(async () => {
    const simulator = await serve();
    const { client } = await store.fresh();
    const last = FIRST + SLOTS - 1;
    await ingest(client, simulator.endpoint, async () => {
      const [row] = await client.read.queryRows<[string]>('SELECT max(slot) FROM slots', {
        timeoutMs: 30_000,
      });
      return Number(row?.[0]) >= last - 3 && (await countSlots(client)) > 0;
    });
    const rows = await client.read.queryRows<[string]>('SELECT slot FROM slots FINAL ORDER BY slot', {
      timeoutMs: 30_000,
    });
    chain = rows.map(([slot]) => Number(slot));
    expected = await digests(client, { where: `slot <= ${chain.at(-1)}` });
    await simulator.stop();
  }, 120_000);
  afterAll(() => store.stop());

  it('by replay: incomplete and dropped slots are complete in the end, ticks included', async () => {
    const simulator = await serve({ halfSlots: [chain[10]!, chain[30]!], dropAt: [25, 26, 60] });
    const { client } = await store.fresh();
    const whole = hasSlots(client, chain.length - 6);
    await ingest(client, simulator.endpoint, async () => {
      const [row] = await client.read.queryRows<[string]>('SELECT max(slot) FROM slots', {
        timeoutMs: 30_000,
      });
      return (await whole()) && Number(row?.[0]) >= chain.at(-1)!;
    });
    const before = await gapsOf(client);
    expect(before.filter(({ state }) => state === 'open').length).toBeGreaterThanOrEqual(2);
    const { gaps, blocks } = await repair(client, [replayOf(simulator)]);
    await simulator.stop();
    expect(gaps.map(({ state }) => state)).toEqual(gaps.map(() => 'repaired'));
    expect(blocks.map(({ slot }) => slot)).toContain(chain[10]);
    expect(await digests(client, { where: `slot <= ${chain.at(-1)}` })).toEqual(expected);
  });

  describe('of stored blocks', () => {
    let simulator: Simulator;
    let client: TestConnection;
    beforeAll(async () => {
      simulator = await serve();
      ({ client } = await store.fresh());
      await ingest(client, simulator.endpoint, hasSlots(client, chain.length));
    }, 120_000);
    afterAll(() => simulator.stop());

    const gap = (fromSlot: number, toSlot: number, cause: Gap['cause'] = 'missing'): Gap => ({
      fromSlot,
      toSlot,
      cause,
      state: 'open',
      detail: 'made by this test',
      tries: 0,
    });

    it('a long range is fetched in several batches', async () => {
      const missing = chain.slice(5, 45);
      await forget(client, missing);
      await writeGap(client.write, gap(missing[0]!, missing.at(-1)!));
      const { gaps, blocks } = await repair(client, [replayOf(simulator)], { blocksAtOnce: 7 });
      expect(blocks.map(({ slot }) => slot)).toEqual([...missing].reverse());
      expect(gaps.at(-1)).toMatchObject({ state: 'repaired' });
      expect(await digests(client, { where: `slot <= ${chain.at(-1)}` })).toEqual(expected);
    });

    it('a range that was filled meanwhile is closed without a request', async () => {
      await writeGap(client.write, gap(chain[3]!, chain[8]!, 'incomplete'));
      const { gaps, blocks } = await repair(client, []);
      expect(blocks).toEqual([]);
      expect(gaps.find(({ cause }) => cause === 'incomplete')).toMatchObject({
        state: 'repaired',
        detail: expect.stringContaining('was stored meanwhile'),
      });
    });

    it('a slot that the chain skipped is not a gap', async () => {
      const skipped = Array.from({ length: SLOTS }, (_, index) => FIRST + index).find(
        (slot) => !chain.includes(slot) && slot > chain[0]! && slot < chain.at(-1)!,
      )!;
      await writeGap(client.write, gap(skipped, skipped, 'incomplete'));
      const { gaps, blocks } = await repair(client, []);
      expect(blocks).toEqual([]);
      expect(gaps.find(({ fromSlot }) => fromSlot === skipped)).toMatchObject({
        state: 'repaired',
        detail: expect.stringContaining('1 slots were skipped'),
      });
    });

    it('another block than the one its child names is not taken; tried often enough, it is left to a person', async () => {
      const slot = chain[20]!;
      await forget(client, [slot]);
      await writeGap(client.write, gap(slot, slot));
      const other = await startSimulator({
        generate: { ...CHAIN, seed: 'another chain', skippedShare: 0 },
        pace: { historySlots: SLOTS, retentionSlots: 1_000 },
      });
      const { gaps, blocks } = await repair(client, [replayOf(other)], { maxTries: 3 });
      await repair(client, [replayOf(other)], { maxTries: 3 });
      const last = await repair(client, [replayOf(other)], { maxTries: 3 });
      expect(blocks).toEqual([]);
      expect(gaps.find(({ fromSlot }) => fromSlot === slot)).toMatchObject({
        state: 'open',
        tries: 1,
        detail: expect.stringContaining('another one than the chain has'),
      });
      expect(last.gaps.find(({ fromSlot }) => fromSlot === slot)).toMatchObject({
        state: 'given_up',
        tries: 3,
      });
      // A person sets it to open again, with a source that has it.
      await writeGap(client.write, gap(slot, slot));
      await repair(client, [replayOf(other), replayOf(simulator)]);
      await other.stop();
      expect(await digests(client, { where: `slot <= ${chain.at(-1)}` })).toEqual(expected);
    });

    it('at the end of the stored blocks it waits, as no later block confirms the slots', async () => {
      const slot = chain.at(-1)! + 100;
      await writeGap(client.write, gap(slot, slot));
      const { gaps } = await repair(client, [replayOf(simulator)]);
      expect(gaps.find(({ fromSlot }) => fromSlot === slot)).toMatchObject({ state: 'open', tries: 1 });
    });
  });
});

describe('gap repair over JSON-RPC', () => {
  const store = liveStore();
  let simulator: Simulator;
  let client: TestConnection;
  let chain: number[];
  let whole: Record<string, string>;
  afterAll(async () => {
    await simulator?.stop();
    await store.stop();
  });

  beforeAll(async () => {
    simulator = await startSimulator({
      generate: CHAIN,
      pace: { slotMs: 10, retentionSlots: 1_000 },
      startOn: 'first-subscriber',
      rpc: {},
    });
    ({ client } = await store.fresh());
    await ingest(client, simulator.endpoint, async () => {
      const [row] = await client.read.queryRows<[string]>('SELECT max(slot) FROM slots', {
        timeoutMs: 30_000,
      });
      return Number(row?.[0]) >= FIRST + SLOTS - 4;
    });
    const rows = await client.read.queryRows<[string]>('SELECT slot FROM slots FINAL ORDER BY slot', {
      timeoutMs: 30_000,
    });
    chain = rows.map(([slot]) => Number(slot));
    whole = await digests(client, { withoutTicks: true, tables: WITHOUT_ENTRIES });
  }, 120_000);

  /** RPC blocks have no entries, so these tables hold the same but for ticks. */
  const WITHOUT_ENTRIES = [
    ...['slots', 'transactions', 'account_slots', 'signatures'],
    ...['swaps', 'swaps_by_trader', 'token_links', 'pool_events', 'fills', 'rebates'],
    ...['tips', 'unknown_frames'],
  ];

  const source = (): RepairSource =>
    rpcSource(createJsonRpc({ url: simulator.rpc!.endpoint, maxPerSecond: 1_000, timeoutMs: 10_000 }));

  async function lose(slots: readonly number[]): Promise<void> {
    for (const table of [...WITHOUT_ENTRIES, 'entries'])
      await client.command({ query: `DELETE FROM ${table} WHERE slot IN (${slots.join(', ')})` });
    await writeGap(client.write, {
      fromSlot: slots[0]!,
      toSlot: slots.at(-1)!,
      cause: 'missing',
      state: 'open',
      detail: 'made by this test',
    });
  }

  /** Repairs one batch of each gap that is due. Returns the state of the gap that begins at `slot`. */
  async function repairBatch(slot: number): Promise<{ state: string; detail: string; tries: number }> {
    const repairing = new GapRepair({
      store: client,
      writer: new BlockWriter(client),
      sources: [source()],
      on: { gaps() {}, repaired() {}, settled() {}, failed() {} },
      limits: IMMEDIATELY,
    });
    await repairing.round();
    const [row] = await client.read.queryRows<[string, string, number]>(
      `SELECT toString(state), detail, tries FROM gaps FINAL WHERE from_slot = ${slot}`,
      { timeoutMs: 30_000 },
    );
    const [state, detail, tries] = row!;
    return { state, detail, tries };
  }

  it('stores complete blocks without ticks, which their content shows', async () => {
    const lost = chain.slice(10, 20);
    await lose(lost);
    expect(await repairBatch(lost[0]!)).toMatchObject({
      state: 'repaired',
      detail: expect.stringContaining('10 by JSON-RPC'),
    });
    expect(await digests(client, { withoutTicks: true, tables: WITHOUT_ENTRIES })).toEqual(whole);
    const contents = await client.read.queryRows<[string]>(
      `SELECT DISTINCT toString(content) FROM slots FINAL WHERE slot IN (${lost.join(', ')})`,
      { timeoutMs: 30_000 },
    );
    expect(contents).toEqual([['no_entries']]);
  });

  it.each([
    ['that fails', { failShare: 1 }, 'HTTP 503'],
    ['that is asked too often', { requestsPerSecond: 0.001 }, 'HTTP 429'],
  ])('waits for a node %s', async (_, faults, reason) => {
    const lost = chain.slice(30, 32);
    await lose(lost);
    Object.assign(simulator.rpc!.faults, faults);
    // The rate allows a first call.
    let last = await repairBatch(lost[0]!);
    if (last.state !== 'repaired') last = await repairBatch(lost[0]!);
    Object.assign(simulator.rpc!.faults, { failShare: 0, requestsPerSecond: null });
    expect(last).toMatchObject({ state: 'open', detail: expect.stringContaining(reason) });
    expect(await repairBatch(lost[0]!)).toMatchObject({ state: 'repaired' });
    expect(await digests(client, { withoutTicks: true, tables: WITHOUT_ENTRIES })).toEqual(whole);
  });

  it('accepts neither a block with another hash than the chain has, nor the claim that the slot was skipped', async () => {
    const [lying, missing] = [chain[40]!, chain[45]!];
    await lose([lying]);
    await lose([missing]);
    simulator.rpc!.faults.wrongBlockhashSlots = [lying];
    simulator.rpc!.faults.missingSlots = [missing];
    const liedReport = await repairBatch(lying);
    const missingReport = await repairBatch(missing);
    simulator.rpc!.faults.wrongBlockhashSlots = [];
    simulator.rpc!.faults.missingSlots = [];
    expect(liedReport).toMatchObject({
      state: 'open',
      detail: expect.stringContaining('another one than the chain has'),
    });
    expect(missingReport.state).toBe('open');
    await repairBatch(lying);
    expect(await repairBatch(missing)).toMatchObject({ state: 'repaired' });
    expect(await digests(client, { withoutTicks: true, tables: WITHOUT_ENTRIES })).toEqual(whole);
  });
});

describe('a second server of the same chain', () => {
  const store = liveStore();
  afterAll(() => store.stop());

  it('takes over when the first one dies, without a missing slot', async () => {
    const serve = (): Promise<Simulator> =>
      startSimulator({
        generate: { ...CHAIN, slots: null },
        pace: { slotMs: 200, retentionSlots: 10_000 },
      });
    const [first, second] = [await serve(), await serve()];
    const { client } = await store.fresh();
    const stopped = hasSlots(client, 20);
    let isFirstAlive = true;
    /** Slot that only the second one had time to send. */
    let target = Number.POSITIVE_INFINITY;
    const servers: number[] = [];
    const seen = await ingest(
      client,
      first.endpoint,
      async () => {
        if (isFirstAlive && (await stopped())) {
          isFirstAlive = false;
          await first.stop();
          target = first.chain.head('processed')!.slot + 20;
        }
        const [row] = await client.read.queryRows<[string]>('SELECT max(slot) FROM slots', {
          timeoutMs: 30_000,
        });
        return Number(row?.[0]) >= target;
      },
      {
        fallbacks: [{ url: second.endpoint, xToken: null, compression: 'none' }],
        onServer: (server) => servers.push(server),
      },
    );
    await second.stop();
    expect(seen.disconnects.length).toBeGreaterThanOrEqual(1);
    expect(servers[0]).toBe(0);
    expect(servers.at(-1)).toBe(1);
    // Every block links to the one before it.
    const broken = await client.read.queryRows<[string]>(
      `SELECT slot FROM (
        SELECT slot, parent_slot, lagInFrame(slot) OVER (ORDER BY slot) AS before, row_number() OVER (ORDER BY slot) AS n
        FROM slots FINAL) WHERE n > 1 AND parent_slot != before`,
      { timeoutMs: 30_000 },
    );
    expect(broken).toEqual([]);
    expect(seen.missing).toEqual([]);
  });
});
