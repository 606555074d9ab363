import { setTimeout as sleep } from 'node:timers/promises';
import type { ExitReport } from '@tickscope/embedded';
import { MOST_MISSES, watchHealth } from './health-watch.js';
import { HEALTHY_AFTER_MS, RestartWaits } from './restart-waits.js';

/** An embedded server, as far as the supervisor needs it. */
export interface Server {
  readonly pid: number;
  readonly exited: Promise<ExitReport>;
  stop(): Promise<unknown>;
}

export interface ServerSpec<T extends Server> {
  title: string;
  logFile: string;
  /** Starts it with the same data, ports and passwords each time. */
  start(): Promise<T>;
  /** Asks whether it answers: resolves where it does. */
  ask(server: T, signal: AbortSignal): Promise<unknown>;
  /** Called when it was restarted. */
  onRestart(server: T): Promise<void>;
  /** Called after too many failed starts in a row: no more attempts are made. */
  onGivenUp(error: Error): void;
  say(line: string): void;
  /** Waits before it is started again; default: ever longer ones. */
  waits?: Pick<RestartWaits, 'next'>;
}

/** About 45 s, most of it waiting. */
const MOST_FAILED_STARTS = 10;
const MOST_SHOWN_CHARACTERS = 300;
/** Errors of a disk that is full, or was mounted for reading only. */
const OF_THE_DISK = /No space left on device|not enough space|ENOSPC|EDQUOT|Read-only file system|EROFS/i;

/**
 * An embedded server that is restarted when it ends unexpectedly, each time after a longer wait, and killed when it no
 * longer answers. It keeps its ports and passwords, so its clients can reconnect. A start that fails for the disk is tried for ever: no other stack
 * would do better, and it succeeds when there is room again.
 */
export class SupervisedServer<T extends Server> {
  readonly #spec: ServerSpec<T>;
  readonly #waits: Pick<RestartWaits, 'next'>;
  readonly #stopping = new AbortController();
  #server: T;
  #startedAt = performance.now();
  #failedStarts = 0;
  readonly #watching: Promise<void>;

  private constructor(spec: ServerSpec<T>, server: T) {
    this.#spec = spec;
    this.#waits = spec.waits ?? new RestartWaits();
    this.#server = server;
    this.#watching = this.#watch();
  }

  /** Resolves when it answers. Rejects when its first start fails. */
  static async start<T extends Server>(spec: ServerSpec<T>): Promise<SupervisedServer<T>> {
    return new SupervisedServer(spec, await spec.start());
  }

  /** The server as it was last started. */
  get current(): T {
    return this.#server;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#server.stop();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const report = await this.#exitOf(this.#server);
      if (signal.aborted) return;
      const server = await this.#startAgain(report);
      if (server === null) return;
      this.#server = server;
      this.#startedAt = performance.now();
      if (signal.aborted) {
        await server.stop();
        return;
      }
      this.#spec.say(`${this.#spec.title} is back.`);
      await this.#spec.onRestart(server).catch((error: Error) => this.#spec.say(error.message));
    }
  }

  /** Resolves when the server has ended, also because it no longer answered. */
  async #exitOf(server: T): Promise<ExitReport> {
    const { title, logFile, say, ask } = this.#spec;
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, this.#stopping.signal]);
    void watchHealth(
      {
        ask: (asked) => ask(server, asked),
        onHung() {
          say(`${title} does not answer (${MOST_MISSES} times in a row): it is killed; log: ${logFile}`);
          killIfThere(server.pid);
        },
      },
      signal,
    );
    return server.exited.finally(() => ended.abort());
  }

  /** @returns null: it was stopped, or the attempts ended */
  async #startAgain(report: ExitReport): Promise<T | null> {
    const { title, logFile, say, start, onGivenUp } = this.#spec;
    const { signal } = this.#stopping;
    let ranMs = performance.now() - this.#startedAt;
    if (ranMs >= HEALTHY_AFTER_MS) this.#failedStarts = 0;
    let what = `ended (${report.signal ?? `code ${report.code}`})`;
    for (;;) {
      const waitMs = this.#waits.next(ranMs);
      say(`${title} ${what}; starting again in ${waitMs / 1_000} s; log: ${logFile}`);
      await sleep(waitMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return null;
      try {
        return await start();
      } catch (error) {
        if (signal.aborted) return null;
        ranMs = 0;
        const { message } = error as Error;
        what = `could not be started${shortened(message)}`;
        if (OF_THE_DISK.test(message)) {
          what = `could not be started: its disk is full, or can only be read. Free space on it, or mount it for writing; it goes on by itself then${shortened(message)}`;
          continue;
        }
        this.#failedStarts += 1;
        if (this.#failedStarts < MOST_FAILED_STARTS) continue;
        onGivenUp(new Error(`${title} could not be started ${MOST_FAILED_STARTS} times: ${error}`));
        return null;
      }
    }
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

function shortened(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line === '' ? '' : `: ${line.slice(0, MOST_SHOWN_CHARACTERS)}`;
}
