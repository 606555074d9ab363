import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateUpdates, type SandwichLabel } from '@tickscope/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Finished, newDataDir, tickscope } from '../support/cli.js';

const FIRST_SLOT = 700_000;
const SLOTS = 60;

interface PrintedSandwich {
  id: string;
  pool: string;
  confidence: string;
  reason: string | null;
  fronts: { slot: number; blockIndex: number }[];
  backs: { slot: number; blockIndex: number }[];
}

/** A recording is the stream's messages, each after its length. */
function recordedChain(): { recording: Buffer; labels: SandwichLabel[] } {
  const parts: Buffer[] = [];
  const labels: SandwichLabel[] = [];
  const options = {
    seed: 'detect',
    firstSlot: FIRST_SLOT,
    voteShare: 0.2,
    transactionsPerSlot: 40,
    dexShare: 0.7,
    sandwichesPerSlot: 1,
    logMessages: false,
  };
  for (const { update, labels: own } of generateUpdates(options, SLOTS)) {
    labels.push(...own);
    if (update === null) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(update.length);
    parts.push(length, Buffer.from(update));
  }
  return { recording: Buffer.concat(parts), labels };
}

describe('tickscope import and tickscope detect', () => {
  const folder = newDataDir();
  const { recording, labels } = recordedChain();
  const counted = labels.filter((label) => label.counted);
  let imported: Finished;
  beforeAll(async () => {
    const file = join(folder.dataDir, 'chain.bin');
    writeFileSync(file, recording);
    imported = await tickscope(['import', '--data-dir', folder.dataDir, file]);
  }, 180_000);
  afterAll(() => folder.remove());

  const detect = (...flags: string[]): Promise<Finished> =>
    tickscope([
      ...['detect', '--data-dir', folder.dataDir],
      ...['--from', String(FIRST_SLOT), '--to', String(FIRST_SLOT + SLOTS), ...flags],
    ]);

  it('import reports the number of stored sandwiches', () => {
    expect(imported.code, imported.stderr).toBe(0);
    expect(imported.stderr).toMatch(/\d+ sandwiches stored/);
  });

  /** The pool, the first front leg and the last back leg of each printed sandwich. */
  function printedBy({ code, stdout, stderr }: Finished): Map<string, PrintedSandwich> {
    expect(code, stderr).toBe(0);
    const sandwiches = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as PrintedSandwich);
    const txKey = ({ slot, blockIndex }: PrintedSandwich['fronts'][number]): string =>
      `${slot}.${blockIndex}`;
    return new Map(
      sandwiches.flatMap((sandwich) =>
        sandwich.fronts.flatMap((front) =>
          sandwich.backs.map(
            (back) => [`${sandwich.pool} ${txKey(front)} ${txKey(back)}`, sandwich] as const,
          ),
        ),
      ),
    );
  }
  const keyOf = ({ pool, fronts, backs }: SandwichLabel): string =>
    `${pool} ${fronts[0]!.slot}.${fronts[0]!.block_index} ${backs.at(-1)!.slot}.${backs.at(-1)!.block_index}`;

  it('prints every planted sandwich that counts, with its legs, and none that does not', async () => {
    const printed = printedBy(await detect('--json'));
    expect(counted.length).toBeGreaterThan(20);
    expect(counted.filter((label) => !printed.has(keyOf(label))).map(({ id }) => id)).toEqual([]);
    const others = labels.filter((label) => !label.counted);
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((label) => printed.has(keyOf(label))).map(({ id }) => id)).toEqual([]);
    expect([...printed.values()].every(({ confidence }) => confidence !== 'suspected')).toBe(true);
  });

  it('--all prints what is only suspected too, with the reason', async () => {
    const [some, all] = [printedBy(await detect('--json')), printedBy(await detect('--json', '--all'))];
    expect([...some.keys()].filter((key) => !all.has(key))).toEqual([]);
    const suspected = [...all.values()].filter(({ confidence }) => confidence === 'suspected');
    expect(suspected.length).toBeGreaterThan(0);
    expect(suspected.filter(({ reason }) => reason === null)).toEqual([]);
  });

  it('a window of 0 keeps only sandwiches of one slot', async () => {
    const { stdout } = await detect('--json', '--window', '0');
    const sandwiches = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as PrintedSandwich);
    expect(sandwiches.length).toBeGreaterThan(0);
    for (const { fronts, backs } of sandwiches) expect(fronts[0]!.slot).toBe(backs.at(-1)!.slot);
  });

  it('without --json it is a table with a summary', async () => {
    const { code, stdout } = await detect();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^first leg +span +pool +attacker/);
    expect(stdout).toMatch(/sandwiches, [\d,]+ suspected \(window ±10 slots\)/);
  });

  it('a range without stored blocks is reported as such', async () => {
    const { code, stdout } = await tickscope([
      ...['detect', '--data-dir', folder.dataDir, '--from', '5', '--to', '9'],
    ]);
    // The range is not stored, so "0 sandwiches" is not an answer.
    expect(code).toBe(3);
    expect(stdout).toContain('No block of this range is stored');
  });

  it('flags that make no sense are refused in a sentence', async () => {
    const backwards = await tickscope(['detect', '--from', '9', '--to', '5']);
    expect([backwards.code, backwards.stderr]).toEqual([2, 'tickscope: --from lies after --to\n']);
    const wide = await tickscope(['detect', '--from', '1', '--to', '5', '--window', '1001']);
    expect(wide.code).toBe(2);
    expect(wide.stderr).toContain('expected an integer from 0 to 1000');
  });
});
