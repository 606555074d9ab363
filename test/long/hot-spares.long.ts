import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BlockTruth, type SlotTruth, startSimulator } from '@tickscope/simulator';
import { Random } from '@tickscope/testkit/random';
import { afterAll, expect, it } from 'vitest';
import { kill, startIngester } from '../live/ingester-process.js';
import { countSlots, liveStore } from '../live/support.js';
import { expectProven } from '../live/whole-chain.js';
import { openGaps } from '../live/whole-ingester.js';
import { testCertificate } from '../support/certificate.js';

const MINUTES = Number(process.env['LONG_MINUTES'] ?? 20);
const SLOT_MS = 300;
const SLOTS = Math.ceil((MINUTES * 60_000) / SLOT_MS);
const TOKEN = 'secret';
const FIRST_SLOT = 432_000_000;
const LONGEST_LIFE_MS = 15_000;
const SETTLE_MS = 600_000;

const tls = testCertificate();
const store = liveStore();
afterAll(async () => {
  tls.remove();
  await store.stop();
});

/**
 * Two ingesters store one chain from a server with TLS, a token and compression, one reading whole blocks, the other
 * single messages. The stream is cut, loses messages and has abandoned banks; half-way the chain turns to Alpenglow; one
 * of the two is killed every few seconds.
 */
it(
  'after twenty minutes with two ingesters, TLS, compression and kills every row is the generator’s own, and no gap is open',
  async () => {
    const random = new Random(Number(process.env['LONG_SEED'] ?? 1));
    const truths: SlotTruth[] = [];
    const simulator = await startSimulator({
      generate: {
        ...{ seed: 'spares', slots: SLOTS, transactionsPerSlot: 30, doubleBankShare: 0.02, hasBankIds: true },
        ...{ firstSlot: FIRST_SLOT, alpenglowFrom: FIRST_SLOT + Math.floor(SLOTS / 2) },
        onTruth: (truth) => truths.push(truth),
      },
      pace: { slotMs: SLOT_MS, retentionSlots: 2_000 },
      startOn: 'first-subscriber',
      ...{ tls, xToken: TOKEN, compresses: true },
      faults: { disconnectEvery: 20_000, halfSlotShare: 0.005, dropShare: 0.000_05 },
    });
    const { server, client } = await store.fresh();
    const start = (mode: 'blocks' | 'messages'): ChildProcess =>
      startIngester({
        server,
        endpoint: simulator.endpoint,
        env: {
          ...{ GEYSER_MODE: mode, GEYSER_COMPRESSION: 'zstd', GEYSER_X_TOKEN: TOKEN },
          SSL_CERT_FILE: tls.path,
        },
      });
    const spares = { blocks: start('blocks'), messages: start('messages') };
    const blocks = (): BlockTruth[] => truths.filter((truth) => truth.status === 'block');
    let kills = 0;
    try {
      while (truths.length < SLOTS) {
        await sleep(LONGEST_LIFE_MS * 0.3 + random.below(LONGEST_LIFE_MS * 0.7));
        const mode = random.pick(['blocks', 'messages'] as const);
        await kill(spares[mode]);
        spares[mode] = start(mode);
        kills += 1;
        process.stdout.write(
          `${kills} kills, ${await countSlots(client)} of ${blocks().length} blocks stored\n`,
        );
      }
      const limit = { timeout: SETTLE_MS, interval: 1_000 };
      await expect.poll(() => countSlots(client), limit).toBe(blocks().length);
      await expect.poll(() => openGaps(client), limit).toBe(0);
    } finally {
      for (const process of Object.values(spares)) await kill(process);
      await simulator.stop();
    }
    expect(kills).toBeGreaterThan(2.5 * MINUTES);
    await expectProven({ client, blocks: blocks() });
  },
  MINUTES * 60_000 + 2 * SETTLE_MS,
);
