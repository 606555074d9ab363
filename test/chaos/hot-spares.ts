import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BlockTruth, type SlotTruth, startSimulator } from '@tickscope/simulator';
import { kill, startIngester } from '../live/ingester-process.js';
import { countSlots, type LiveStore } from '../live/support.js';
import type { StoredChain } from '../live/whole-chain.js';
import { openGaps } from '../live/whole-ingester.js';
import { testCertificate } from '../support/certificate.js';

export interface HotSparesReport extends StoredChain {
  kills: number;
  openGaps: number;
}

const SLOT_MS = 300;
const TOKEN = 'secret';
const FIRST_SLOT = 432_000_000;
const LONGEST_LIFE_MS = 15_000;
const SETTLE_MS = 240_000;

/**
 * Two ingesters store one chain from a server with TLS, a token and compression, one reading whole blocks, the other
 * single messages. The stream is cut, loses messages and has abandoned banks; half-way the chain turns to Alpenglow; one
 * of the two is killed every few seconds.
 */
export async function runHotSpares(
  store: LiveStore,
  minutes: number,
  random: () => number,
  say: (line: string) => void,
): Promise<HotSparesReport> {
  const slots = Math.ceil((minutes * 60_000) / SLOT_MS);
  const tls = testCertificate();
  const truths: SlotTruth[] = [];
  const simulator = await startSimulator({
    generate: {
      ...{ seed: 'spares', slots, transactionsPerSlot: 30, doubleBankShare: 0.02, hasBankIds: true },
      ...{ firstSlot: FIRST_SLOT, alpenglowFrom: FIRST_SLOT + Math.floor(slots / 2) },
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
  const spares = [
    { mode: 'blocks' as const, process: start('blocks') },
    { mode: 'messages' as const, process: start('messages') },
  ];
  const blocks = (): BlockTruth[] => truths.filter((truth) => truth.status === 'block');
  let kills = 0;
  try {
    while (truths.length < slots) {
      await sleep(LONGEST_LIFE_MS * (0.3 + 0.7 * random()));
      const spare = spares[random() < 0.5 ? 0 : 1]!;
      await kill(spare.process);
      spare.process = start(spare.mode);
      kills += 1;
      say(`${kills} kills, ${await countSlots(client)} of ${blocks().length} blocks stored`);
    }
    const deadline = Date.now() + SETTLE_MS;
    const isSettled = async (): Promise<boolean> =>
      (await countSlots(client)) === blocks().length && (await openGaps(client)) === 0;
    while (!(await isSettled()) && Date.now() < deadline) await sleep(1_000);
    return { client, blocks: blocks(), doubleBanks: 0, kills, openGaps: await openGaps(client) };
  } finally {
    for (const { process } of spares) await kill(process);
    await simulator.stop();
    tls.remove();
  }
}
