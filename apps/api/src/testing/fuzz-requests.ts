import { loadOpenApi, operationsById } from '@tickscope/schemas';
import fc from 'fast-check';
import { anyJson, base58, mostly, mutated, oddText, whole } from './fuzz-values.js';

const OPERATIONS = operationsById(loadOpenApi());

/** A request as text, for a client that sends it unchanged. */
export interface FuzzRequest {
  /** The operation that it addresses; null where that is not known. */
  operation: string | null;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Existing names, so that some of the requests are valid. */
export interface Known {
  signatures: string[];
  accounts: string[];
  jobIds: string[];
}

/** Generates bodies for an operation, mostly valid ones. */
type Bodies = fc.Arbitrary<Record<string, unknown>>;

/** Sometimes adds unknown fields. */
const extra: Bodies = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.oneof(fc.constantFrom('__proto__', 'constructor', 'Limit'), fc.string()),
      anyJson,
      { maxKeys: 3, noNullPrototype: true },
    ),
  },
);

/** Generates bodies from the schema: each field valid, invalid or absent, and sometimes an unknown one. */
function bodiesOf(
  fields: Record<string, fc.Arbitrary<unknown>>,
  requiredKeys: string[] = Object.keys(fields).slice(0, 1),
): Bodies {
  return fc.tuple(fc.record(fields, { requiredKeys }), extra).map(([body, more]) => ({ ...more, ...body }));
}

const slotNumber = fc.oneof(fc.integer({ min: 990, max: 1_010 }), fc.maxSafeInteger());
const date = mostly(
  fc.constantFrom('1970-01-01', '2023-11-14T22:30:00Z', '2023-11-15', '2023-13-01', '9999-12-31T00:00:00Z'),
);

/** The bodies of operations that take one. */
function bodiesByOperation({ signatures, accounts }: Known): Record<string, Bodies> {
  const signature = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...signatures) },
    { weight: 1, arbitrary: base58(64, 88) },
    { weight: 1, arbitrary: base58(0, 100) },
  );
  const account = mostly(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...accounts) },
      { weight: 1, arbitrary: base58(32, 44) },
    ),
  );
  const several = (most: number) => fc.array(signature, { maxLength: most });
  return {
    analyzeTrade: bodiesOf(
      {
        signature: mostly(signature),
        account_id: account,
        slot_range: whole(0, 101),
        start_time: whole(-1, 2_000_000_000),
        end_time: whole(1_500_000_000, 2_000_000_000),
        limit: whole(0, 1_001),
        page: mostly(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.maxSafeInteger())),
      },
      ['signature', 'account_id'],
    ),
    checkSandwichFast: fc.oneof(
      bodiesOf({ signature: mostly(signature), slot_range: whole(0, 11) }),
      bodiesOf({ signatures: mostly(several(11)), slot_range: whole(0, 11) }),
      bodiesOf({ slot_range: whole(0, 11), signature: mostly(signature), signatures: mostly(several(3)) }),
    ),
    checkSandwich: bodiesOf({
      signatures: mostly(fc.oneof(signature, several(4), several(51))),
      slot_range: whole(0, 1_001),
    }),
    checkWallet: bodiesOf({
      wallet_address: account,
      time_range_days: whole(0, 5),
      slot_window: whole(0, 11),
    }),
    checkAttacker: bodiesOf(
      {
        attacker_address: account,
        victim_address: account,
        time_range_days: whole(0, 5),
        slot_window: whole(0, 11),
      },
      ['attacker_address', 'victim_address'],
    ),
    validateCompetition: bodiesOf(
      {
        wallet_a: account,
        wallet_b: account,
        time_range_days: whole(0, 31),
        slot_window: whole(0, 1_001),
        page: mostly(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.maxSafeInteger())),
        limit: whole(0, 501),
      },
      ['wallet_a', 'wallet_b'],
    ),
    findHotAccounts: fc.oneof(
      bodiesOf({ time_range: mostly(fc.constantFrom('1h', '3h', '12h', '24h')), limit: whole(0, 101) }),
      bodiesOf({ slot: mostly(slotNumber), limit: whole(0, 101) }),
    ),
    getAccountWriteLocks: fc.oneof(
      bodiesOf({ account, time_range: mostly(fc.constantFrom('1h', '72h', '99h')) }, ['account']),
      bodiesOf({ account, slot: mostly(slotNumber) }),
      bodiesOf({ account, start_date: date, end_date: date }, ['account', 'start_date', 'end_date']),
    ),
    estimateFees: bodiesOf({ accounts: mostly(fc.array(account, { maxLength: 65 })), slots: whole(0, 301) }),
    callRpc: rpcBodies(account),
  };
}

