import { type SimulatorOptions, startSimulator } from '@tickscope/simulator';

/** A simulator in a process of its own, to be killed: its options as JSON; prints its endpoint. */
const options = JSON.parse(process.argv[2] ?? '{}') as SimulatorOptions;
const { endpoint } = await startSimulator(options);
process.stdout.write(`${endpoint}\n`);
process.once('disconnect', () => process.exit());
