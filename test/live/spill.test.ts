import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import { Spill } from '@tickscope/pipeline';
import { type Simulator, startSimulator } from '@tickscope/simulator';
import { BlockWriter, migrate } from '@tickscope/store';
import { digests } from '@tickscope/testkit/store/table-digests';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { IS_WHOLE } from '@tickscope/testkit/whole';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { canMount, Disk } from '../faults/disks.js';
import { exitCode, kill, startIngester } from './ingester-process.js';
import { countSlots, liveStore } from './support.js';
import { openGaps, runUndisturbed, runWhole } from './whole-ingester.js';

const FIRST = 432_000_000;
const CHAIN = {
  seed: 'spill',
  firstSlot: FIRST,
  slots: 120,
  transactionsPerSlot: 60,
  skippedShare: 0.05,
  slotMs: 400,
};
const ASSEMBLY = { source: 'geyser', expectTransactions: true, expectEntries: true } as const;
/** A block of this chain takes some 150 kB, as rows and as its message: the queue holds thirteen. */
const SMALL_QUEUE = { queueBytes: 2_000_000, batchBytes: 2_000_000, maxPauseMs: 200 };

/** After any outage of ClickHouse during a stream, the tables equal those of an undisturbed run. */
describe('blocks that wait on disk', () => {
  const store = liveStore();
  let expected: Record<string, string>;
  let blocks: number;
  const closers: (() => unknown)[] = [];

  function serve(slotMs = 40): Promise<Simulator> {
    return startSimulator({
      generate: CHAIN,
      pace: { slotMs, retentionSlots: 1_000 },
      startOn: 'first-subscriber',
    });
  }
  function folder(): string {
    const dir = mkdtempSync(join(tmpdir(), 'tickscope-spill-'));
    closers.push(() => rmSync(dir, { recursive: true, force: true }));
    return dir;
  }
  async function openSpill(dir: string, maxBytes = 1_000_000_000): Promise<Spill> {
    const spill = await Spill.open({
      dir,
      maxBytes,
      database: 'test',
      assembly: ASSEMBLY,
      segmentBytes: 500_000,
    });
    closers.push(() => spill.close());
    return spill;
  }
  /** All blocks stored, and none missing. */
  function whole(client: TestConnection): () => Promise<boolean> {
    return async () => (await countSlots(client)) >= blocks && (await openGaps(client)) === 0;
  }

  beforeAll(async () => {
    const { client } = await store.fresh();
    blocks = await runUndisturbed(client, CHAIN);
    expected = await digests(client);
    expect(blocks).toBeGreaterThan(60);
  }, 120_000);
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  afterAll(() => store.stop());

  type Fault = { begin(): unknown; end(): unknown };
  const settings = (client: TestConnection, change: string): Promise<unknown> =>
    client.command({ query: `ALTER TABLE transactions ${change}` });
  const faults: [string, (server: EmbeddedClickHouse, client: TestConnection) => Fault][] = [
    [
      'stops answering for a while',
      ({ pid }) => ({ begin: () => process.kill(pid, 'SIGSTOP'), end: () => process.kill(pid, 'SIGCONT') }),
    ],
    [
      'has no room on its disk',
      (_, client) => ({
        begin: () =>
          settings(client, 'MODIFY SETTING min_free_disk_bytes_to_perform_insert = 1000000000000000'),
        end: () => settings(client, 'RESET SETTING min_free_disk_bytes_to_perform_insert'),
      }),
    ],
    [
      'has too many parts',
      (_, client) => ({
        begin: () => settings(client, 'MODIFY SETTING parts_to_delay_insert = 1, parts_to_throw_insert = 1'),
        end: () => settings(client, 'RESET SETTING parts_to_delay_insert, parts_to_throw_insert'),
      }),
    ],
  ];
  /** `npm test` takes one that hangs and one that refuses. */
  it.each(IS_WHOLE ? faults : faults.slice(0, 2))(
    'ClickHouse %s: nothing is lost, nothing is read twice',
    async (_, fault) => {
      const simulator = await serve();
      const { server, client } = await store.fresh();
      const spill = await openSpill(folder());
      const { begin, end } = fault(server, client);
      // Short, so that a server that hangs is a request that times out.
      const hurried = connectTo(server, 'owner', { requestTimeoutMs: 700 });
      closers.push(() => hurried.close());
      let failed = 0;
      const hurriedWriter = new BlockWriter(hurried);
      const disturbed = (async () => {
        while ((await countSlots(client)) < 10) await sleep(20);
        await begin();
        while (failed === 0 || spill.state.blocks <= 5) await sleep(20);
        await end();
      })();
      const seen = await runWhole({
        client,
        endpoint: simulator.endpoint,
        spill,
        writer: {
          async write(batch) {
            try {
              return await hurriedWriter.write(batch);
            } catch (error) {
              failed += 1;
              throw error;
            }
          },
        },
        limits: SMALL_QUEUE,
        isDone: whole(client),
      });
      await disturbed;
      await simulator.stop();
      expect(seen.writeErrors.length).toBeGreaterThan(0);
      // When the chain has ended its stream stalls; nothing else ends it.
      expect(seen.disconnects.filter((cause) => cause !== 'stalled')).toEqual([]);
      expect(seen.incomplete).toEqual([]);
      expect(spill.state).toMatchObject({ bytes: 0, blocks: 0 });
      expect(await digests(client)).toEqual(expected);
    },
  );

  it.runIf(IS_WHOLE)('a user who may only read: the same rows go through when it may write', async () => {
    const simulator = await serve();
    const { server, client } = await store.fresh();
    const reader = connectTo(server, 'reader');
    closers.push(() => reader.close());
    const writers = { owner: new BlockWriter(client), reader: new BlockWriter(reader) };
    let mayWrite = true;
    let refused = 0;
    const disturbed = (async () => {
      while ((await countSlots(client)) < 10) await sleep(20);
      mayWrite = false;
      while (refused === 0) await sleep(20);
      mayWrite = true;
    })();
    const write = async (batch: Parameters<BlockWriter['write']>[0]) => {
      if (mayWrite) return writers.owner.write(batch);
      try {
        return await writers.reader.write(batch);
      } catch (error) {
        refused += 1;
        throw error;
      }
    };
    const seen = await runWhole({
      client,
      endpoint: simulator.endpoint,
      spill: await openSpill(folder()),
      writer: { write },
      limits: SMALL_QUEUE,
      isDone: whole(client),
    });
    await disturbed;
    await simulator.stop();
    expect(seen.writeErrors.length).toBeGreaterThan(0);
    expect(seen.incomplete).toEqual([]);
    expect(await digests(client)).toEqual(expected);
  });

  interface Away {
    /** Once some blocks are stored, before the writer refuses all. */
    begin?(): void;
    /** Again and again while it does, until the stream was cut and this is true. */
    isSeen(): boolean;
    end?(): void;
  }

  /** The whole chain into a fresh store, whose writer refuses all for a while. */
  async function runWithWriterAway(spill: Spill, { begin, isSeen, end }: Away) {
    const simulator = await serve();
    const { client } = await store.fresh();
    const writer = new BlockWriter(client);
    let isAway = false;
    let isCut = false;
    const disturbed = (async () => {
      while ((await countSlots(client)) < 10) await sleep(20);
      begin?.();
      isAway = true;
      while (!isSeen() || !isCut) await sleep(20);
      isAway = false;
      end?.();
    })();
    const seen = await runWhole({
      client,
      endpoint: simulator.endpoint,
      spill,
      writer: {
        write(batch) {
          if (isAway) throw new Error('away');
          return writer.write(batch);
        },
      },
      limits: SMALL_QUEUE,
      onDisconnected(cause) {
        isCut ||= cause === 'writer_behind';
      },
      isDone: whole(client),
    });
    await disturbed;
    await simulator.stop();
    expect(seen.disconnects).toContain('writer_behind');
    expect(await digests(client)).toEqual(expected);
    return seen;
  }

  it('a spill that is full: the stream is cut and taken up again', async () => {
    const spill = await openSpill(folder(), 1_100_000);
    let most = 0;
    await runWithWriterAway(spill, {
      isSeen() {
        most = Math.max(most, spill.bytes);
        return most > 500_000;
      },
    });
    expect(most).toBeLessThanOrEqual(1_100_000);
  });

  const diskFaults: [string, RegExp, (disk: Disk) => void, (disk: Disk) => void][] = [
    ['gets full', /ENOSPC|takes no more/, () => {}, () => {}],
    ['can only be read', /EROFS/, (disk) => disk.makeReadOnly(), (disk) => disk.makeWritable()],
  ];
  it.skipIf(!canMount()).each(IS_WHOLE ? diskFaults : diskFaults.slice(0, 1))(
    'a disk that %s: blocks that do not fit are read again later',
    async (_, expectedRefusal, begin, end) => {
      const disk = new Disk(folder(), 1_000_000);
      closers.push(() => disk.remove());
      const spill = await openSpill(disk.path);
      let refusal: string | null = null;
      const seen = await runWithWriterAway(spill, {
        begin: () => begin(disk),
        isSeen() {
          refusal ??= spill.refusal;
          return refusal !== null;
        },
        end: () => end(disk),
      });
      expect(refusal).toMatch(expectedRefusal);
      expect(seen.damaged).toEqual([]);
    },
  );

  it('a stop while ClickHouse is away: the queued blocks are on disk for the next run', async () => {
    const simulator = await serve();
    const { client } = await store.fresh();
    const dir = folder();
    const spill = await openSpill(dir);
    let isAway = false;
    const writer = new BlockWriter(client);
    await runWhole({
      client,
      endpoint: simulator.endpoint,
      spill,
      writer: {
        write(batch) {
          if (isAway) throw new Error('away');
          return writer.write(batch);
        },
      },
      limits: { ...SMALL_QUEUE, stopDeadlineMs: 300 },
      async isDone() {
        isAway ||= (await countSlots(client)) >= 10;
        return isAway && spill.state.blocks > 5;
      },
    });
    const stored = await countSlots(client);
    expect(stored).toBeLessThan(blocks);
    expect(spill.state.blocks).toBeGreaterThan(5);
    await spill.close();
    const next = await openSpill(dir);
    // The blocks on disk follow the stored ones without a missing slot: no server is needed for them.
    await runWhole({
      client,
      endpoint: 'http://127.0.0.1:1',
      spill: next,
      isDone: async () => next.state.blocks === 0,
    });
    expect(await countSlots(client)).toBeGreaterThan(stored + 5);
    const missing = await client.read.queryRows<[string]>(
      `SELECT slot FROM (SELECT slot, parent_slot, lagInFrame(slot) OVER (ORDER BY slot) AS before, row_number() OVER (ORDER BY slot) AS n
       FROM slots FINAL) WHERE n > 1 AND parent_slot != before`,
      { timeoutMs: 30_000 },
    );
    expect(missing).toEqual([]);
    await runWhole({ client, endpoint: simulator.endpoint, isDone: whole(client) });
    await simulator.stop();
    expect(await digests(client)).toEqual(expected);
  });

  it('kill -9 of the ingester and of ClickHouse, with a damaged and a torn segment between', async () => {
    const dataDir = folder();
    const spillDir = folder();
    const simulator = await serve(60);
    let server = await startClickHouse({ dataDir });
    const ports = { httpPort: server.httpPort, tcpPort: server.tcpPort };
    const client = connectTo(server);
    await migrate(client);
    const env = { SPILL_DIR: spillDir, INGESTER_QUEUE_MB: '2' };
    let ingester = startIngester({ server, endpoint: simulator.endpoint, env });
    const segments = (): string[] =>
      readdirSync(spillDir)
        .filter((name) => name.endsWith('.spill'))
        .sort()
        .map((name) => join(spillDir, name));
    try {
      while ((await countSlots(client)) < 5) await sleep(50);
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
      while (segments().length === 0 || readFileSync(segments()[0]!).length < 200_000) await sleep(50);
      await kill(ingester);
      expect(segments().length).toBeGreaterThan(0);
      // A byte of a block in the first one, and the end of the last one.
      const first = readFileSync(segments()[0]!);
      first[1_000]! ^= 0xff;
      writeFileSync(segments()[0]!, first);
      const last = readFileSync(segments().at(-1)!);
      writeFileSync(segments().at(-1)!, last.subarray(0, last.length - 1_000));
      server = await startClickHouse({ dataDir, ...ports });
      ingester = startIngester({ server, endpoint: simulator.endpoint, env });
      const isWhole = whole(client);
      const until = Date.now() + 300_000;
      while (!(await isWhole().catch(() => false)) && Date.now() < until) await sleep(200);
      ingester.kill('SIGTERM');
      expect(await exitCode(ingester)).toBe(0);
      expect(segments()).toEqual([]);
      expect(await digests(client)).toEqual(expected);
    } finally {
      ingester.kill('SIGKILL');
      await client.close();
      await server.stop();
      await simulator.stop();
    }
  });
});
