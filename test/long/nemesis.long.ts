import { describe, expect, it } from 'vitest';
import { runNemesis } from '../faults/nemesis.js';

const MINUTES = Number(process.env['NEMESIS_MINUTES'] ?? 20);
/** Fewer are asked in a short run. */
const LEAST_RIGHT = Math.min(50, 5 * MINUTES);

describe.runIf(process.platform === 'linux')('a stack whose parts are killed, stopped and cut off', () => {
  it(
    'never answers what is not so: an answer is the chain’s, or says that it does not know',
    async () => {
      const { tallies, wrong, events } = await runNemesis({
        seed: Number(process.env['LONG_SEED'] ?? 1),
        forMs: MINUTES * 60_000,
        say: (line) => void process.stdout.write(`${line}\n`),
      });
      process.stdout.write(`${events.length} events; ${JSON.stringify(tallies, null, 1)}\n`);
      expect(wrong).toEqual([]);
      for (const [question, { right }] of Object.entries(tallies))
        expect([question, right >= LEAST_RIGHT]).toEqual([question, true]);
    },
    3 * MINUTES * 60_000 + 1_200_000,
  );
});
