import { type SimulatorOptions, startSimulator } from '@tickscope/simulator';
import { watchFaults } from './stream-faults.js';

/**
 * A simulator in a process of its own, to be killed. Takes its options as JSON, prints its endpoint, and reports the
 * faults that happened to its parent.
 */
const REPORT_EVERY_MS = 100;

const options = JSON.parse(process.argv[2] ?? '{}') as SimulatorOptions;
const simulator = await startSimulator(options);
const faults = watchFaults(simulator.faults);
process.stdout.write(`${simulator.endpoint}\n`);
setInterval(() => {
  const tally = faults.take();
  if (tally !== null) process.send?.(tally);
}, REPORT_EVERY_MS);
process.once('disconnect', () => process.exit());
