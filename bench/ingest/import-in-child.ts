import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { processOf } from '@tickscope/testkit/processes';
import { watchMemory } from '../support/process-usage.js';
import { type BenchStore, clickHouseEnv } from '../support/stack.js';

export interface ImportRun {
  transactions: number;
  slots: number;
  rows: number;
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
  curveMb: number[];
}

/**
 * Imports a file in a process of its own, so that its CPU time and memory are its own.
 *
 * @param checkout whose built packages import it
 */
export async function importInChild(
  path: string,
  server: BenchStore['server'],
  checkout: string,
): Promise<ImportRun> {
  const script = join(checkout, 'bench/ingest/import-child.mjs');
  const child = spawn(process.execPath, ['--max-semi-space-size=64', script, path], {
    env: { ...process.env, NODE_OPTIONS: '', ...clickHouseEnv(server, 'owner') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const memory = watchMemory(() => processOf(child.pid!)?.rssBytes);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const { peakMb, curveMb } = memory.stop();
  if (code !== 0) throw new Error(`import ended with ${code}`);
  return { ...(JSON.parse(output) as Omit<ImportRun, 'peakMb' | 'curveMb'>), peakMb, curveMb };
}
