import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { newDataDir, tickscope, type UpStack, up } from '../support/cli.js';
import { within } from '../support/within.js';
import { canMount, Disk } from './disks.js';
import { type Role, stackProcesses } from './stack-processes.js';
import { storedRange, undetectedSlots, unrepairedGaps } from './stored.js';

const CLOCK = fileURLToPath(new URL('./shifted-clock.mjs', import.meta.url));
/** Longer than any recovery, and than the wait of a stream whose server does not answer. */
const BACK_WITHIN_MS = 300_000;
/** After many disturbances much is to be caught up with; a repaired slot is detected seconds after it is stored. */
const SETTLED_WITHIN_MS = 600_000;
/** Several times what a run of all faults stores: it is full only when it is filled. */
const DISK_BYTES = 3_000_000_000;
/** A sandwich is final so many slots later; `verify` looks as far beyond its range, to blocks whose children are stored. */
const FINAL_AFTER_SLOTS = 20;
const UNSETTLED_SLOTS = 2 * FINAL_AFTER_SLOTS;
const LEAST_VERIFIED_SLOTS = 5;

/** `tickscope up` whose clocks can jump and, where mounting is allowed, whose ClickHouse can have a disk that gets full. */
export class DisturbedStack {
  private constructor(
    readonly up: UpStack,
    readonly dataDir: string,
    /** The disk of ClickHouse's folder; `null`: none was asked for, or this process may not mount. */
    readonly disk: Disk | null,
    readonly remove: () => Promise<void>,
  ) {}

  /** @param env variables of the stack, for its data folder */
  static async start({
    source = 'simulator',
    env = () => ({}),
    ofDisk = false,
  }: {
    source?: 'simulator' | 'geyser';
    env?: (dataDir: string) => Record<string, string>;
    ofDisk?: boolean;
  } = {}): Promise<DisturbedStack> {
    const folder = newDataDir();
    const { dataDir } = folder;
    const disk = ofDisk && canMount() ? new Disk(join(dataDir, 'clickhouse'), DISK_BYTES) : null;
    let stack: UpStack | null = null;
    const remove = async (): Promise<void> => {
      if (stack?.process.exitCode === null) await stack.stop();
      disk?.remove();
      folder.remove();
    };
    try {
      stack = await up(['--data-dir', dataDir, '--source', source], {
        NODE_OPTIONS: `--import ${CLOCK}`,
        ...env(dataDir),
      });
      return new DisturbedStack(stack, dataDir, disk, remove);
    } catch (error) {
      await remove();
      throw error;
    }
  }

  pidsOf(...roles: readonly Role[]): number[] {
    const processes = stackProcesses(this.up.process.pid!);
    return roles.flatMap((role) => processes[role]);
  }

  /** Whether questions are answered and new blocks are stored, by itself. */
  async comesBack(isAnswered: () => Promise<boolean>): Promise<boolean> {
    let before: number | null = null;
    return within(BACK_WITHIN_MS, async () => {
      const { last } = await storedRange(this.dataDir);
      before ??= last;
      // What was on its way when it was disturbed may be stored without the chain going on.
      return (await isAnswered()) && last > before + 2;
    });
  }

  /** Waits until repair has closed every gap and detection has run over what was stored by then; gives open gaps. */
  async settled(): Promise<string[]> {
    const { last } = await storedRange(this.dataDir);
    await within(
      SETTLED_WITHIN_MS,
      async () =>
        (await unrepairedGaps(this.dataDir)).length === 0 &&
        (await undetectedSlots(this.dataDir, last - FINAL_AFTER_SLOTS)).length === 0,
    );
    return unrepairedGaps(this.dataDir);
  }

  /** Verifies all that is stored, once it has settled. */
  async verified(): Promise<{ gaps: string[]; code: number | null; text: string }> {
    await within(SETTLED_WITHIN_MS, async () => {
      const { first, last } = await storedRange(this.dataDir);
      return last - first >= UNSETTLED_SLOTS + LEAST_VERIFIED_SLOTS;
    });
    // What is stored from now on need not be detected when it is verified.
    const { first, last } = await storedRange(this.dataDir);
    const gaps = await this.settled();
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

  /** Reads the log of a program so far. */
  log(name: 'api' | 'ingester' | 'postgres'): string {
    return readFileSync(join(this.dataDir, 'logs', `${name}.log`), 'utf8');
  }

  /** Last lines of the programs and the stack, for a failure that is not understood. */
  get lastLines(): string {
    const logs = (['api', 'ingester'] as const).flatMap((name) =>
      this.log(name)
        .split('\n')
        .filter((line) => /"level":[456]0/.test(line))
        .slice(-8),
    );
    return [...this.up.output().split('\n').slice(-8), ...logs.map((line) => line.slice(0, 600))].join('\n');
  }
}

/** The result of `verified` for a store that holds the chain. */
export const NOTHING_WRONG = { gaps: [], code: 0, text: expect.stringContaining('nothing is wrong') };
