import { progressLine } from '../progress-line.js';
import { formatBytes } from '../table.js';

/** The interval between log lines where standard error is not a terminal. */
const LINE_EVERY_MS = 10_000;

/** Progress of long work: a line that is rewritten on a terminal; elsewhere a line at each step, and every few seconds. */
export class StepProgress {
  readonly #stream: NodeJS.WriteStream;
  readonly #line;
  #step = '';
  #shownAt = 0;

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
    this.#line = progressLine(stream);
  }

  /** A new step begins. */
  step(text: string): void {
    this.#step = text;
    this.#show(text);
  }

  /** Bytes of the present step; `ofBytes` null: the whole is not known. */
  bytes(done: number, ofBytes: number | null): void {
    if (!this.#stream.isTTY && Date.now() - this.#shownAt < LINE_EVERY_MS) return;
    // What is copied is a little more than the tables were: they grow, and each part has its lists.
    const share =
      ofBytes === null || ofBytes === 0 ? '' : `, ${Math.min(99, Math.floor((100 * done) / ofBytes))} %`;
    this.#show(`${this.#step}: ${formatBytes(done)}${share}`);
  }

  /** A line that stays. */
  note(text: string): void {
    this.#line.clear();
    this.#stream.write(`${text}\n`);
  }

  /** Clears the line, so that other output can follow. */
  end(): void {
    this.#line.clear();
  }

  #show(text: string): void {
    this.#shownAt = Date.now();
    if (this.#stream.isTTY) this.#line.show(text);
    else this.#stream.write(`${text}\n`);
  }
}
