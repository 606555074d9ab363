import { column, defineQuery, runQuery } from '../query/index.js';
import type { QueryOptions, ReadConnection } from './read-connection.js';

/** Finds tables that are there and can be read, and no restore or move into them that did not end. */
const COPY_STATE = defineQuery({
  name: 'copy-state',
  sql: `SELECT countIf(name LIKE 'unfinished\\_%'), (SELECT count() FROM (SELECT 1 FROM slots LIMIT 1))
    FROM system.tables WHERE database = currentDatabase()`,
  params: {},
  row: { unfinished: column.integer, some: column.integer },
});
const DEADLINE_MS = 2_000;
const PAUSE_MS = 1_000;

/** @param reads of every server of a copy @returns why it cannot answer; null: all of its servers do */
export async function copyFailure(reads: readonly ReadConnection[]): Promise<Error | null> {
  try {
    const answers = reads.map((read) => runQuery(read, COPY_STATE, {}, { timeoutMs: DEADLINE_MS }));
    const isWhole = (await Promise.all(answers)).every(([state]) => state?.unfinished === 0);
    return isWhole ? null : new Error('a restore or a move into this copy of the store did not end');
  } catch (error) {
    return error as Error;
  }
}

/** This copy was found to be away while it was asked. */
export class CopyAwayError extends Error {
  override readonly name = 'CopyAwayError';
  readonly code = 'copy_away';
}

/** One copy of a mirrored store, which is looked at every second. Until the first look it is what `isAway` says. */
export class CopyWatch {
  readonly #reads: readonly ReadConnection[];
  readonly #onChange: (isAway: boolean, error: Error | null) => void;
  readonly #running = new Set<AbortController>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isAway: boolean;
  #reported = false;
  #failures = 0;

  /** @param reads of its servers; the first answers */
  constructor(
    reads: readonly ReadConnection[],
    isAway: boolean,
    onChange: (isAway: boolean, error: Error | null) => void,
  ) {
    this.#reads = reads;
    this.#isAway = isAway;
    this.#onChange = onChange;
    void this.#look();
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** @throws CopyAwayError where it went away meanwhile and `leave` was called; else errors of the client library */
  async queryRows<Row extends readonly unknown[]>(sql: string, options: QueryOptions): Promise<Row[]> {
    const { signal } = options;
    signal?.throwIfAborted();
    const stop = new AbortController();
    const abort = (): void => stop.abort();
    signal?.addEventListener('abort', abort, { once: true });
    this.#running.add(stop);
    try {
      return await this.#reads[0]!.queryRows<Row>(sql, { ...options, signal: stop.signal });
    } catch (error) {
      if (stop.signal.aborted && signal?.aborted !== true) throw new CopyAwayError('the copy is away');
      throw error;
    } finally {
      this.#running.delete(stop);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** A query could not reach it. */
  failed(error: Error): void {
    this.#failures += 1;
    this.#become(true, error);
  }

  /** Ends the queries that wait for it, so that they are sent to the other copy. */
  leave(): void {
    for (const stop of this.#running) stop.abort();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const failuresBefore = this.#failures;
    const error = await copyFailure(this.#reads);
    if (this.#isClosed) return;
    // A look that began before a query failed may have its answer from before, too.
    if (error !== null || failuresBefore === this.#failures) this.#become(error !== null, error);
    this.#timer = setTimeout(() => void this.#look(), PAUSE_MS);
    this.#timer.unref();
  }

  #become(isAway: boolean, error: Error | null): void {
    this.#isAway = isAway;
    if (isAway === this.#reported) return;
    this.#reported = isAway;
    this.#onChange(isAway, error);
  }
}
