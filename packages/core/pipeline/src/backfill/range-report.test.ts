import type { StoredLink } from '@tickscope/store';
import { expect, test } from 'vitest';
import { reportRange } from './range-report.js';

const hash = (slot: number) => `hash of ${slot}`;
const link = (slot: number, parentSlot: number, more: Partial<StoredLink> = {}): StoredLink => ({
  slot,
  parentSlot,
  blockhash: hash(slot),
  parentBlockhash: hash(parentSlot),
  content: 'full',
  ...more,
});
const RANGE = { fromSlot: 10, toSlot: 15 };

test('every slot is stored, skipped by a later block, or missing with a reason', () => {
  const links = [link(10, 8), link(12, 10), link(16, 14)];
  const report = reportRange(RANGE, links, new Map([[14, 'the node does not have it']]));
  expect(report).toEqual({
    stored: [10, 12],
    skipped: [11, 15],
    missing: [
      { slot: 13, reason: 'not known yet whether it has a block' },
      { slot: 14, reason: 'the node does not have it' },
    ],
  });
});

test('a block that is another one than its child builds on does not count as stored', () => {
  const links = [10, 11, 12, 13, 14, 15].map((slot) => link(slot, slot - 1));
  links[2] = link(12, 11, { blockhash: 'of a fork' });
  const report = reportRange(RANGE, links, new Map());
  expect(report.stored).toEqual([10, 11, 13, 14, 15]);
  expect(report.missing).toEqual([
    { slot: 12, reason: 'another block is stored than the one that slot 13 builds on' },
  ]);
});
