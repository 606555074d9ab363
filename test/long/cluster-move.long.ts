import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { type StackQuestion, stackAnswers } from '../cluster/stack-answers.js';
import { storedRange, unrepairedGaps } from '../faults/stored.js';
import { firstQuestion, newDataDir, tickscope, type UpStack, up } from '../support/cli.js';
import { within } from '../support/within.js';

/** How many slots are stored before each move. */
const SLOTS = Number(process.env['CLUSTER_MOVE_SLOTS'] ?? '1000');
const WITHIN_MS = 600_000;

describe('tickscope cluster move, from one embedded server to two and to three', () => {
  const { dataDir, remove } = newDataDir();
  let stack: UpStack | null = null;
  afterAll(async () => {
    await stack?.stop();
    remove();
  });
  const start = async (...args: string[]): Promise<UpStack> => {
    stack = await up(['--data-dir', dataDir, '--source', 'simulator', ...args]);
    return stack;
  };

  const answers = (question: StackQuestion): Promise<string[]> => stackAnswers(dataDir, question);

  const move = (shards: number, ...args: string[]) =>
    tickscope(['cluster', 'move', '--shards', `${shards}`, '--data-dir', dataDir, ...args]);

  async function storesMore(slots: number): Promise<void> {
    const { last } = await storedRange(dataDir);
    expect(await within(WITHIN_MS, async () => (await storedRange(dataDir)).last > last + slots)).toBe(true);
  }

  it('changes no answer, and loses no block', async () => {
    let running = await start();
    const question = await firstQuestion(running);
    await storesMore(SLOTS);
    const before = await answers(question);
    expect(before.filter((answer) => / 200 /.test(answer))).toEqual(before);

    for (const shards of [2, 3]) {
      let isMoving = true;
      const moving = move(shards).finally(() => {
        isMoving = false;
      });
      let asked = 0;
      while (isMoving) {
        expect(await answers(question)).toEqual(before);
        asked += 1;
        await sleep(100);
      }
      const copied = await moving;
      expect(copied.code, copied.stderr).toBe(0);
      process.stdout.write(`to ${shards}, with ${asked} rounds of questions:\n${copied.stdout}`);
      expect(asked).toBeGreaterThan(0);
      expect((await move(shards, '--finish')).stderr).toContain('is running');

      const { first, last } = await storedRange(dataDir);
      await running.stop();
      const refused = await tickscope(['up', '--data-dir', dataDir, '--shards', `${shards}`]);
      expect(refused.stderr).toContain(`tickscope cluster move --shards ${shards} `);
      const finished = await move(shards, '--finish');
      expect(finished.code, finished.stderr).toBe(0);
      process.stdout.write(finished.stdout);
      expect(existsSync(join(dataDir, 'former', 'clickhouse'))).toBe(true);
      expect((await tickscope(['cluster', 'move', '--shards', '5', '--data-dir', dataDir])).stderr).toContain(
        'former',
      );

      running = await start('--shards', `${shards}`);
      expect(await answers(question)).toEqual(before);
      await storesMore(40);
      expect((await storedRange(dataDir)).first).toBe(first);
      const range = ['--from', `${first}`, '--to', `${last}`];
      const verified = await tickscope(['verify', '--poh', '--data-dir', dataDir, ...range]);
      expect(verified.code, verified.stdout + verified.stderr).toBe(0);
      expect(await within(WITHIN_MS, async () => (await unrepairedGaps(dataDir)).length === 0)).toBe(true);
      rmSync(join(dataDir, 'former'), { recursive: true });
    }
  }, 3_600_000);
});
