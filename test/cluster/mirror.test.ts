import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDataDir } from '../support/cli.js';
import { MirroredStack } from './mirrored-stack.js';

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

    await mirrored.goesOn();
    expect(await mirrored.differences()).toEqual([]);
  }, 600_000);
});
