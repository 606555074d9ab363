import type { VerifyReport } from '@tickscope/verify';
import { expect, it } from 'vitest';
import { describeProblemCount, describeVerification } from './report.js';

const REPORT: VerifyReport = {
  ...{ fromSlot: 5, toSlot: 9, isProven: true },
  slots: { stored: 5, skipped: 0, missing: 0, full: 4, entriesOnly: 0, noEntries: 1, expired: 0 },
  links: { proven: 4, unproven: 1 },
  ...{ entries: 320, ticks: 320, transactions: 1_200, lookupRows: 2_400, sandwiches: null },
  poh: null,
  ...{ problems: [], problemCount: 0 },
};

it('nothing is wrong, one thing is, or several are', () => {
  const said = [0, 1, 1_200].map((problemCount) =>
    describeProblemCount({ fromSlot: 5, toSlot: 9, problemCount }),
  );
  expect(said).toEqual([
    'Slots 5 to 9: nothing is wrong.',
    'Slots 5 to 9: 1 thing is WRONG.',
    'Slots 5 to 9: 1,200 things are WRONG.',
  ]);
});

it('the report ends with the verdict, and counts one of a kind as one', () => {
  const text = describeVerification(REPORT);
  expect(text).toMatch(/^entries +320 +1 block without entries$/m);
  expect(text).toMatch(/^transactions +1,200 +0 blocks with entries only$/m);
  expect(text.endsWith('\n\nSlots 5 to 9: nothing is wrong.')).toBe(true);
});

it('what is wrong is listed, with the number of those that are not', () => {
  const problems = [{ rule: 'poh' as const, slot: 7, toSlot: 7, detail: 'entry 3 differs' }];
  const text = describeVerification({ ...REPORT, isProven: false, problems, problemCount: 4 });
  expect(text).toMatch(
    /^ +7 +hash chain +entry 3 differs\nand 3 more\n\nSlots 5 to 9: 4 things are WRONG\.$/m,
  );
});
