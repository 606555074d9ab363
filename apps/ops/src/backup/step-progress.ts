import { formatBytes, note, progressLine } from '@tickscope/command-line';

/** The interval between log lines where standard error is not a terminal. */
const LINE_EVERY_MS = 10_000;

/** Progress of long work: a line that is rewritten on a terminal; elsewhere a line at each step, and every few seconds. */
export class StepProgress {
  readonly #line = progressLine(LINE_EVERY_MS);
  #step = '';

  /** A new step begins. */
  step(text: string): void {
    this.#step = text;
    this.#line.show(text);
  }

  /** Bytes of the present step; `ofBytes` null: the whole is not known. */
  bytes(done: number, ofBytes: number | null): void {
    // What is copied is a little more than the tables were: they grow, and each part has its lists.
    const share =
      ofBytes === null || ofBytes === 0 ? '' : `, ${Math.min(99, Math.floor((100 * done) / ofBytes))} %`;
    this.#line.update(`${this.#step}: ${formatBytes(done)}${share}`);
  }

  /** A line that stays. */
  note(text: string): void {
    this.#line.clear();
    note(text);
  }

  /** Clears the line, so that other output can follow. */
  end(): void {
    this.#line.clear();
  }
}
