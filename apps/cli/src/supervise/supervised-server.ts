import { setTimeout as sleep } from 'node:timers/promises';
import type { ExitReport } from '@tickscope/embedded';
import { HEALTHY_AFTER_MS, RestartWaits } from './restart-waits.js';

/** An embedded server, as far as the supervisor needs it. */
export interface Server {
  readonly exited: Promise<ExitReport>;
  stop(): Promise<unknown>;
}

export interface ServerSpec<T extends Server> {
  title: string;
  logFile: string;
  /** Starts it with the same data, ports and passwords each time. */
  start(): Promise<T>;
  /** Called when it was restarted. */
  onRestart(server: T): Promise<void>;
  /** Called after too many failed starts in a row: no more attempts are made. Absent: it is tried for ever. */
  onGivenUp?(error: Error): void;
  say(line: string): void;
}

/** About 45 s, most of it waiting. */
const MOST_FAILED_STARTS = 10;
const MOST_SHOWN_CHARACTERS = 300;
/** Errors of a disk that is full, or was mounted for reading only. */
const OF_THE_DISK = /No space left on device|not enough space|ENOSPC|EDQUOT|Read-only file system|EROFS/i;

/**
 * An embedded server that is restarted when it ends unexpectedly, each time after a longer wait. It keeps its
 * ports and passwords, so its clients can reconnect. A start that fails for the disk is tried for ever: no other stack
 * would do better, and it succeeds when there is room again.
 */
export class SupervisedServer<T extends Server> {
  readonly #spec: ServerSpec<T>;
  readonly #waits = new RestartWaits();
  readonly #stopping = new AbortController();
  #server: T | null;
  #startedAt = performance.now();
  #failedStarts = 0;
  readonly #watching: Promise<void>;

  private constructor(spec: ServerSpec<T>, server: T | null) {
    this.#spec = spec;
    this.#server = server;
    this.#watching = this.#watch();
  }

  /** Resolves when it answers. Rejects when its first start fails. */
  static async start<T extends Server>(spec: ServerSpec<T>): Promise<SupervisedServer<T>> {
    return new SupervisedServer(spec, await spec.start());
  }

  /** Starts it in the background: its first start is tried as any other. */
  static startLater<T extends Server>(spec: ServerSpec<T>): SupervisedServer<T> {
    return new SupervisedServer(spec, null);
  }

  /** The server as it was last started; null: it was not started yet. */
  get current(): T | null {
    return this.#server;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#server?.stop();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const report = this.#server === null ? null : await this.#server.exited;
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

  /** @param report null: it was not started yet @returns null: it was stopped, or the attempts ended */
  async #startAgain(report: ExitReport | null): Promise<T | null> {
    const { title, logFile, say, start, onGivenUp } = this.#spec;
    const { signal } = this.#stopping;
    let ranMs = performance.now() - this.#startedAt;
    if (ranMs >= HEALTHY_AFTER_MS) this.#failedStarts = 0;
    let what = report === null ? null : `ended (${report.signal ?? `code ${report.code}`})`;
    for (;;) {
      if (what !== null) {
        const waitMs = this.#waits.next(ranMs);
        say(`${title} ${what}; starting again in ${waitMs / 1_000} s; log: ${logFile}`);
        await sleep(waitMs, undefined, { signal }).catch(() => {});
      }
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
        if (onGivenUp === undefined || this.#failedStarts < MOST_FAILED_STARTS) continue;
        onGivenUp(new Error(`${title} could not be started ${MOST_FAILED_STARTS} times: ${error}`));
        return null;
      }
    }
  }
}

function shortened(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line === '' ? '' : `: ${line.slice(0, MOST_SHOWN_CHARACTERS)}`;
}
