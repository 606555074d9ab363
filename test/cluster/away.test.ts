import { expect, test } from 'vitest';
import { serverAway } from './away.js';

test('a server away: answers that need it are 503 with a wait, the others go on, and the ingester catches up', async () => {
  const report = await serverAway({
    how: 'killed',
    awayMs: 0,
    each: 1,
    say: (line) => void process.stdout.write(`${line}\n`),
  });
  expect(report).toMatchObject({
    wrong: [],
    needless: [],
    impossible: [],
    differentAfter: [],
    differences: [],
  });
  expect(report.answered).toBeGreaterThan(10);
  expect(report.refused).toBeGreaterThan(10);
  expect(report.mostSpilledBlocks).toBeGreaterThan(5);
}, 600_000);
