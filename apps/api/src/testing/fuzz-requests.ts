import fc from 'fast-check';

/** A request as text, for a client that sends it as it is. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** What exists, so that some of the requests are good. */
export interface Known {
  signatures: string[];
  accounts: string[];
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const base58 = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...BASE58), minLength, maxLength });

/** Anything that JSON can say, and then some. */
const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 4, noUnicodeString: false }),
  fc.constantFrom(null, true, '', '0', -1, 0, 1.5, 1e21, 1e308, -1e308, 2 ** 53, [], {}, '1'.repeat(88)),
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Bodies along the schema: each field right, wrong, or absent, and sometimes one too many. */
function analyzeBody({ signatures, accounts }: Known): fc.Arbitrary<Record<string, unknown>> {
  const mostly = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: anyJson });
  const fields = fc.record(
    {
      signature: mostly(fc.oneof(fc.constantFrom(...signatures), base58(87, 88), base58(0, 100))),
      account_id: mostly(fc.oneof(fc.constantFrom(...accounts), base58(32, 44))),
      slot_range: mostly(fc.integer({ min: 0, max: 101 })),
      start_time: mostly(fc.integer({ min: -1, max: 2_000_000_000 })),
      end_time: mostly(fc.integer({ min: 1_500_000_000, max: 2_000_000_000 })),
      limit: mostly(fc.integer({ min: 0, max: 1_001 })),
      page: mostly(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.maxSafeInteger())),
    },
    { requiredKeys: ['signature', 'account_id'] },
  );
  const extra = fc.oneof(
    { weight: 9, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.dictionary(
        fc.oneof(fc.constantFrom('__proto__', 'constructor', 'Limit'), fc.string()),
        anyJson,
        {
          maxKeys: 3,
          noNullPrototype: true,
        },
      ),
    },
  );
  return fc.tuple(fields, extra).map(([body, more]) => ({ ...more, ...body }));
}

/** Bodies that are no request at all: other JSON, nearly JSON, deep, long, bytes. */
const oddText = fc.oneof(
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

/** Cuts, swaps and repeats in a good text. */
function mutated(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
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

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ 'Content-Type': 'application/json' }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        'text/plain',
        'application/json; charset=utf-16',
        'application/json; x=y',
        '*/*',
        ';',
        'a/b/c',
      )
      .map((type) => ({ 'Content-Type': type })),
  },
  { weight: 1, arbitrary: fc.constant({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }) },
  { weight: 1, arbitrary: fc.constant({}) },
);

/** A mutation may cut a character in two, which cannot be encoded: through bytes it becomes a replacement. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

const segment = fc.oneof(
  fc.constantFrom(
    'api',
    'transaction',
    'analyze-trade',
    'healthz',
    'docs',
    '..',
    '.',
    '',
    '%2e%2e',
    '%00',
    '%',
    '%zz',
    '__proto__',
  ),
  fc.string({ maxLength: 20 }).map(encoded),
  fc.string({ unit: fc.constantFrom(...'!$&\'()*+,;=:@-._~%/?#[]|\\^`{}"<>'), maxLength: 8 }),
);

const method = fc.constantFrom(
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'LINK',
);
const prefix = fc.constantFrom('', '/api');

function analyzeRequest(known: Known): fc.Arbitrary<FuzzRequest> {
  const good = analyzeBody(known).map((body) => JSON.stringify(body));
  const body = fc.oneof(
    { weight: 6, arbitrary: good },
    { weight: 2, arbitrary: mutated(good) },
    { weight: 2, arbitrary: oddText },
  );
  return fc.tuple(prefix, contentType, body).map(([start, headers, text]) => ({
    method: 'POST',
    path: `${start}/analyze-trade`,
    headers,
    body: text,
  }));
}

function transactionRequest({ signatures }: Known): fc.Arbitrary<FuzzRequest> {
  const parameter = fc.oneof(
    fc.constantFrom(...signatures),
    base58(87, 88),
    base58(1, 100),
    mutated(fc.constantFrom(...signatures)).map(encoded),
    segment,
  );
  return fc.tuple(prefix, parameter).map(([start, value]) => ({
    method: 'GET',
    path: `${start}/transaction/${value}`,
    headers: {},
    body: null,
  }));
}

const oddRequest: fc.Arbitrary<FuzzRequest> = fc
  .tuple(method, fc.array(segment, { maxLength: 4 }), contentType, fc.option(oddText, { freq: 3 }))
  .map(([verb, segments, headers, body]) => ({
    method: verb,
    path: `/${segments.join('/')}`,
    headers,
    body,
  }));

/** Requests from the schema and beyond it. */
export function fuzzRequest(known: Known): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    { weight: 6, arbitrary: analyzeRequest(known) },
    { weight: 2, arbitrary: transactionRequest(known) },
    { weight: 2, arbitrary: oddRequest },
  );
}

/** A request as bytes on the wire, broken in a few places. */
export function fuzzBytes(known: Known): fc.Arbitrary<string> {
  const whole = fuzzRequest(known).map(({ method: verb, path, headers, body }) => {
    const lines = Object.entries({ Host: 'x', Connection: 'close', ...headers });
    const text = body ?? '';
    const length = Buffer.byteLength(text);
    return [
      `${verb} ${path} HTTP/1.1`,
      ...lines.map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${length}`,
      '',
      text,
    ].join('\r\n');
  });
  return mutated(whole);
}
