import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Schemas } from '@tickscope/sdk';
import { copyMigratedFolder } from '@tickscope/testkit/store/migrated-clickhouse';
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
    ...['TICKSCOPE_API_URL', 'TICKSCOPE_API_KEY', 'AUTH', 'EXPLORER_PLAN', 'NODE_OPTIONS', 'VITEST'],
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
  /** The key of the demo account. */
  key: string;
  output(): string;
  process: ChildProcess;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

const UP_WITHIN_MS = 240_000;

/**
 * A much slower chain than the demo's: a stack costs CPU by its blocks, whatever they hold, as long as it lives. Its node has
 * a history, and several times as many sandwiches a block: tests wait for the first dozen, and `up` for one with a failed
 * attempt before it prints a question.
 */
const SLOW_CHAIN = { SIMULATOR_ARGS: '--slot-ms 2000 --history 100 --sandwiches 2.5' };

/**
 * `tickscope up`, until it says that it is up. A new data folder of one server gets migrated tables, because migrating takes
 * longer than all else of a start; of several servers, and of installed packages, starts from nothing are tested.
 *
 * @param program the `tickscope` to run: by default that of this checkout
 */
export async function up(
  args: readonly string[],
  env: Record<string, string> = {},
  program = CLI,
): Promise<UpStack> {
  const dataDir = args[args.indexOf('--data-dir') + 1]!;
  const isOneServer = !args.includes('--shards');
  if (isOneServer && !existsSync(join(dataDir, 'clickhouse'))) await copyMigratedFolder(dataDir);
  const child = spawn(process.execPath, [program, 'up', ...args], {
    env: cleanEnv({ ...SLOW_CHAIN, ...env }),
  });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`not up in ${UP_WITHIN_MS / 1_000} s:\n${output}`)),
      UP_WITHIN_MS,
    );
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
  const key = /your key +(sk_live_\S+)/.exec(output)?.[1];
  if (origin === undefined || key === undefined) throw new Error(`no API address or key in:\n${output}`);
  return {
    api: `${origin}/api`,
    origin,
    key,
    output: () => output,
    process: child,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

const QUESTION_WITHIN_MS = 240_000;

/**
 * A question about a sandwiched trade, the earliest of the newest. The one that a stack prints comes later, as that shows all
 * there is to see.
 */
export async function firstQuestion({
  api,
  key,
}: Pick<UpStack, 'api' | 'key'>): Promise<{ signature: string; account_id: string }> {
  const deadline = Date.now() + QUESTION_WITHIN_MS;
  for (; Date.now() < deadline; await sleep(500)) {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${api}/mev/sandwiches?limit=100`, { headers });
    const { data } = (await response.json()) as { data?: { sandwiches: Schemas['SandwichEvent'][] } };
    const sandwiches = data?.sandwiches ?? [];
    for (const { pool, victims } of sandwiches.reverse()) {
      const signature = victims.find((victim) => victim.signature !== null)?.signature;
      if (signature != null) return { signature, account_id: pool.pool_address };
    }
  }
  throw new Error(`no sandwich was stored within ${QUESTION_WITHIN_MS / 1_000} s`);
}

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
