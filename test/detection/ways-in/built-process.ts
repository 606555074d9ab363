import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

type LogRecord = Readonly<Record<string, unknown>>;

const START_MS = 240_000;
const STOP_MS = 30_000;

/** A built program (`apps/<name>/dist/main.js`), as an operator runs it. */
export class BuiltProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #records: LogRecord[] = [];
  #onRecord: () => void = () => undefined;

  constructor(
    name: 'api' | 'ingester' | 'simulator',
    env: Readonly<Record<string, string>>,
    args: readonly string[] = [],
  ) {
    const script = fileURLToPath(new URL(`../../../apps/${name}/dist/main.js`, import.meta.url));
    const child = spawn(process.execPath, [script, ...args], {
      env: { PATH: process.env['PATH'], LOG_LEVEL: 'info', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#exited = new Promise((resolve) => child.once('exit', () => resolve()));
    // The simulator logs to the standard error, the others to the standard output.
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on('line', (line) => {
        if (line.startsWith('{')) this.#records.push(JSON.parse(line) as LogRecord);
        else process.stderr.write(`${name}: ${line}\n`);
        this.#onRecord();
      });
    child.once('exit', () => this.#onRecord());
  }

  /** The first record of its log with this message that has these fields. Throws where none comes. */
  async logged(message: string, fields: LogRecord = {}): Promise<LogRecord> {
    const deadline = Date.now() + START_MS;
    for (;;) {
      const record = this.#records.find(
        (each) =>
          each['msg'] === message && Object.entries(fields).every(([name, value]) => each[name] === value),
      );
      if (record !== undefined) return record;
      if (!this.#isRunning || Date.now() > deadline)
        throw new Error(
          `not in the log: "${message}"; the last record is ${JSON.stringify(this.#records.at(-1))}`,
        );
      await new Promise<void>((resolve) => {
        this.#onRecord = resolve;
        setTimeout(resolve, 500).unref();
      });
    }
  }

  /** SIGTERM; SIGKILL where that takes too long. */
  async stop(): Promise<void> {
    if (!this.#isRunning) return;
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS);
    this.#child.kill('SIGTERM');
    await this.#exited;
    clearTimeout(timer);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  get #isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }
}
