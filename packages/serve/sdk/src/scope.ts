/**
 * Combines the signals and the deadline of an operation into one signal. Its reason says what ended it: the
 * reason of the caller's signal, or the error of the deadline. It does not use `AbortSignal.any`: in Node 20 a
 * long-lived signal keeps every signal derived from it alive.
 */
export class Scope {
  readonly #controller = new AbortController();
  readonly #sources: readonly AbortSignal[];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(...sources: readonly (AbortSignal | null | undefined)[]) {
    this.#sources = sources.filter((source) => source !== null && source !== undefined);
    for (const source of this.#sources) source.addEventListener('abort', this.#end);
    if (this.#sources.some((source) => source.aborted)) this.#end();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Replaces the deadline. `late` creates the error for a missed deadline. */
  arm(ms: number, late: () => Error): void {
    this.disarm();
    this.#timer = setTimeout(() => this.#controller.abort(late()), ms);
  }

  disarm(): void {
    clearTimeout(this.#timer);
  }

  /** The reason that ended the scope, or else the error. */
  reasonOr(error: unknown): unknown {
    return this.signal.aborted ? this.signal.reason : error;
  }

  /** Must be called at the end: removes the listeners from the caller's signals, and aborts what still runs. */
  close(): void {
    this.disarm();
    for (const source of this.#sources) source.removeEventListener('abort', this.#end);
    this.#controller.abort();
  }

  readonly #end = (): void => {
    this.#controller.abort(this.#sources.find((source) => source.aborted)?.reason);
  };
}
