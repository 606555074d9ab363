import type { FileReport } from '@tickscope/pipeline';
import { expect, test } from 'vitest';
import { formatReports } from './import.js';

function reportOf(changed: Partial<FileReport> = {}): FileReport {
  return {
    ...{ path: '5.json', format: 'getblock_json', slots: { full: 0, no_entries: 1, entries_only: 0 } },
    ...{ firstSlot: 5, lastSlot: 5, transactions: 20, votes: 0, failed: 0, entries: 0, ticks: 0, hashes: 0 },
    ...{
      distinctAccounts: 3,
      undecodableErrors: 0,
      unknownSwaps: [],
      alreadyStored: 0,
      replaced: 0,
      rows: 9,
    },
    ...{ incomplete: [], incompleteCount: 0, refused: [], refusedCount: 0, garbage: 0, error: null },
    ...changed,
  } as FileReport;
}

test('the name of a file is printed with what a terminal would obey escaped', () => {
  const path = '\u001b[2J\u202egnp.\u009b5\u200b.json\n';
  const error = `ENOENT: no such file or directory, open '${path}'`;
  const text = formatReports([reportOf({ path, error, format: null })]);
  expect(text).toContain('\\u001b[2J\\u202egnp.\\u009b5\\u200b.json\\u000a');
  expect(text).toContain("open '\\u001b[2J");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/);
  expect(text.split('\n').every((line) => !line.startsWith('.json'))).toBe(true);
});

test('a block that was refused is named with its reason, and how to store it even so', () => {
  const refused = [{ slot: 5, reason: 'another block of the slot is stored' }];
  const text = formatReports([reportOf({ refused, refusedCount: 3 })]);
  expect(text).toMatch(/refused, 1 without entries \(no ticks\), 3 not stored$/m);
  expect(text).toContain('5.json: slot 5 is refused: another block of the slot is stored\n');
  expect(text).toContain('5.json: and 2 more are refused\n');
  expect(text).toMatch(/import it with --replace\.$/);
});

test('a file that is stored has no advice below the table', () => {
  const text = formatReports([reportOf()]);
  expect(text).toMatch(/complete, 1 without entries \(no ticks\)$/);
  expect(text).not.toContain('--replace');
});
