/**
 * The signals and the deadline of something under way, as one signal. Whatever ends it, the signal's reason says what:
 * the caller's own, or the error given with the deadline. Not `AbortSignal.any`, which in Node 20 keeps every signal
 * that was ever made from one that lives long.
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

  /** Replaces the deadline. `late` makes the error that it ends with. */
  arm(ms: number, late: () => Error): void {
    this.disarm();
    this.#timer = setTimeout(() => this.#controller.abort(late()), ms);
  }

  disarm(): void {
    clearTimeout(this.#timer);
  }

  /** What ended it, if something did, else the error. */
  reasonOr(error: unknown): unknown {
    return this.signal.aborted ? this.signal.reason : error;
  }

  /** To be called in the end: nothing of it is left on the caller's signals, and what still runs is broken off. */
  close(): void {
    this.disarm();
    for (const source of this.#sources) source.removeEventListener('abort', this.#end);
    this.#controller.abort();
  }

  readonly #end = (): void => {
    this.#controller.abort(this.#sources.find((source) => source.aborted)?.reason);
  };
}
