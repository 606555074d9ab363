import { expect, it } from 'vitest';
import { serverAway } from '../cluster/away.js';

const SECONDS = Number(process.env['LONG_SECONDS'] ?? 120);

it.each(['killed', 'stopped'] as const)(
  `a server %s for ${SECONDS} seconds: nothing is wrong, and afterwards the tables are those of one server`,
  async (how) => {
    const report = await serverAway({
      // One that is stopped lets each question that needs it wait for its deadline.
      ...{ how, awayMs: SECONDS * 1_000, each: how === 'killed' ? 4 : 1 },
      say: (line) => void process.stdout.write(`${line}\n`),
    });
    expect(report).toMatchObject({
      ...{ wrong: [], needless: [], impossible: [], differentAfter: [], differences: [] },
    });
    expect(report.answered).toBeGreaterThan(10);
    expect(report.refused).toBeGreaterThan(10);
  },
  SECONDS * 10_000 + 600_000,
);