/** Bodies of both JSON-RPC methods. */
function rpcBodies(account: fc.Arbitrary<unknown>): Bodies {
  const accounts = mostly(fc.array(account, { maxLength: 129 }));
  const options = bodiesOf(
    {
      priorityLevel: mostly(fc.constantFrom('Min', 'Medium', 'VeryHigh', 'UnsafeMax', 'Default', 'None')),
      includeAllPriorityFeeLevels: mostly(fc.boolean()),
      lookbackSlots: whole(0, 151),
      recommended: mostly(fc.boolean()),
      transactionEncoding: mostly(fc.constantFrom('base58', 'base64', 'hex')),
    },
    [],
  );
  const transaction = mostly(fc.base64String({ maxLength: 2_000 }));
  const estimate = fc.oneof(
    bodiesOf({ accountKeys: accounts, options }, ['accountKeys']),
    bodiesOf({ transaction, options }, ['transaction']),
  );
  const calls = [
    { method: 'getRecentPrioritizationFees', params: fc.oneof(fc.tuple(accounts), fc.constant([])) },
    { method: 'getPriorityFeeEstimate', params: fc.tuple(mostly(estimate)) },
  ];
  const id = mostly(fc.oneof(fc.string(), fc.integer(), fc.constant(null)));
  return fc.oneof(
    ...calls.map(({ method: name, params }) =>
      bodiesOf(
        {
          method: mostly(fc.constant(name)),
          params: mostly(params),
          jsonrpc: mostly(fc.constant('2.0')),
          id,
        },
        ['jsonrpc', 'id', 'method', 'params'],
      ),
    ),
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

/** A mutation may split a surrogate pair, which cannot be encoded: via bytes it becomes a replacement character. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

const segment = fc.oneof(
  fc.constantFrom(
    'api',
    'transaction',
    'analyze-trade',
    'mev',
    'check-wallet',
    'job-status',
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
/** Operations that the contract does not have: they are below `/api` only. */
const OURS = new Set(['estimateFees', 'callRpc']);

function requestWithBody(operation: string, path: string, bodies: Bodies): fc.Arbitrary<FuzzRequest> {
  const good = bodies.map((body) => JSON.stringify(body));
  const body = fc.oneof(
    { weight: 6, arbitrary: good },
    { weight: 2, arbitrary: mutated(good) },
    { weight: 2, arbitrary: oddText },
  );
  const starts = OURS.has(operation) ? fc.constant('/api') : prefix;
  return fc.tuple(starts, contentType, body).map(([start, headers, text]) => ({
    operation,
    method: 'POST',
    path: `${start}${path}`,
    headers,
    body: text,
  }));
}

/** Generates requests whose path ends with a parameter: an existing value, a well-formed one, or any text. */
function requestWithParameter(
  operation: string,
  path: string,
  existing: string[],
  wellFormed: fc.Arbitrary<string>,
): fc.Arbitrary<FuzzRequest> {
  const parameter = fc.oneof(
    fc.constantFrom(...existing),
    wellFormed,
    base58(1, 100),
    mutated(fc.constantFrom(...existing)).map(encoded),
    segment,
  );
  return fc.tuple(prefix, parameter).map(([start, value]) => ({
    operation: /^[\w-]+$/.test(value) ? operation : null,
    method: 'GET',
    path: `${start}${path}/${value}`,
    headers: {},
    body: null,
  }));
}

/** Paths that express itself once answered, or could not parse. */
const ODD_PATHS = ['//!@[/#', '//', '/%', '/api/%zz'];

const oddRequest: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    method,
    fc.oneof(
      {
        weight: 19,
        arbitrary: fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`),
      },
      { weight: 1, arbitrary: fc.constantFrom(...ODD_PATHS) },
    ),
    contentType,
    fc.option(oddText, { freq: 3 }),
  )
  .map(([verb, path, headers, body]) => ({
    operation: null,
    method: verb,
    path,
    headers,
    body,
  }));

/** Generates valid and invalid requests to every operation. */
export function fuzzRequest(known: Known): fc.Arbitrary<FuzzRequest> {
  const { signatures, jobIds } = known;
  return fc.oneof(
    ...Object.entries(bodiesByOperation(known)).map(([operation, bodies]) => ({
      weight: 2,
      arbitrary: requestWithBody(operation, OPERATIONS.get(operation)!.path, bodies),
    })),
    {
      weight: 2,
      arbitrary: requestWithParameter('getTransaction', '/transaction', signatures, base58(64, 88)),
    },
    { weight: 2, arbitrary: requestWithParameter('getJobStatus', '/mev/job-status', jobIds, fc.uuid()) },
    { weight: 4, arbitrary: oddRequest },
  );
}

/** Generates a request as bytes on the wire, broken in a few places. */
export function fuzzBytes(known: Known): fc.Arbitrary<string> {
  const wire = fuzzRequest(known).map(({ method: verb, path, headers, body }) => {
    const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...headers });
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
  return mutated(wire);
}
