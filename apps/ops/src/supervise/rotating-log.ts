import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const MOST_BYTES = 20_000_000;
const OLDER_FILES = 3;

/**
 * A log file of bounded size. When it is full it becomes `file.1`, which becomes `file.2`, and so on; the oldest is
 * overwritten. The same bounds as those of ClickHouse's own logs.
 */
export class RotatingLog {
  readonly #file: string;
  readonly #mostBytes: number;
  #fd: number | null = null;
  #bytes = 0;

  constructor(file: string, mostBytes = MOST_BYTES) {
    this.#file = file;
    this.#mostBytes = mostBytes;
    this.#open();
  }

  /** Never throws: a full disk must not stop a program because of its log. */
  write(text: Uint8Array | string): void {
    try {
      if (this.#bytes >= this.#mostBytes) this.#rotate();
      if (this.#fd === null) return;
      this.#bytes += writeSync(this.#fd, typeof text === 'string' ? Buffer.from(text) : text);
    } catch {
      // This text is lost; later writes may succeed.
    }
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  #open(): void {
    this.#fd = openSync(this.#file, 'a', 0o600);
    this.#bytes = fstatSync(this.#fd).size;
  }

  #rotate(): void {
    this.close();
    try {
      for (let number = OLDER_FILES; number > 0; number -= 1) {
        const from = number === 1 ? this.#file : `${this.#file}.${number - 1}`;
        renameIfThere(from, `${this.#file}.${number}`);
      }
    } finally {
      this.#open();
    }
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
