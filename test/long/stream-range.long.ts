import { spawn } from 'node:child_process';
import { type BlockTruth, type SlotTruth, startSimulator } from '@tickscope/simulator';
import { readUndetectedSlots } from '@tickscope/store';
import { afterAll, expect, it } from 'vitest';
import { exitCode, ingesterSettings } from '../live/ingester-process.js';
import { countSlots, liveStore } from '../live/support.js';
import { expectProven } from '../live/whole-chain.js';
import { CLI } from '../support/paths.js';

const HISTORY = 2_000;
const TRANSACTIONS = 120;
/** As objects the range is some 1 GB. */
const HEAP_MB = 128;
const STORED_AT_KILL = 600;
const LIMIT_MS = 1_200_000;

const store = liveStore();
afterAll(() => store.stop());

it(
  'tickscope backfill of 2,000 slots below a live head: with a heap of 128 MB, killed and taken up, every row is the generator’s and detected',
  async () => {
    const truths: SlotTruth[] = [];
    const simulator = await startSimulator({
      generate: {
        seed: 'long range',
        transactionsPerSlot: TRANSACTIONS,
        onTruth: (truth) => truths.push(truth),
      },
      pace: { slotMs: 400, historySlots: HISTORY, retentionSlots: 10_000 },
    });
    const { server, client } = await store.fresh();
    const fromSlot = truths[0]!.slot;
    const toSlot = fromSlot + HISTORY - 1;
    const blocks = truths.filter(
      (truth): truth is BlockTruth => truth.status === 'block' && truth.slot <= toSlot,
    );
    const backfill = () =>
      spawn(
        process.execPath,
        [CLI, 'backfill', '--from-slot', String(fromSlot), '--to-slot', String(toSlot), '--json'],
        {
          env: {
            ...ingesterSettings(server, simulator.endpoint),
            NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
          },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
    try {
      const killed = backfill();
      await expect
        .poll(() => countSlots(client), { timeout: LIMIT_MS / 2, interval: 100 })
        .toBeGreaterThan(STORED_AT_KILL);
      killed.kill('SIGKILL');
      await exitCode(killed);
      const before = await countSlots(client);
      expect(before).toBeLessThan(blocks.length);

      const again = backfill();
      let output = '';
      again.stdout.on('data', (chunk) => {
        output += chunk;
      });
      expect(await exitCode(again)).toBe(0);
      expect(JSON.parse(output)).toMatchObject({ notReplayed: [], missing: [] });
      await expectProven({ client, blocks });
      expect(await readUndetectedSlots(client.read, { fromSlot, toSlot })).toEqual([]);
    } finally {
      await simulator.stop();
    }
  },
  LIMIT_MS,
);
