import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unrepairedGaps } from '../kills/stored.js';
import { newDataDir } from '../support/cli.js';
import { MirroredStack, until } from './mirrored-stack.js';

describe('tickscope up --mirror', () => {
  const { dataDir, remove } = newDataDir();
  let mirrored: MirroredStack;
  beforeAll(async () => {
    mirrored = await MirroredStack.start(dataDir, '--mirror');
  }, 180_000);
  afterAll(async () => {
    await mirrored?.stop();
    remove();
  });

  test('either copy may be lost: every answer is the one of before, and the copy is filled again', async () => {
    await mirrored.detected(40);
    const expected = await mirrored.expectedAnswers(2);
    expect(expected.map(({ answer }) => answer.status)).toEqual(expected.map(() => 200));
    expect(expected.length).toBeGreaterThan(20);
    // Each is asked for the first time while a copy is away, so that nothing comes from the caches of the API.
    const half = Math.floor(expected.length / 2);
    for (const [copy, questions] of [
      ['mirror', expected.slice(0, half)],
      ['first', expected.slice(half)],
    ] as const) {
      const isBack = await mirrored.lose(copy);
      let isAway = true;
      const back = isBack().finally(() => {
        isAway = false;
      });
      do expect(await mirrored.wrongAnswers(questions), copy).toEqual([]);
      while (isAway);
      await back;
    }
    expect(await mirrored.wrongAnswers(expected)).toEqual([]);

    const head = await mirrored.head();
    await until('no block in the spill', async () => (await mirrored.spilledBlocks()) === 0);
    await until('new blocks', async () => (await mirrored.head()) > head + 5);
    await until('no gap open', async () => (await unrepairedGaps(dataDir)).length === 0);
    expect(await mirrored.differences()).toEqual([]);
  }, 600_000);
});
