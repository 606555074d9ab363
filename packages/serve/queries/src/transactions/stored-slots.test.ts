import { expect, test } from 'vitest';
import { wholeSlots } from './stored-slots.js';

const row = (slot: number, blockhash: string, content: 'full' | 'no_entries' | 'entries_only' = 'full') => ({
  ...{ slot, blockhash, content },
});

test.each([
  ['one version', [row(7, 'a')], [7]],
  ['a version without entries', [row(7, 'a', 'no_entries')], [7]],
  ['two versions of a block', [row(7, 'a', 'no_entries'), row(7, 'a')], [7]],
  [
    'a better version than one of entries only, in either order',
    [row(7, 'a', 'entries_only'), row(7, 'a')],
    [7],
  ],
  ['a worse version after a better one', [row(7, 'a'), row(7, 'a', 'entries_only')], [7]],
  ['entries only', [row(7, 'a', 'entries_only')], []],
  ['two blocks', [row(7, 'a'), row(7, 'b')], []],
  ['two blocks, the first of them twice', [row(7, 'a'), row(7, 'b'), row(7, 'a')], []],
  ['two blocks in one of two slots', [row(7, 'a'), row(8, 'c'), row(7, 'b')], [8]],
  ['nothing', [], []],
])('whole slots of %s', (_, rows, expected) => {
  expect([...wholeSlots(rows)]).toEqual(expected);
});
