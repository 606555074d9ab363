import { spawn } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MINUTES = 30;

const dir = mkdtempSync(join(tmpdir(), 'tickscope-drill-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Runs a script of this checkout from its sources and returns what it prints. */
function run(script: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    ['--conditions=tickscope:source', '--import', 'tsx', join(ROOT, script), ...args],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

it(
  'a store that was destroyed and restored answers the 500 recorded requests as before',
  async () => {
    const [data, answers, copy] = [join(dir, 'data'), join(dir, 'answers.jsonl'), join(dir, 'copies/full')];
    const recorded = await run('bench/answers/run.ts', 'record', answers, '--data-dir', data);
    expect(recorded.output).toContain('500 answers recorded');
    expect((await run('apps/cli/src/main.ts', 'backup', copy, '--data-dir', data)).code).toBe(0);
    renameSync(data, join(dir, 'destroyed'));
    expect((await run('apps/cli/src/main.ts', 'restore', copy, '--data-dir', data)).code).toBe(0);
    const compared = await run('bench/answers/run.ts', 'compare', answers, '--data-dir', data);
    expect(compared.output).toContain('500 answers compared, 0 differ');
  },
  MINUTES * 60_000,
);
