import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MirroredStack, until } from '../cluster/mirrored-stack.js';
import { storedRange } from '../kills/stored.js';
import { newDataDir, tickscope } from '../support/cli.js';

const LOST = /is missing or incomplete: it is filled from the other copy/;
const FILLED = /is filled: \d+/;

describe.each([1, 2])('a mirror with %i servers in each copy', (shards) => {
  const { dataDir, remove } = newDataDir();
  let mirrored: MirroredStack | null = null;
  afterAll(async () => {
    await mirrored?.stop();
    remove();
  });
  const start = async (...args: string[]): Promise<MirroredStack> => {
    mirrored = await MirroredStack.start(dataDir, ...args);
    return mirrored;
  };
  const stop = async (): Promise<void> => {
    expect(await mirrored!.stop()).toBe(0);
    mirrored = null;
  };
  const goesOn = async (of: MirroredStack): Promise<void> => {
    await of.goesOn();
    expect(await of.differences()).toEqual([]);
  };
  const emptied = async (copy: 'first' | 'mirror'): Promise<void> => {
    if (copy === 'mirror') await rm(join(dataDir, 'mirror'), { recursive: true });
    // Of several servers one is enough.
    else await rm(join(dataDir, shards === 1 ? 'clickhouse' : 'shard-2'), { recursive: true });
  };

  it('is turned on for a store that has blocks', async () => {
    await start('--shards', `${shards}`);
    await mirrored!.detected(40);
    await stop();
    const on = await start('--mirror');
    await until('the copy filled', async () => FILLED.test(on.stack.output()));
    await goesOn(on);
  }, 600_000);

  it('either copy is lost again and again while it runs', async () => {
    const expected = await mirrored!.expectedAnswers(1);
    for (const copy of ['first', 'mirror', 'first'] as const) {
      const isBack = await mirrored!.lose(copy);
      expect(await mirrored!.wrongAnswers(expected)).toEqual([]);
      await isBack();
      await goesOn(mirrored!);
    }
  }, 900_000);

  it('a command that starts the servers itself fills a lost copy, and finds the mirror of a running stack', async () => {
    const { first, last } = await storedRange(dataDir);
    await stop();
    await emptied('first');
    const slots = ['--from', `${first}`, '--to', `${last - 40}`, '--data-dir', dataDir];
    const { code, stdout, stderr } = await tickscope(['verify', ...slots]);
    expect(code, stdout + stderr).toBe(0);
    await goesOn(await start());
    expect((await storedRange(dataDir)).first).toBe(first);
    const doctor = await tickscope(['doctor', '--data-dir', dataDir]);
    expect(doctor.stdout).toMatch(/the second copy answers/);
  }, 600_000);

  it('is refused a move, and is turned off and on again', async () => {
    const refused = await tickscope(['cluster', 'move', '--shards', '3', '--data-dir', dataDir]);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('--no-mirror');
    await stop();
    await goesOn(await start('--no-mirror'));
    await stop();
    const former = join(dataDir, 'former');
    expect(existsSync(join(former, 'mirror', 'clickhouse'))).toBe(true);
    // It misses what was written since, so it is filled.
    await rename(join(former, 'mirror'), join(dataDir, 'mirror'));
    await rm(former, { recursive: true });
    const on = await start('--mirror');
    await until('the copy filled', async () => FILLED.test(on.stack.output()));
    await goesOn(on);
  }, 900_000);

  it.each(['mirror', 'first'] as const)(
    'a start without the %s copy answers from the other and fills it, also when it is killed in between',
    async (copy) => {
      const before = await storedRange(dataDir);
      const expected = await mirrored!.expectedAnswers(1);
      await stop();
      await emptied(copy);
      const killed = await start();
      await until('the filling', async () => LOST.test(killed.stack.output()));
      expect(await killed.wrongAnswers(expected)).toEqual([]);
      await killed.stop('SIGKILL');
      const again = await start();
      expect(await again.wrongAnswers(expected)).toEqual([]);
      await again.goesOn({ mayMiss: true });
      expect(await again.differences()).toEqual([]);
      expect((await storedRange(dataDir)).blocks).toBeGreaterThanOrEqual(before.blocks);
    },
    900_000,
  );
});
