import { endless, retry } from '@tickscope/store';
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

  run<T>(write: () => Promise<T>, isWorthRepeating: (error: unknown) => boolean = isTransient): Promise<T> {
    let tries = 0;
    return retry(write, {
      waitsMs: endless(this.#options.waitsMs),
      isTransient: (error) => {
        tries += 1;
        this.#options.onFailure(error as Error, tries);
        return isWorthRepeating(error) && !this.#isPastDeadline();
      },
    });
  }

  #isPastDeadline(): boolean {
    return this.#stoppedAt !== null && performance.now() - this.#stoppedAt > this.#options.stopDeadlineMs;
  }
}
