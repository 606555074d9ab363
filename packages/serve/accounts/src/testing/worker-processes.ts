import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { JobsOptions } from '../jobs/settings.js';
import type { WorkOptions } from '../jobs/workers.js';

export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** The lines logged so far. */
  readonly lines: readonly string[];
  /** Stops it gracefully. */
  stop(): Promise<void>;
}

/** Starts a process that runs jobs, and resolves once it is ready. */
export async function startWorkerProcess(
  url: string,
  jobs: JobsOptions,
  work: WorkOptions,
): Promise<WorkerProcess> {
  const script = fileURLToPath(new URL('./worker-process.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--conditions', 'tickscope:source', '--import', 'tsx', script, JSON.stringify({ url, jobs, work })],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)), stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  reader.on('line', (line) => lines.push(line));
  await Promise.race([
    once(reader, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('the worker ended at its start'))),
  ]);
  return {
    child,
    pid: child.pid as number,
    lines,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.stdin?.write('stop\n');
      await ended;
    },
  };
}
