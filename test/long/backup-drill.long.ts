import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BackupStage, backedUpBlocks, startStage } from '@tickscope/ops/testing/backup-stage';
import { BlockWriter } from '@tickscope/store';
import { DAMAGES, filesToDamage } from '@tickscope/testkit/damaged-backup';
import { digests } from '@tickscope/testkit/store/table-digests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MINUTES = 30;

const dir = mkdtempSync(join(tmpdir(), 'tickscope-drill-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Runs a script of this checkout from its sources and returns what it prints. */
function run(script: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    ['--conditions=tickscope:source', '--import', 'tsx', join(ROOT, script), ...args],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

it(
  'a store that was destroyed and restored answers the 500 recorded requests as before',
  async () => {
    const [data, answers, copy] = [join(dir, 'data'), join(dir, 'answers.jsonl'), join(dir, 'copies/full')];
    const recorded = await run('bench/answers/run.ts', 'record', answers, '--data-dir', data);
    expect(recorded.output).toContain('500 answers recorded');
    expect((await run('apps/cli/src/main.ts', 'backup', copy, '--data-dir', data)).code).toBe(0);
    renameSync(data, join(dir, 'destroyed'));
    expect((await run('apps/cli/src/main.ts', 'restore', copy, '--data-dir', data)).code).toBe(0);
    const compared = await run('bench/answers/run.ts', 'compare', answers, '--data-dir', data);
    expect(compared.output).toContain('500 answers compared, 0 differ');
  },
  MINUTES * 60_000,
);

describe('damage of a backup', () => {
  let source: BackupStage;
  let target: BackupStage;
  let before: Record<string, string>;
  let copies: string;
  const place = (name: string): string => join(copies, name);

  beforeAll(async () => {
    copies = realpathSync(mkdtempSync(join(tmpdir(), 'tickscope-damage-')));
    source = await startStage(copies, { isMigrated: true });
    target = await startStage(copies, { isMigrated: true });
    const blocks = backedUpBlocks(60);
    const writer = new BlockWriter(source.client);
    for (const [name, some] of [
      ['full', blocks.slice(0, 40)],
      ['second', blocks.slice(40)],
    ] as const) {
      await writer.write(some);
      const base = name === 'second' ? ['--base', place('full')] : [];
      const made = await source.tickscope(['backup', place(name), ...base]);
      expect(made.code, made.stderr).toBe(0);
    }
    cpSync(copies, `${copies}-kept`, { recursive: true });
    await new BlockWriter(target.client).write(blocks.slice(0, 3));
    before = await digests(target.client);
  }, MINUTES * 60_000);
  afterAll(async () => {
    await source?.stop();
    await target?.stop();
    for (const folder of [copies, `${copies}-kept`]) rmSync(folder, { recursive: true, force: true });
  });

  it.each(Object.keys(DAMAGES))(
    '%s: found in a file of each kind, of the backup and of its base, by --check and by restore, which changes nothing',
    async (damage) => {
      for (const [name, kinds] of [
        ['full', 6],
        ['second', 5],
      ] as const) {
        const files = await filesToDamage(place(name));
        expect(files.length).toBeGreaterThanOrEqual(kinds);
        for (const { kind, file, other } of files) {
          await DAMAGES[damage]!(file, other);
          // The accounts of a base are not needed: the backup on top of it has all of them.
          const isNeeded = name === 'second' || kind !== 'accounts';
          const damaged = [...(name === 'full' ? ['full'] : []), ...(isNeeded ? ['second'] : [])];
          for (const backup of damaged)
            for (const args of [['--check'], ['--replace']]) {
              const { code, stdout, stderr } = await target.tickscope(['restore', place(backup), ...args]);
              const where = `${kind} of ${name}, restoring ${backup} ${args}`;
              expect({ code, stdout }, where).toEqual({ code: 1, stdout: '' });
              expect(stderr, where).toMatch(
                /is damaged: |holds no backup|no manifest of a backup|cannot be read|not what the backup wrote|is missing/,
              );
            }
          for (const each of [file, other]) copyFileSync(each.replace(copies, `${copies}-kept`), each);
        }
      }
      expect(await digests(target.client)).toEqual(before);
    },
    MINUTES * 60_000,
  );

  it('files exchanged between two backups are found, and both are whole once they are exchanged back', async () => {
    for (const name of ['manifest.json', 'clickhouse.sha256', 'accounts/keys.copy.gz']) {
      const pair = [place(`full/${name}`), place(`second/${name}`)] as const;
      await DAMAGES['swapped with another']!(...pair);
      const { code } = await target.tickscope(['restore', place('second'), '--check']);
      // Both backups have the same keys.
      expect([name, code]).toEqual([name, name.startsWith('accounts') ? 0 : 1]);
      await DAMAGES['swapped with another']!(...pair);
    }
    const restored = await target.tickscope(['restore', place('second'), '--replace']);
    expect(restored.code, restored.stderr).toBe(0);
    expect(await digests(target.client)).toEqual(await digests(source.client));
  });
});
