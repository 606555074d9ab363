import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HealthQuestion, MOST_MISSES, watchHealth } from './health-watch.js';
import { RestartWaits } from './restart-waits.js';
import { RotatingLog } from './rotating-log.js';

export interface ProcessSpec {
  /** A compiled entry point, run with this same Node. */
  script: string;
  /** Called before each start. May wait for the process's dependencies. Must end when `signal` is aborted. */
  args?(signal: AbortSignal): Promise<readonly string[]>;
  /** Called before each start: what to add to this process's environment. */
  env(): Promise<Record<string, string>>;
  logFile: string;
  /** Asked while it listens. Absent: a process that hangs is not noticed. */
  health?: HealthQuestion;
  /** Called with what happened, when the process is about to be killed or restarted. */
  say?(what: string): void;
}

const STOP_GRACE_MS = 15_000;

/**
 * A child process that is restarted when it ends unexpectedly, each time after a longer wait, and killed when it no longer
 * answers. Its output goes to a log file. To stop it, it gets SIGTERM, then SIGKILL after 15 s.
 */
export class SupervisedProcess {
  readonly #spec: ProcessSpec;
  readonly #log: RotatingLog;
  readonly #waits = new RestartWaits();
  readonly #stopping = new AbortController();
  #child: ChildProcess | null = null;
  #isListening = false;
  #running: Promise<void> = Promise.resolve();

  constructor(spec: ProcessSpec) {
    this.#spec = spec;
    this.#log = new RotatingLog(spec.logFile);
  }

  /**
   * Whether the program runs and has sent `listening` over IPC. An answer at its port does not prove that: another
   * program may have taken the port.
   */
  get isListening(): boolean {
    return this.#isListening;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#child?.kill('SIGTERM');
    const killer = setTimeout(() => this.#child?.kill('SIGKILL'), STOP_GRACE_MS);
    await this.#running;
    clearTimeout(killer);
    this.#log.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const args = (await this.#spec.args?.(signal)) ?? [];
      const env = await this.#spec.env();
      if (signal.aborted) return;
      const startedAt = performance.now();
      const how = await this.#runOnce(args, env);
      this.#isListening = false;
      if (signal.aborted) return;
      const waitMs = this.#waits.next(performance.now() - startedAt);
      this.#spec.say?.(`ended (${how}); starting again in ${waitMs / 1_000} s; log: ${this.#spec.logFile}`);
      await sleep(waitMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Resolves when the process has ended, with the reason. */
  #runOnce(args: readonly string[], env: Record<string, string>): Promise<string> {
    const child = spawn(process.execPath, [this.#spec.script, ...args], {
      env: { ...process.env, ...env },
      // The IPC channel closes when this process dies, and the child then stops. A process group of its own
      // keeps Ctrl-C from reaching it before its turn.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.#child = child;
    child.on('message', (message) => {
      if (message === 'listening') this.#isListening = true;
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => this.#log.write(text));
    const ended = new AbortController();
    void this.#watch(child, ended.signal);
    return new Promise<string>((resolve) => {
      child.once('error', (error) => {
        this.#log.write(`${error.message}\n`);
        resolve(error.message);
      });
      child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    }).finally(() => ended.abort());
  }

  async #watch(child: ChildProcess, signal: AbortSignal): Promise<void> {
    const { health, say, logFile } = this.#spec;
    if (health === undefined) return;
    await watchHealth(
      {
        ...health,
        ask: async (asked) => (this.#isListening ? health.ask(asked) : undefined),
        onHung() {
          say?.(`does not answer (${MOST_MISSES} times in a row): it is killed; log: ${logFile}`);
          // A process that hangs does not act on SIGTERM.
          child.kill('SIGKILL');
        },
      },
      signal,
    );
  }
}
