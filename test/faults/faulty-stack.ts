import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { within } from '../kills/load.js';
import { type Role, stackProcesses } from '../kills/stack-processes.js';
import { storedRange, unrepairedGaps } from '../kills/stored.js';
import { newDataDir, printedQuestion, tickscope, type UpStack, up } from '../support/cli.js';
import { canMount, Disk } from './disks.js';

const CLOCK = fileURLToPath(new URL('./shifted-clock.mjs', import.meta.url));
/** Longer than any recovery, and than the wait of a stream whose server does not answer. */
const BACK_WITHIN_MS = 120_000;
const GAPS_WITHIN_MS = 180_000;
/** Several times what a run of all faults stores: it is full only when it is filled. */
const DISK_BYTES = 3_000_000_000;
const ANSWER_WITHIN_MS = 30_000;
/** `verify` looks 20 slots beyond its range, and the children of the newest blocks are not stored yet. */
const UNSETTLED_SLOTS = 30;

export interface Answer {
  status: number;
  retryAfter: number | null;
  details: string;
}

/** `tickscope up` over the simulator, whose clocks can jump and, where mounting is allowed, with disks that get full. */
export class FaultyStack {
  readonly dataDir: string;
  /** Of ClickHouse's folder; `null`: none was asked for, or this process may not mount. */
  readonly disk: Disk | null;
  readonly #remove: () => void;
  readonly #stack: UpStack;
  readonly #question: object;
  readonly #key: string;

  private constructor(
    folder: { dataDir: string; remove(): void },
    disk: Disk | null,
    stack: UpStack,
    question: object,
  ) {
    this.dataDir = folder.dataDir;
    this.#remove = folder.remove;
    this.disk = disk;
    this.#stack = stack;
    this.#question = question;
    this.#key = /your key +(sk_live_\S+)/.exec(stack.output())?.[1] ?? '';
  }

  static async start({ ofDisk }: { ofDisk: boolean }): Promise<FaultyStack> {
    const folder = newDataDir();
    const disk = ofDisk && canMount() ? new Disk(join(folder.dataDir, 'clickhouse'), DISK_BYTES) : null;
    try {
      const stack = await startStack(folder.dataDir);
      return new FaultyStack(folder, disk, stack, await printedQuestion(stack));
    } catch (error) {
      disk?.remove();
      folder.remove();
      throw error;
    }
  }

  pidsOf(...roles: readonly Role[]): number[] {
    const processes = stackProcesses(this.#stack.process.pid!);
    return roles.flatMap((role) => processes.get(role) ?? []);
  }

  signal(pids: readonly number[], signal: NodeJS.Signals): void {
    for (const pid of pids) process.kill(pid, signal);
  }

  /** Of the API; `null`: none within the time. */
  async ask(timeoutMs = ANSWER_WITHIN_MS): Promise<Answer | null> {
    try {
      const response = await fetch(`${this.#stack.api}/analyze-trade`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
        body: JSON.stringify(this.#question),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { details } = (await response.json()) as { details?: unknown };
      const retryAfter = response.headers.get('retry-after');
      return {
        status: response.status,
        retryAfter: retryAfter === null ? null : Number(retryAfter),
        details: String(details ?? ''),
      };
    } catch {
      return null;
    }
  }

  /** Whether questions are answered again and new blocks are stored, by itself. */
  async comesBack(): Promise<boolean> {
    let before: number | null = null;
    return within(BACK_WITHIN_MS, async () => {
      const { last } = await storedRange(this.dataDir);
      before ??= last;
      return last > before + 2 && (await this.ask())?.status === 200;
    });
  }

  /** What a program has logged so far. */
  log(name: 'api' | 'ingester' | 'postgres'): string {
    return readFileSync(join(this.dataDir, 'logs', `${name}.log`), 'utf8');
  }

  /** What `verify` says of all that is stored, when repair has closed every gap. */
  async verified(): Promise<{ gaps: string[]; code: number | null; text: string }> {
    await within(GAPS_WITHIN_MS, async () => (await unrepairedGaps(this.dataDir)).length === 0);
    const gaps = await unrepairedGaps(this.dataDir);
    const { first, last } = await storedRange(this.dataDir);
    const range = ['--from', String(first), '--to', String(last - UNSETTLED_SLOTS)];
    const { code, stdout, stderr } = await tickscope([
      'verify',
      '--data-dir',
      this.dataDir,
      ...range,
      '--poh',
    ]);
    return { gaps, code, text: `${stderr}${stdout}`.trim().split('\n').slice(-12).join('\n') };
  }

  get output(): string {
    return this.#stack.output();
  }

  /** What the programs and the stack said, for a failure that is not understood. */
  get lastLines(): string {
    const logs = (['api', 'ingester'] as const).flatMap((name) =>
      this.log(name)
        .split('\n')
        .filter((line) => /"level":[456]0/.test(line))
        .slice(-8),
    );
    return [...this.output.split('\n').slice(-8), ...logs.map((line) => line.slice(0, 600))].join('\n');
  }

  /** Ends the stack; the data stay. */
  stop(): Promise<number | null> {
    return this.#stack.stop();
  }

  async remove(): Promise<void> {
    if (this.#stack.process.exitCode === null) await this.#stack.stop();
    this.disk?.remove();
    rmSync(join(this.dataDir, 'clickhouse'), { recursive: true, force: true });
    this.#remove();
  }
}

function startStack(dataDir: string): Promise<UpStack> {
  return up(['--data-dir', dataDir, '--source', 'simulator'], {
    NODE_OPTIONS: `--import ${CLOCK}`,
    INGESTER_QUEUE_MB: '2',
  });
}
