import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasOpenssl } from '@tickscope/api/testing/self-signed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Line, ratioOf, tableOf } from './neighbours/measure.js';
import { type Stage, setStage } from './neighbours/stage.js';
import { SHARED_THINGS, timed } from './neighbours/things.js';

/** The hostile ones are at their limits by then. */
const WARM_UP_MS = 5_000;

describe.skipIf(!hasOpenssl)('beside one hostile account and fifty visitors (skips without openssl)', () => {
  let stage: Stage;
  const lines: Line[] = [];
  beforeAll(async () => {
    stage = await setStage();
  });
  afterAll(async () => {
    if (lines.length > 0) process.stdout.write(`\n${tableOf(lines)}\n\n`);
    await stage?.stop();
  });

  test.each(SHARED_THINGS)('$name: what an account waits, alone and beside them', async (thing) => {
    const use = await thing.use(stage);
    // Caches fill, code is compiled.
    await timed(5, use);
    const aloneMs = await timed(thing.times, use);
    const over = new AbortController();
    setMaxListeners(0, over.signal);
    const attack = thing.attack(stage, over.signal);
    await Promise.race([sleep(WARM_UP_MS), attack]);
    const besideMs = await timed(thing.times, use);
    over.abort();
    await attack;
    const line: Line = { thing: thing.name, aloneMs, besideMs, mostRatio: thing.mostRatio };
    lines.push(line);
    process.stdout.write(`${tableOf([line])}\n`);
    if (line.mostRatio !== null) expect(ratioOf(line)).toBeLessThanOrEqual(line.mostRatio);
  });
});
