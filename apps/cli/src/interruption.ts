import { CliError } from './cli-error.js';

export interface Interruption {
  signal: AbortSignal;
  /** Resolves as the work does, or rejects as soon as the interruption comes. */
  orStop<T>(work: Promise<T>): Promise<T>;
  end(): void;
}

/** Turns Ctrl-C and SIGTERM into an abort, so that what was started can be ended and removed. */
export function interruption(message: string): Interruption {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort(new CliError(message));
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const { signal } = stopped;
  return {
    signal,
    orStop(work) {
      // It fails later than the interruption, when its store is closed.
      work.catch(() => {});
      const aborted = new Promise<never>((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      return Promise.race([work, aborted]);
    },
    end: () => void process.off('SIGINT', stop).off('SIGTERM', stop),
  };
}
