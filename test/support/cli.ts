import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLI } from './paths.js';

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Without the variables that would point a command at another stack than the test's own. */
function cleanEnv(extra: Record<string, string>): NodeJS.ProcessEnv {
  const env = { ...process.env, ...extra };
  for (const name of [
    ...['CLICKHOUSE_URL', 'DATABASE_URL', 'TICKSCOPE_DATA_DIR', 'GEYSER_ENDPOINT'],
    ...['TICKSCOPE_API_URL', 'TICKSCOPE_API_KEY', 'AUTH', 'NODE_OPTIONS', 'VITEST'],
  ])
    if (!(name in extra)) delete env[name];
  return env;
}

export function newDataDir(): { dataDir: string; remove(): void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickscope-e2e-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/**
 * Runs the built `tickscope` to its end.
 *
 * @param onStart gets the process, to signal it
 */
export async function tickscope(
  args: readonly string[],
  env: Record<string, string> = {},
  onStart: (child: ChildProcess) => void = () => {},
): Promise<Finished> {
  const child = spawn(process.execPath, [CLI, ...args], { env: cleanEnv(env) });
  onStart(child);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}

export interface UpStack {
  /** Base address of the API, with `/api`. */
  api: string;
  origin: string;
  output(): string;
  process: ChildProcess;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** `tickscope up`, until it says that it is up. */
export async function up(args: readonly string[], env: Record<string, string> = {}): Promise<UpStack> {
  const child = spawn(process.execPath, [CLI, 'up', ...args], { env: cleanEnv(env) });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not up in 120 s:\n${output}`)), 120_000);
    const look = (chunk: Buffer): void => {
      output += chunk.toString();
      // The last line of the message; the example follows once there is a sandwich (`printedQuestion`).
      if (/Tickscope is up[\s\S]*your key .*\n/.test(output)) {
        clearTimeout(timer);
        resolve();
      }
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    void exited.then((code) => {
      clearTimeout(timer);
      reject(new Error(`"tickscope up" ended with ${code}:\n${output}`));
    });
  });
  const origin = /API\s+(http:\/\/[\d.:]+)\/api/.exec(output)?.[1];
  if (origin === undefined) throw new Error(`no API address in:\n${output}`);
  return {
    api: `${origin}/api`,
    origin,
    output: () => output,
    process: child,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

const QUESTION_WITHIN_MS = 120_000;

/** The question that a stack prints for a shell once it has found a sandwich, or any transaction. */
export async function printedQuestion(stack: UpStack): Promise<{ signature: string; account_id: string }> {
  const deadline = Date.now() + QUESTION_WITHIN_MS;
  for (;;) {
    const body = /-d '(\{.*\})'/.exec(stack.output())?.[1];
    if (body !== undefined) return JSON.parse(body);
    if (Date.now() > deadline) throw new Error(`no question was printed:\n${stack.output()}`);
    await sleep(200);
  }
}
