import { parseArgs } from 'node:util';
import { runRounds } from './run-rounds.js';
import { DISK_KINDS } from './small-disk.js';

/**
 * The chaos run by hand: `npx tsx --conditions=tickscope:source test/chaos/run.ts --minutes 20 --seed 1`. Exit code 1
 * when any table differs. `--round N` repeats one round; `--disk` picks how the spill's disk gets full (tmpfs, "file size
 * limit", none) instead of the first that is possible.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    round: { type: 'string' },
    disk: { type: 'string' },
  },
});
const disk = DISK_KINDS.find((kind) => kind === values.disk) ?? null;
if (values.disk !== undefined && disk === null) throw new Error(`--disk: one of ${DISK_KINDS.join(', ')}`);
// So that what is mounted is unmounted; the other processes end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const report = await runRounds({
  seed: Number(values.seed),
  minutes: values.round === undefined ? Number(values.minutes) : 0,
  leastRounds: 1,
  firstRound: Number(values.round ?? 0),
  disk,
  say: (line) => void process.stdout.write(`${line}\n`),
});
process.exit(report.differences.length + report.openGaps === 0 ? 0 : 1);
