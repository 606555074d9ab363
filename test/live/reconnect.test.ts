import { type DisconnectCause, Ingester } from '@tickscope/pipeline';
import { type SimulatorOptions, startSimulator } from '@tickscope/simulator';
import { BlockWriter, writeGaps } from '@tickscope/store';
import { afterAll, expect, it } from 'vitest';
import { liveStore } from './support.js';

interface Reconnects {
  subscriptions: number;
  causes: DisconnectCause[];
  details: string[];
  tookMs: number;
}

const store = liveStore();
afterAll(() => store.stop());

/** Runs an ingester until its stream has ended `times` times. */
async function reconnect(times: number, options: SimulatorOptions): Promise<Reconnects> {
  const simulator = await startSimulator({
    ...options,
    generate: { slots: 400, transactionsPerSlot: 10, skippedShare: 0 },
    pace: { slotMs: 20, retentionSlots: 1_000 },
    startOn: 'first-subscriber',
  });
  const { client } = await store.fresh();
  const seen: Reconnects = { subscriptions: 0, causes: [], details: [], tookMs: 0 };
  const startedAt = performance.now();
  const ingester: Ingester = new Ingester({
    endpoint: { url: simulator.endpoint, xToken: null, compression: 'none' },
    mode: 'blocks',
    content: 'full',
    commitment: 'processed',
    lastStoredSlot: null,
    writer: new BlockWriter(client),
    writeGaps: (gaps) => writeGaps(client.write, gaps),
    on: {
      connected: () => {
        seen.subscriptions += 1;
      },
      disconnected: (cause, detail) => {
        seen.causes.push(cause);
        seen.details.push(detail);
        if (seen.causes.length === times) ingester.stop();
      },
    },
  });
  await ingester.run();
  seen.tookMs = performance.now() - startedAt;
  await simulator.stop();
  return seen;
}

it('a server that ends each subscription after a message or two is contacted less and less often', async () => {
  const { subscriptions, tookMs } = await reconnect(7, { faults: { disconnectEvery: 1 } });
  expect(subscriptions).toBe(7);
  // Half of 0.2, 0.4, 0.8, 1.6, 3.2 and 6.4 s: the least that the six waits take.
  expect(tookMs).toBeGreaterThan(6_300);
});

it('a server that refuses each replay, be it after a message, is then read from its head', async () => {
  const simulator = await startSimulator({
    generate: { slots: 400, transactionsPerSlot: 10, skippedShare: 0, firstSlot: 1_000 },
    pace: { slotMs: 20, retentionSlots: 1_000 },
    startOn: 'first-subscriber',
    canReplay: 'late',
  });
  const { client } = await store.fresh();
  const asked: (number | null)[] = [];
  let messages = 0;
  const ingester: Ingester = new Ingester({
    endpoint: { url: simulator.endpoint, xToken: null, compression: 'none' },
    ...{ mode: 'blocks', content: 'full', commitment: 'processed', lastStoredSlot: 1_000 },
    writer: new BlockWriter(client),
    writeGaps: (gaps) => writeGaps(client.write, gaps),
    on: {
      connected: (fromSlot) => asked.push(fromSlot),
      message() {
        messages += 1;
      },
      queued: () => ingester.stop(),
    },
  });
  await ingester.run();
  await simulator.stop();
  expect(asked.map((fromSlot) => typeof fromSlot)).toEqual(['number', 'number', 'object']);
  expect(messages).toBeGreaterThan(2);
});

it('a server that refuses the token is recognised by its error, and the log has instructions', async () => {
  const { subscriptions, causes, details } = await reconnect(3, { xToken: 'secret' });
  expect(subscriptions).toBe(0);
  expect(causes).toEqual(['refused', 'refused', 'refused']);
  expect(details[0]).toMatch(
    /^the server does not accept the token: check GEYSER_X_TOKEN .*No valid auth token/,
  );
});
