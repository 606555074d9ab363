import { CliError } from '@tickscope/command-line';

export interface Interruption {
  signal: AbortSignal;
  /** Resolves as the work does, or rejects as soon as the interruption comes. */
  orStop<T>(work: Promise<T>): Promise<T>;
}

/** Runs work that Ctrl-C and SIGTERM abort, so that what was started can be ended and removed. */
export async function stoppable<T>(message: string, work: (stop: Interruption) => Promise<T>): Promise<T> {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort(new CliError(message));
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const { signal } = stopped;
  const orStop: Interruption['orStop'] = (part) => {
    // It fails later than the interruption, when its store is closed.
    part.catch(() => {});
    const aborted = new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    return Promise.race([part, aborted]);
  };
  try {
    return await work({ signal, orStop });
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
