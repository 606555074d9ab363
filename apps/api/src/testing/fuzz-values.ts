import fc from 'fast-check';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export const base58 = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...BASE58), minLength, maxLength });

/** Any JSON value, and some edge cases. */
export const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 4, noUnicodeString: false }),
  fc.constantFrom(null, true, '', '0', -1, 0, 1.5, 1e21, 1e308, -1e308, 2 ** 53, [], {}, '1'.repeat(88)),
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Valid nine times in ten, else any JSON value. */
export const mostly = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: anyJson });

export const whole = (min: number, max: number) => mostly(fc.integer({ min, max }));

/** Bodies that are not valid requests: other JSON, nearly JSON, deep, long, binary. */
export const oddText = fc.oneof(
  anyJson.map((value) => JSON.stringify(value) ?? ''),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json({ maxDepth: 6 }),
  fc
    .tuple(fc.constantFrom('[', '{"a":', '[{"a":['), fc.nat(20_000))
    .map(([open, times]) => open.repeat(times)),
  fc.nat(100_000).map((length) => ' '.repeat(length)),
  fc.nat(60_000).map((length) => `{"signature":"${'1'.repeat(length)}"}`),
  fc
    .nat(3_000)
    .map((count) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, i]))),
    ),
);

/** Cuts, swaps and repeats parts of a valid text. */
export function mutated(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(
      text,
      fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 4 }),
    )
    .map(([start, changes]) =>
      changes.reduce((current, [where, remove, insert]) => {
        const at = current.length === 0 ? 0 : where % current.length;
        return current.slice(0, at) + insert + current.slice(at + remove);
      }, start),
    );
}
