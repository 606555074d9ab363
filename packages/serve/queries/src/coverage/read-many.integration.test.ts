import { Random } from '@tickscope/testkit/random';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.js';
import { rangeContents, type StoredBlock } from './coverage.js';
import { LINKS_KNOWN_VERSION } from './links-known.js';
import { BEYOND } from './read-blocks.js';
import { readManyRanges } from './read-many.js';

const context = { id: 'test', signal: new AbortController().signal };
/** Slots in two buckets. */
const FIRST = 8_000;
const LAST = 8_400;

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
  await store.fresh();
});
afterAll(async () => store?.stop());

/** Blocks after skipped and missing ones; some slots with two, some without parent, links, detection, or transactions. */
function randomBlocks(random: Random): (StoredBlock & { hash: string; version: number })[] {
  const blocks: (StoredBlock & { hash: string; version: number })[] = [];
  for (let slot = FIRST; slot <= LAST; slot += 1) {
    if (random.chance(1, 8)) continue;
    for (const fork of random.chance(1, 10) ? ['a', 'b'] : ['a']) {
      const version = LINKS_KNOWN_VERSION + random.pick([-1, 0, 1]);
      blocks.push({
        slot,
        parentSlot: random.chance(1, 12) ? null : slot - 1 - random.pick([0, 0, 0, 1, 2, 5]),
        content: random.pick(['full', 'full', 'full', 'no_entries', 'entries_only']),
        isExpired: random.chance(1, 10),
        isDetected: random.chance(3, 4),
        areLinksKnown: version >= LINKS_KNOWN_VERSION,
        hash: `${slot} ${fork}`,
        version,
      });
    }
  }
  return blocks;
}

test('several ranges read at once are each as their blocks say, one by one', async () => {
  const blocks = randomBlocks(new Random(11));
  const hash = (text: string): string => `toFixedString('${text}', 32)`;
  const slots = blocks.map(
    ({ slot, parentSlot, content, isExpired, hash: name, version }) =>
      `(${slot}, ${parentSlot ?? 'NULL'}, ${hash(name)}, '${content}', ${version}, now() - INTERVAL ${isExpired ? 30 : 0} DAY)`,
  );
  const detected = blocks.filter(({ isDetected }) => isDetected);
  const owner = store.open('owner');
  await owner.command({
    query: `INSERT INTO slots (slot, parent_slot, blockhash, content, version, inserted_at) VALUES ${slots.join(', ')}`,
  });
  await owner.command({
    query: `INSERT INTO detected_slots (slot, blockhash, version) VALUES ${detected.map(({ slot, hash: name, version }) => `(${slot}, ${hash(name)}, ${version})`).join(', ')}`,
  });
  const ranges = [
    { fromSlot: FIRST, toSlot: FIRST + 40 },
    { fromSlot: FIRST + 150, toSlot: FIRST + 210 },
    { fromSlot: FIRST + 180, toSlot: FIRST + 200 },
    { fromSlot: LAST - 40, toSlot: LAST },
    { fromSlot: LAST + 200, toSlot: LAST + 205 },
  ];
  const expected = ranges.map(({ fromSlot, toSlot }) =>
    rangeContents(
      fromSlot,
      toSlot,
      blocks.filter(({ slot }) => slot >= fromSlot && slot <= toSlot + BEYOND),
    ),
  );
  expect(await readManyRanges(openTestDatabase(store), ranges, context)).toEqual(expected);
  const seen = expected.flatMap((one) => [
    one.partial.size,
    one.expired.length,
    one.undetected.length,
    one.linksUnknown.length,
  ]);
  expect(seen.slice(0, 16).every((count) => count > 0)).toBe(true);
});
