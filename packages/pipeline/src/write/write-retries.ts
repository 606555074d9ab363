import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from './is-transient.js';

export interface WriteRetriesOptions {
  /** Milliseconds before each retry; the last one repeats forever. */
  waitsMs: readonly number[];
  /** How long writes are retried after `stop`. */
  stopDeadlineMs: number;
  onFailure(error: Error, tryCount: number): void;
}

/** Retries failed writes while the database is unreachable; after `stop` only until the deadline. */
export class WriteRetries {
  readonly #options: WriteRetriesOptions;
  #stoppedAt: number | null = null;

  constructor(options: WriteRetriesOptions) {
    this.#options = options;
  }

  stop(): void {
    this.#stoppedAt ??= performance.now();
  }

  async run<T>(
    write: () => Promise<T>,
    isWorthRepeating: (error: unknown) => boolean = isTransient,
  ): Promise<T> {
    const { waitsMs, onFailure } = this.#options;
    for (let tries = 1; ; tries += 1) {
      try {
        return await write();
      } catch (error) {
        onFailure(error as Error, tries);
        if (!isWorthRepeating(error) || this.#isPastDeadline()) throw error;
        await sleep(waitsMs[Math.min(tries - 1, waitsMs.length - 1)] ?? 1_000);
      }
    }
  }

  #isPastDeadline(): boolean {
    return this.#stoppedAt !== null && performance.now() - this.#stoppedAt > this.#options.stopDeadlineMs;
  }
}
