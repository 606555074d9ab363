import { expect, test } from 'vitest';
import { detectedRevision, judgedRevision, LONGEST_REVISION_STEP } from './revision-numbers.js';

const CASES = Array.from({ length: 20 }, (_, at) => at + 1).flatMap((revision) =>
  [true, false].flatMap((isFinal) => [true, false].map((isNowFinal) => ({ revision, isFinal, isNowFinal }))),
);

test.each(CASES)(
  'after $revision (final: $isFinal) comes a higher one of its kind (final: $isNowFinal)',
  (it) => {
    const former = { revision: it.revision, isFinal: it.isFinal, isDeleted: false };
    const detected = detectedRevision(former, 0, it.isNowFinal);
    expect(detected % 2).toBe(it.isNowFinal ? 0 : 1);
    expect(detected).toBeGreaterThan(it.isFinal ? judgedRevision(it.revision) : it.revision);
    expect(detected - it.revision).toBeLessThanOrEqual(LONGEST_REVISION_STEP);
    expect(judgedRevision(it.revision)).toBeGreaterThan(it.revision);
    expect(judgedRevision(it.revision) % 2).toBe(1);
  },
);

test('a sandwich begins with 1, or with 2 where it is final; one that a killed writer began goes on above its legs', () => {
  expect([false, true].map((isFinal) => detectedRevision(undefined, 0, isFinal))).toEqual([1, 2]);
  expect([false, true].map((isFinal) => detectedRevision(undefined, 4, isFinal))).toEqual([5, 6]);
  const former = { revision: 2, isFinal: true, isDeleted: false };
  expect(detectedRevision(former, 4, true)).toBe(6);
});

test('one that was taken back has no pass after it', () => {
  expect(detectedRevision({ revision: 4, isFinal: true, isDeleted: true }, 0, false)).toBe(5);
});
