import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildChain, plainSlot, type SlotPlan } from './testing/built-chain.js';
import { named32 } from './testing/bytes.js';
import { rawEntries } from './testing/parts.js';
import { lastTickHeight, type RawEntry, tickEntries, tickWithoutEntries } from './ticks.js';

const tick = (name: number | string): RawEntry => ({
  numHashes: 10,
  hash: named32(`tick ${name}`),
  transactionCount: 0,
});
const pack = (transactionCount: number): RawEntry => ({
  numHashes: 2,
  hash: named32('pack'),
  transactionCount,
});
const ticks = (count: number) => Array.from({ length: count }, (_, index) => tick(index));
const incomplete = expect.objectContaining({ name: 'ChainDataError', code: 'incomplete' });

/** Entries anywhere in a slot: at most 16 in an entry, as most leaders pack them, or one each, as some do. */
const packs = fc
  .tuple(
    fc.constantFrom(1, 16),
    fc.array(fc.tuple(fc.nat({ max: 63 }), fc.integer({ min: 1, max: 16 })), { maxLength: 40 }),
  )
  .map(([most, list]) =>
    list
      .map(([at, count]) => ({ tick: at, transactions: Math.min(count, most) }))
      .sort((left, right) => left.tick - right.tick),
  );

describe('tickEntries of a ticked block', () => {
  it.each(Array.from({ length: 10 }, (_, skipped) => skipped))(
    'counts the ticks of %i skipped slots before its own',
    (skipped) => {
      // By hand: slot 1000 ends on tick 64,064. Every skipped slot adds 64; then come five entries of the block.
      const raw = [...ticks(64 * skipped), pack(16), tick('a'), pack(1), pack(1), ...ticks(63)];
      const { model, entries } = tickEntries(1_001 + skipped, 1_000, raw);
      const before = 64_064 + 64 * skipped;
      expect(model).toBe('ticked');
      expect(entries[64 * skipped]).toMatchObject({ pohTick: before, transactionCount: 16, isTick: false });
      expect(entries[64 * skipped + 1]).toMatchObject({ pohTick: before + 1, isTick: true });
      expect(entries[64 * skipped + 2]).toMatchObject({ pohTick: before + 1, startIndex: 16 });
      expect(entries[64 * skipped + 3]).toMatchObject({ pohTick: before + 1, startIndex: 17 });
      expect(entries.at(-1)).toMatchObject({ pohTick: before + 64, isTick: true, startIndex: 18 });
      expect(before + 64).toBe((1_001 + skipped + 1) * 64);
      for (let index = 0; index < 64 * skipped; index += 1)
        expect(entries[index]).toMatchObject({ isTick: true, pohTick: 64_064 + index + 1 });
    },
  );

  it('gives every entry its planned tick, for any packing and any skipped slots before it', () => {
    fc.assert(
      fc.property(packs, fc.nat({ max: 9 }), fc.nat({ max: 400_000_000 }), (packs, skippedBefore, parent) => {
        const [built] = buildChain([{ ...plainSlot, packs, skippedBefore }], parent);
        const { model, entries } = tickEntries(built!.slot, parent, rawEntries(built!));
        expect(model).toBe('ticked');
        expect(entries.map((entry) => entry.pohTick)).toEqual(built!.entries.map((entry) => entry.pohTick));
        expect(entries.map((entry) => entry.startIndex)).toEqual(
          built!.entries.map((entry) => entry.startIndex),
        );
        for (const { isTick, pohTick } of entries) {
          const within = pohTick - built!.slot * 64;
          if (!isTick) expect(within >= 0 && within <= 63).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("counts from 0 in slot 0, which has no parent, and includes slot 0's ticks where it was skipped", () => {
    const { entries } = tickEntries(0, null, [pack(3), ...ticks(64)]);
    expect(entries[0]).toMatchObject({ pohTick: 0, startIndex: 0 });
    expect(entries[1]).toMatchObject({ pohTick: 1, startIndex: 3 });
    expect(entries.at(-1)).toMatchObject({ pohTick: 64 });
    expect(tickEntries(1, 0, [pack(1), ...ticks(64)]).entries[0]).toMatchObject({ pohTick: 64 });
  });

  it("agrees with the public service's example: entry 2 of slot 370537741, in its first tick", () => {
    const raw = [pack(1), pack(1), pack(1), ...ticks(64)];
    expect(tickEntries(370_537_741, 370_537_740, raw).entries[2]).toMatchObject({
      index: 2,
      pohTick: 23_714_415_424,
    });
  });

  it.each([
    ['a tick too few', [pack(1), ...ticks(63)]],
    ['a tick too many', [pack(1), ...ticks(65)]],
    ['the ticks of a slot more than were skipped', [pack(1), ...ticks(128)]],
    ['no tick at its end', [...ticks(64), pack(1)]],
    ['no entries', []],
    ['one tick, and entries of more than one hash', [pack(1), tick('end')]],
  ])('refuses %s as incomplete', (_name, raw) => {
    expect(() => tickEntries(1_001, 1_000, raw)).toThrow(incomplete);
  });

  it('refuses the ticks of one slot where one was skipped, and the other way round', () => {
    expect(() => tickEntries(1_002, 1_000, [...ticks(64)])).toThrow(incomplete);
    expect(() => tickEntries(1_001, 1_000, [...ticks(128)])).toThrow(incomplete);
  });

  it('refuses hashes that are not 32 bytes, and more hashes than can be counted', () => {
    const short = { ...pack(1), hash: new Uint8Array(31) };
    const endless = { ...pack(1), numHashes: Number.MAX_SAFE_INTEGER };
    for (const entry of [short, endless])
      expect(() => tickEntries(1_001, 1_000, [entry, ...ticks(64)])).toThrow(
        expect.objectContaining({ code: 'bad_value' }),
      );
  });
});

describe('tickEntries of an Alpenglow block', () => {
  const alpenglow = (change: Partial<SlotPlan>) =>
    buildChain([{ ...plainSlot, model: 'alpenglow', ...change }])[0]!;

  it('gives all its transactions the last tick of the slot, for any skipped slots: offsets are multiples of 64', () => {
    const seen = new Set<number>();
    for (let skippedBefore = 0; skippedBefore <= 9; skippedBefore += 1) {
      const packs = [16, 1, 5].map((transactions) => ({ tick: 0, transactions }));
      const built = alpenglow({ skippedBefore, packs });
      const { model, entries } = tickEntries(built.slot, built.parentSlot, rawEntries(built));
      expect(model).toBe('alpenglow');
      // No entries for skipped slots: three packs and the one tick.
      expect(entries.map((entry) => entry.pohTick)).toEqual([
        ...Array(3).fill((built.slot + 1) * 64 - 1),
        (built.slot + 1) * 64,
      ]);
      expect(entries.map((entry) => entry.startIndex)).toEqual([0, 16, 17, 22]);
      seen.add(entries[0]!.pohTick);
    }
    for (const one of seen) for (const other of seen) expect(Math.abs(one - other) % 64).toBe(0);
  });

  it('is one of a lone tick too: an empty block', () => {
    const built = alpenglow({ packs: [] });
    expect(tickEntries(built.slot, built.parentSlot, rawEntries(built))).toMatchObject({
      model: 'alpenglow',
      entries: [{ pohTick: (built.slot + 1) * 64, isTick: true }],
    });
  });

  it.each([
    [
      'two ticks',
      [
        { ...pack(1), numHashes: 1 },
        { ...tick(1), numHashes: 1 },
        { ...tick(2), numHashes: 1 },
      ],
    ],
    [
      'its tick before the end',
      [
        { ...tick(1), numHashes: 1 },
        { ...pack(1), numHashes: 1 },
      ],
    ],
    ['an entry of two hashes', [pack(1), { ...tick(1), numHashes: 1 }]],
    [
      'an entry of no hash',
      [
        { ...pack(1), numHashes: 0 },
        { ...tick(1), numHashes: 1 },
      ],
    ],
  ])('does not have %s', (_name, raw) => {
    expect(() => tickEntries(1_001, 1_000, raw)).toThrow(incomplete);
  });
});

describe('tick heights of a slot', () => {
  it('are slot × 64 to slot × 64 + 63 for transactions, then the last tick', () => {
    expect(lastTickHeight(0)).toBe(64);
    expect(lastTickHeight(370_537_741)).toBe(23_714_415_424 + 64);
    expect(tickWithoutEntries(370_537_741)).toBe(23_714_415_424 + 63);
  });
});
