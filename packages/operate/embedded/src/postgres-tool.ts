import { spawn } from 'node:child_process';
import { EmbeddedError } from './errors.js';
import type { PostgresHome } from './postgres-home.js';

const TAIL_CHARACTERS = 4_096;

export interface ToolRun {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Inherited, so that the data folder stays locked while the program runs, even if this process dies. */
  readonly lockFd: number;
  readonly timeoutMs: number;
  readonly input?: string;
}

/**
 * Runs a Postgres program to completion, as the user of `home`.
 * @throws EmbeddedError `start_failed` with its last output if it cannot be started, fails or takes too long
 */
export async function runTool(home: PostgresHome, run: ToolRun): Promise<void> {
  const child = spawn(run.file, [...run.args], {
    cwd: home.path,
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC', ...run.env },
    stdio: ['pipe', 'pipe', 'pipe', home.fd ?? 'ignore', run.lockFd],
    timeout: run.timeoutMs,
    killSignal: 'SIGKILL',
    ...(home.runAs ?? {}),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => {
      said = (said + text).slice(-TAIL_CHARACTERS);
    });
  }
  // A program that exits early closes its input; its exit code gives the reason.
  child.stdin?.on('error', () => {});
  child.stdin?.end(run.input ?? '');
  const failure = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => {
      if (code === 0) resolve(null);
      else resolve(signal === null ? `exit code ${code}` : `ended by ${signal} (limit: ${run.timeoutMs} ms)`);
    });
  });
  if (failure !== null)
    throw new EmbeddedError(
      'start_failed',
      `${run.file} ${run.args.join(' ')} failed: ${failure}\n${said.trim()}`,
    );
}
