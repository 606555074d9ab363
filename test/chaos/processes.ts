import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { EmbeddedClickHouse } from '@tickscope/embedded';
import type { SimulatorOptions } from '@tickscope/simulator';
import { ingesterSettings, kill } from '../live/ingester-process.js';
import type { FaultTally } from './stream-faults.js';

const RUN_SOURCE = ['--import', 'tsx', '--conditions=tickscope:source'];
const START_MS = 60_000;
const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** A simulator in its own process, at a port of its own; resolves when it listens. */
export async function startSimulatorProcess(
  options: SimulatorOptions & { port: number },
  onFaults: (tally: FaultTally) => void,
): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [...RUN_SOURCE, path('./simulator-child.ts'), JSON.stringify(options)],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
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

export interface IngesterProcess {
  server: EmbeddedClickHouse;
  endpoint: string;
  mode: 'blocks' | 'messages';
  spillDir: string;
  spillMaxBytes: number;
  /** Of its metrics. */
  port: number;
}

/** The ingester as an operator runs it, with a clock that can jump. */
export function startIngesterProcess(options: IngesterProcess): ChildProcess {
  const { server, endpoint, mode, spillDir, spillMaxBytes, port } = options;
  return spawn(
    process.execPath,
    [...[...RUN_SOURCE, '--import', path('./clock-jump.ts')], path('../../apps/ingester/src/main.ts')],
    {
      env: {
        ...ingesterSettings(server, endpoint),
        GEYSER_MODE: mode,
        SPILL_DIR: spillDir,
        SPILL_MAX_BYTES: String(spillMaxBytes),
        INGESTER_QUEUE_MB: '2',
        INGESTER_PORT: String(port),
        LOG_LEVEL: process.env['CHAOS_LOG'] ?? 'fatal',
      },
      stdio: ['ignore', process.env['CHAOS_LOG'] === undefined ? 'ignore' : 'inherit', 'inherit', 'ipc'],
    },
  );
}
