import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { multiplyStore } from './multiply-store.js';

/**
 * `FORMER_CHECKOUT`: a checkout, with its dependencies installed, of the build before the migrations that rewrite rows
 * (e58104a). `MIGRATION_COPIES`: how often the 600 slots of bench/answers are copied; 18 make 10 million locks.
 */
const FORMER = process.env['FORMER_CHECKOUT'] ?? '';
const COPIES = Number(process.env['MIGRATION_COPIES'] ?? '2');
const THIS = fileURLToPath(new URL('../..', import.meta.url));
const HOURS = 2;
/** The migration is killed in each of its three rewrites. */
const KILLED_IN = ['migration 30: rewriting swaps', 'migration 31: rewriting', 'migration 32: rewriting'];
const DELAYS_MS = [0, 150, 50];

const dir = mkdtempSync(join(tmpdir(), 'tickscope-migration-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Run {
  code: number | null;
  output: string;
}

/** Runs a script of a checkout from its sources; `onOutput` may kill it. Returns all that it printed. */
function run(
  checkout: string,
  [script, ...args]: readonly [string, ...string[]],
  onOutput: (output: string, child: ChildProcess) => void = () => {},
): Promise<Run> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    ['--conditions=tickscope:source', '--import', 'tsx', join(checkout, script), ...args],
    // A group of its own: a kill also ends the ClickHouse that the command started.
    { cwd: checkout, detached: true, env: { ...process.env, NODE_OPTIONS: '' } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      onOutput(output, child);
    });
  return new Promise((resolve) =>
    child.once('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
      process.stdout.write(
        `${script} ${args.slice(0, 2).join(' ')}: ${code ?? 'killed'} after ${seconds} s\n`,
      );
      resolve({ code, output });
    }),
  );
}

const tickscope = (checkout: string, ...args: string[]) => run(checkout, ['apps/cli/src/main.ts', ...args]);
const answers = (checkout: string, ...args: string[]) => run(checkout, ['bench/answers/run.ts', ...args]);

interface Verified {
  problemCount: number;
  problems: { rule: string; detail: string }[];
}

/** What `verify` finds in a range: some slots of bench/answers are missing on purpose. */
async function verified(
  checkout: string,
  data: string,
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
): Promise<Verified> {
  const range = ['--from', String(fromSlot), '--to', String(toSlot)];
  const { output } = await tickscope(checkout, 'verify', ...range, '--json', '--data-dir', data);
  const json = output.split('\n').find((line) => line.startsWith('{'));
  if (json === undefined) throw new Error(`no report: ${output}`);
  return JSON.parse(json) as Verified;
}

/** A newer detector computes some losses otherwise than those that the former build has stored. */
function withoutNewerLosses({ problemCount, problems, ...rest }: Verified): Verified {
  const kept = problems.filter(({ detail }) => !detail.endsWith('is stored with other content'));
  return { ...rest, problemCount: problemCount - problems.length + kept.length, problems: kept };
}

async function killedIn(step: string, delayMs: number, args: readonly string[]): Promise<void> {
  let isKilled = false;
  const { code, output } = await run(THIS, ['apps/cli/src/main.ts', ...args], (printed, child) => {
    if (isKilled || !printed.includes(step)) return;
    isKilled = true;
    void sleep(delayMs).then(() => process.kill(-child.pid!, 'SIGKILL'));
  });
  expect({ isKilled, code }, output).toEqual({ isKilled: true, code: null });
}

it.skipIf(FORMER === '')(
  'a store of the former build is migrated over three kills, answers as before, and its backup still serves that build',
  async () => {
    const data = join(dir, 'data');
    const [nothing, before] = [join(dir, 'nothing.jsonl'), join(dir, 'before.jsonl')];
    const backup = join(dir, 'copies/former');
    // Comparing an empty record makes the store and asks nothing.
    writeFileSync(nothing, '');
    expect((await answers(FORMER, 'compare', nothing, '--data-dir', data)).code).toBe(0);
    const { ranges, locks } = await multiplyStore(data, COPIES);
    process.stdout.write(`${locks} locks in ${ranges.length} ranges\n`);
    for (const { fromSlot, toSlot } of ranges.slice(1)) {
      const detect = ['redetect', '--from', String(fromSlot), '--to', String(toSlot), '--data-dir', data];
      expect((await tickscope(FORMER, ...detect)).code).toBe(0);
    }
    expect((await answers(FORMER, 'record', before, '--data-dir', data)).output).toContain(
      '500 answers recorded',
    );
    const found: Verified[] = [];
    for (const range of ranges) found.push(await verified(FORMER, data, range));
    const backedUp = await tickscope(FORMER, 'backup', backup, '--data-dir', data);
    expect(backedUp.code, backedUp.output).toBe(0);

    const refused = await tickscope(THIS, 'migrate', '--data-dir', data);
    expect(refused.output).toMatch(/migration 30, 31, 32 rewrites stored rows.*--without-backup/);
    expect(refused.code).toBe(1);
    const migration = ['migrate', '--data-dir', data, '--backup', backup];
    for (const [at, step] of KILLED_IN.entries()) await killedIn(step, DELAYS_MS[at]!, migration);
    const migrated = await tickscope(THIS, ...migration);
    expect(migrated.code, migrated.output).toBe(0);

    const compared = await answers(THIS, 'compare', before, '--data-dir', data);
    expect(compared.output).toContain('500 answers compared, 0 differ');
    for (const [at, range] of ranges.entries())
      expect(withoutNewerLosses(await verified(THIS, data, range))).toEqual(found[at]);
    const [first] = ranges;
    const slots = ['--from', String(first!.fromSlot), '--to', String(first!.toSlot)];
    expect((await tickscope(THIS, 'redetect', ...slots, '--data-dir', data)).code).toBe(0);
    // The former build had not detected the newest slots.
    const others = found[0]!.problems.filter(({ rule }) => rule !== 'undetected');
    expect((await verified(THIS, data, first!)).problems).toEqual(others);

    renameSync(data, join(dir, 'migrated'));
    const restored = await tickscope(FORMER, 'restore', backup, '--data-dir', data);
    expect(restored.code, restored.output).toBe(0);
    const back = await answers(FORMER, 'compare', before, '--data-dir', data);
    expect(back.output).toContain('500 answers compared, 0 differ');
  },
  HOURS * 3_600_000,
);
