import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProcessSpec {
  /** A compiled entry point, run with this same Node. */
  script: string;
  args?: readonly string[];
  /** Added to this process's environment. */
  env: Record<string, string>;
  logFile: string;
  /** Told when it ended without being asked to, and is about to be started again. */
  onCrash?(detail: string): void;
}

const FIRST_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 30_000;
/** A process that ran this long is healthy: its next crash waits the short delay again. */
const HEALTHY_AFTER_MS = 60_000;
const STOP_GRACE_MS = 15_000;

/**
 * A child process that is started again when it ends unasked, each time after a longer wait. Its output goes to a
 * log file. It gets SIGTERM when stopped, SIGKILL if that takes longer than 15 s.
 */
export class SupervisedProcess {
  readonly #spec: ProcessSpec;
  readonly #log: WriteStream;
  #child: ChildProcess | null = null;
  #stopping = false;
  #restartDelayMs = FIRST_RESTART_DELAY_MS;
  #ended: Promise<void> = Promise.resolve();

  constructor(spec: ProcessSpec) {
    this.#spec = spec;
    this.#log = createWriteStream(spec.logFile, { flags: 'a', mode: 0o600 });
  }

  start(): void {
    const { script, args = [], env } = this.#spec;
    const startedAt = Date.now();
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...process.env, ...env },
      // The channel tells the child when this process dies (the child then stops); a group of its own keeps Ctrl-C
      // from reaching it before its turn.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.#child = child;
    child.stdout?.pipe(this.#log, { end: false });
    child.stderr?.pipe(this.#log, { end: false });
    this.#ended = new Promise((resolve) => {
      child.once('error', (error) => {
        this.#log.write(`${error.message}\n`);
        resolve();
      });
      child.once('exit', (code, signal) => {
        resolve();
        if (!this.#stopping) void this.#restart(signal ?? `code ${code}`, Date.now() - startedAt);
      });
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (child !== null && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
      await this.#ended;
      clearTimeout(killer);
    }
    this.#log.end();
  }

  async #restart(how: string, ranMs: number): Promise<void> {
    if (ranMs > HEALTHY_AFTER_MS) this.#restartDelayMs = FIRST_RESTART_DELAY_MS;
    const delayMs = this.#restartDelayMs;
    this.#restartDelayMs = Math.min(delayMs * 2, MAX_RESTART_DELAY_MS);
    this.#spec.onCrash?.(
      `ended (${how}); starting again in ${delayMs / 1_000} s; log: ${this.#spec.logFile}`,
    );
    await sleep(delayMs);
    if (!this.#stopping) this.start();
  }
}
