import { parseArgs } from 'node:util';
import { writeReport } from '../support/report.js';
import { benchDemo } from './demo.js';
import { type Away, benchLive } from './live.js';

/**
 * The real programs (built before: `npx turbo run build`) at mainnet's rate for a while, everything on this machine: lag,
 * memory, parts and CPU.
 *
 *   npx tsx --conditions=tickscope:source bench/soak/run.ts [--minutes N] [--rate TRANSACTIONS_PER_SECOND] [--made-before]
 *     [--away ClickHouse|ingester [--away-minutes N] [--freeze]] [--checkout FOLDER] [--report FILE]
 *   npx tsx --conditions=tickscope:source bench/soak/run.ts --demo [--minutes N] [--checkout FOLDER] [--report FILE]
 *
 * `--away` takes one of them away in the middle: ClickHouse for memory, at twice the rate; the ingester for catching up.
 * `--freeze` freezes ClickHouse instead of ending it. `--made-before` makes the chain before the run: in production it is
 * not generated on the machine of the ingester. `--demo` is all that `npm start` runs. `--checkout`: the programs and tables of another
 * built checkout, below this one's simulator.
 */
const { values: flags } = parseArgs({
  options: {
    demo: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    rate: { type: 'string', default: '4000' },
    'made-before': { type: 'boolean', default: false },
    away: { type: 'string' },
    'away-minutes': { type: 'string', default: '3' },
    freeze: { type: 'boolean', default: false },
    report: { type: 'string' },
    checkout: { type: 'string' },
  },
});

/** Mainnet's slots since 28 August 2026 (docs/chain-rules.md). */
const SLOT_MS = 300;
const RETENTION_SLOTS = 300;

if (flags.demo) {
  const { checkout } = flags;
  const minutes = Number(flags.minutes ?? 60);
  const sections = await benchDemo({ minutes, ...(checkout === undefined ? {} : { checkout }) });
  writeReport('Soak, demo', sections, flags.report);
} else {
  const minutes = Number(flags.minutes ?? 45);
  const away = awayOf();
  const awaySlots = ((away?.minutes ?? 0) * 60_000) / SLOT_MS;
  // Those of the start and of the end are not counted.
  const madeSlots = Math.ceil(((minutes + 1) * 60_000) / SLOT_MS + awaySlots);
  const sections = await benchLive({
    scene: {
      transactionsPerSlot: Math.round((Number(flags.rate) * SLOT_MS) / 1_000),
      slotMs: SLOT_MS,
      // The server keeps a little more than what is missed.
      retentionSlots: Math.ceil(1.3 * awaySlots) + RETENTION_SLOTS,
      ...(flags['made-before'] ? { madeSlots } : {}),
      ...(flags.checkout === undefined ? {} : { checkout: flags.checkout }),
    },
    ...{ minutes, away },
  });
  const name = away === null ? 'Soak' : `Soak, ${away.what} away`;
  writeReport(`${name}, ${flags.rate} transactions a second`, sections, flags.report);
}
process.exit();

function awayOf(): Away | null {
  const { away: what, freeze: isFrozen } = flags;
  if (what === undefined) return null;
  if (what !== 'ClickHouse' && what !== 'ingester') throw new Error('--away is ClickHouse or ingester');
  return { what, isFrozen, minutes: Number(flags['away-minutes']) };
}
