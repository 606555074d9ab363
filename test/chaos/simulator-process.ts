import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SimulatorOptions } from '@tickscope/simulator';
import { kill } from '../live/ingester-process.js';
import type { FaultTally } from './stream-faults.js';

const SCRIPT = fileURLToPath(new URL('./simulator-child.ts', import.meta.url));
const RUN_SOURCE = ['--import', 'tsx', '--conditions=tickscope:source'];
const START_MS = 180_000;

/** A simulator in its own process, at a port of its own; resolves when it listens. */
export async function startSimulatorProcess(
  options: SimulatorOptions & { port: number },
  onFaults: (tally: FaultTally) => void,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...RUN_SOURCE, SCRIPT, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.on('message', (tally) => onFaults(tally as FaultTally));
  try {
    await Promise.race([
      once(child.stdout!, 'data', { signal: AbortSignal.timeout(START_MS) }),
      once(child, 'exit').then(() => {
        throw new Error('the simulator ended at its start');
      }),
    ]);
  } catch (error) {
    await kill(child);
    throw error;
  }
  return child;
}
