import { expect, it } from 'vitest';
import { blockQuality, coversRows, isBetter, LINKS_KNOWN } from './quality.js';

/** Versions from the least to the best, by what they hold: `older` ones are from before links of every mint were stored. */
const ENTRIES = blockQuality({ content: 'entries_only', hasMeta: false });
const RPC_WITHOUT_META = blockQuality({ content: 'no_entries', hasMeta: false });
const OLDER_RPC = 3;
const RPC = blockQuality({ content: 'no_entries', hasMeta: true });
const FULL_WITHOUT_META = blockQuality({ content: 'full', hasMeta: false });
const OLDER_FULL = 5;
const FULL = blockQuality({ content: 'full', hasMeta: true });
const ASCENDING = [0, ENTRIES, RPC_WITHOUT_META, OLDER_RPC, RPC, FULL_WITHOUT_META, OLDER_FULL, FULL];

it('links are known from quality 8 on: of versions with meta that are written now, and of no others', () => {
  expect(LINKS_KNOWN).toBe(8);
  expect([RPC, FULL].every((quality) => quality >= 8)).toBe(true);
  expect([ENTRIES, RPC_WITHOUT_META, OLDER_RPC, FULL_WITHOUT_META, OLDER_FULL].every((one) => one < 8)).toBe(
    true,
  );
});

it('entries count more than meta, meta more than links, and equal versions are not replaced', () => {
  for (const [at, quality] of ASCENDING.entries())
    for (const [rank, stored] of ASCENDING.entries())
      expect([quality, stored, isBetter(quality, stored)]).toEqual([quality, stored, at > rank]);
});

it('a better version covers all rows of a worse one, unless those have meta that it lacks', () => {
  const writtenNow = [ENTRIES, RPC_WITHOUT_META, RPC, FULL_WITHOUT_META, FULL];
  for (const better of writtenNow)
    for (const worse of ASCENDING.slice(0, ASCENDING.indexOf(better))) {
      const mustClear = better === FULL_WITHOUT_META && (worse === OLDER_RPC || worse === RPC);
      expect([better, worse, coversRows(better, worse)]).toEqual([better, worse, !mustClear]);
      // Rows written over others are seen only with the higher version.
      if (!mustClear) expect([better, worse, better > worse]).toEqual([better, worse, true]);
    }
});
