import { parseArgs } from 'node:util';
import { writeReport } from '../support/report.js';
import { benchCatchUp } from './catch-up.js';
import { benchDemo } from './demo.js';
import { benchMemory } from './memory.js';
import { benchSteady } from './steady.js';

/**
 * Long runs of the real programs (built before: `npx turbo run build`), everything on this machine:
 *
 *   npx tsx --conditions=tickscope:source bench/soak/run.ts --memory     twice mainnet's rate, 15 minutes, ClickHouse
 *                                                                        away for 3 of them
 *   npx tsx --conditions=tickscope:source bench/soak/run.ts --catch-up   the ingester away for 5 minutes
 *   npx tsx --conditions=tickscope:source bench/soak/run.ts --soak       45 minutes at mainnet's rate
 *   npx tsx --conditions=tickscope:source bench/soak/run.ts --demo       an hour of all that `npm start` runs
 *
 * `--minutes N` and `--rate N` (transactions/s) change them; `--outage-minutes N`, and `--freeze` to freeze ClickHouse
 * instead of ending it; `--report FILE` writes elsewhere than into bench/reports; `--checkout FOLDER` runs the demo of
 * another built checkout.
 */
const { values: flags } = parseArgs({
  options: {
    memory: { type: 'boolean' },
    'catch-up': { type: 'boolean' },
    soak: { type: 'boolean' },
    demo: { type: 'boolean' },
    minutes: { type: 'string' },
    rate: { type: 'string' },
    'outage-minutes': { type: 'string', default: '3' },
    'steady-seconds': { type: 'string', default: '60' },
    'deadline-minutes': { type: 'string', default: '20' },
    freeze: { type: 'boolean', default: false },
    report: { type: 'string' },
    checkout: { type: 'string' },
  },
});

/** Mainnet's slots since 28 August 2026, and about what it carries, votes included (chain-facts.md 2 and 13). */
const SLOT_MS = 300;
const MAINNET_PER_SECOND = 4_000;
const RETENTION_SLOTS = 300;

const command = ['npx tsx --conditions=tickscope:source bench/soak/run.ts', ...process.argv.slice(2)].join(
  ' ',
);
const sceneOf = (perSecond: number): { transactionsPerSlot: number; slotMs: number } => ({
  transactionsPerSlot: Math.round((Number(flags.rate ?? perSecond) * SLOT_MS) / 1_000),
  slotMs: SLOT_MS,
});

if (flags.memory === true) {
  const sections = await benchMemory({
    scene: { ...sceneOf(2 * MAINNET_PER_SECOND), retentionSlots: RETENTION_SLOTS },
    minutes: Number(flags.minutes ?? 15),
    outageMinutes: Number(flags['outage-minutes']),
    how: flags.freeze ? 'freeze' : 'end',
  });
  writeReport('Soak, memory', command, sections, flags.report);
} else if (flags['catch-up'] === true) {
  const sections = await benchCatchUp({
    scene: sceneOf(MAINNET_PER_SECOND),
    minutes: Number(flags.minutes ?? 5),
    steadySeconds: Number(flags['steady-seconds']),
    deadlineMinutes: Number(flags['deadline-minutes']),
  });
  writeReport('Soak, catch-up', command, sections, flags.report);
} else if (flags.soak === true) {
  const sections = await benchSteady({
    scene: { ...sceneOf(MAINNET_PER_SECOND), retentionSlots: RETENTION_SLOTS },
    minutes: Number(flags.minutes ?? 45),
  });
  writeReport('Soak, steady', command, sections, flags.report);
} else if (flags.demo === true) {
  const { checkout } = flags;
  const sections = await benchDemo({
    minutes: Number(flags.minutes ?? 60),
    ...(checkout === undefined ? {} : { checkout }),
  });
  writeReport('Soak, demo', command, sections, flags.report);
} else {
  process.stderr.write('one of --memory, --catch-up, --soak, --demo\n');
  process.exitCode = 2;
}
process.exit();
