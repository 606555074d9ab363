import { gzipSync } from 'node:zlib';
import { type Kind, request, type Scene } from './kinds.js';
import { bytesOf, send } from './send.js';

const PATHS = [
  ...['/api/analyze-trade', '/analyze-trade', '/api/mev/check-sandwich-fast', '/api/mev/check-sandwich'],
  ...['/api/mev/check-wallet', '/api/mev/check-attacker', '/api/mev/validate-competition'],
  ...['/api/write-locks/hot-accounts', '/api/write-locks/account', '/api/enhance-metadata'],
];

const SQL = [
  "' OR 1=1 --",
  "'; DROP TABLE slots; --",
  "') UNION ALL SELECT * FROM system.users --",
  '{a:UInt64}',
  '`slots`',
];
const NUMBERS = [
  '9'.repeat(400),
  ...'1e400 -1e400 -0 1e-400 0x10 NaN Infinity 1.0 1e2 -1 01 .5 1_000'.split(' '),
];
const UNICODE = [
  ...[
    '\u0000',
    '\u202e',
    '\ufeff',
    '\ud800',
    '\u2028',
    '😀'.repeat(50),
    'é',
    'é'.normalize('NFD'),
    'ＡＢＣ',
    'ß',
  ],
];
const NO_JSON = ['', ' ', '<xml/>', 'a=b&c=d', '\u0000', 'null', '[]', '1', '"x"', 'undefined', '{]', '// x'];
const CONTENT_TYPES = [
  ...[
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/json;',
  ],
  ...['*/*', 'application/json, text/html', 'a'.repeat(4_000)],
];
const ENCODINGS = ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'identity, gzip'];
/** A head whose body is sent in another way. */
const HEAD = { path: '/api/analyze-trade', method: 'POST', headers: ['Content-Type: application/json'] };

/** Sends a body with the key of the hostile customer: it gets as far as the checks of the body, or beyond. */
function post(scene: Scene, body: string | Buffer, headers: string[] = []) {
  return request(scene, { path: scene.random.pick(PATHS), body, headers });
}

/** A request whose text takes the place of one field of a good one. */
function withField(scene: Scene, raw: string): string {
  const { known, random } = scene;
  const fields = {
    signature: JSON.stringify(random.pick(known.signatures)),
    account_id: JSON.stringify(random.pick(known.accounts)),
    wallet_address: JSON.stringify(random.pick(known.accounts)),
    slot_range: '4',
    limit: '10',
    page: '1',
  };
  const name = random.pick(Object.keys(fields));
  return `{${Object.entries({ ...fields, [name]: raw })
    .map(([key, value]) => `"${key}":${value}`)
    .join(',')}}`;
}

export const BODIES: Kind[] = [
  { name: 'JSON cut short', run: (s) => post(s, withField(s, '1').slice(0, s.random.below(60))) },
  { name: 'no JSON', run: (s) => post(s, s.random.pick(NO_JSON)) },
  { name: 'deep arrays', run: (s) => post(s, '['.repeat(s.random.below(60_000)) + ']'.repeat(10)) },
  { name: 'deep objects', run: (s) => post(s, '{"a":'.repeat(s.random.below(10_000))) },
  { name: 'deep within text', run: (s) => post(s, withField(s, JSON.stringify('[{'.repeat(20_000)))) },
  { name: 'numbers that are none, or too large', run: (s) => post(s, withField(s, s.random.pick(NUMBERS))) },
  {
    name: 'very long strings',
    run: (s) => post(s, withField(s, JSON.stringify('1'.repeat(s.random.below(60_000))))),
  },
  {
    name: 'many fields',
    run: (s) =>
      post(s, JSON.stringify(Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`f${i}`, i])))),
  },
  {
    name: 'many elements',
    run: (s) => post(s, JSON.stringify({ signatures: Array(600).fill(s.known.signatures[0]) })),
  },
  {
    name: 'the same field many times',
    run: (s) => post(s, `{${Array(500).fill('"signature":"x"').join(',')}}`),
  },
  {
    name: 'keys of prototypes',
    run: (s) =>
      post(
        s,
        s.random.pick([
          '{"__proto__":{"slot_range":1},"signature":"x"}',
          '{"constructor":{"prototype":{"limit":1}}}',
          '{"prototype":1,"hasOwnProperty":1,"toString":null,"valueOf":{}}',
          `{"__proto__":null,${withField(s, '1').slice(1)}`,
        ]),
      ),
  },
  { name: 'text like SQL', run: (s) => post(s, withField(s, JSON.stringify(s.random.pick(SQL)))) },
  { name: 'odd characters', run: (s) => post(s, withField(s, JSON.stringify(s.random.pick(UNICODE)))) },
  {
    name: 'bytes that are not UTF-8',
    run: (s) =>
      post(
        s,
        Buffer.concat([
          Buffer.from('{"signature":"'),
          Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
          Buffer.from('"}'),
        ]),
      ),
  },
  {
    name: 'UTF-16',
    run: (s) =>
      post(s, Buffer.from(withField(s, '1'), 'utf16le'), ['Content-Type: application/json; charset=utf-16']),
  },
  { name: 'a byte order mark', run: (s) => post(s, `\ufeff${withField(s, '1')}`) },
  {
    name: 'other content types',
    run: (s) => post(s, withField(s, '1'), [`Content-Type: ${s.random.pick(CONTENT_TYPES)}`]),
  },
  {
    name: 'compression bombs',
    run: (s) =>
      post(s, gzipSync(Buffer.alloc(4_000_000, 0x20)), [`Content-Encoding: ${s.random.pick(ENCODINGS)}`]),
  },
  {
    name: 'bodies of 70 KB to 3 MB',
    weight: 3,
    run: (s) => post(s, ' '.repeat(70_000 + s.random.below(3_000_000))),
  },
  {
    name: 'a length of gigabytes',
    run: (s) => request(s, { ...HEAD, length: 4_000_000_000 }, { leaveAfterMs: 1_000 }),
  },
  {
    name: 'a slow body',
    weight: 2,
    run: (s) =>
      send(s.target, [bytesOf({ ...HEAD, key: s.known.hostileKey, length: 500 }), ...'{"signature":"'], {
        pauseMs: 150,
        leaveAfterMs: 3_000,
      }),
  },
  {
    name: 'a body shorter than its length',
    weight: 3,
    run: (s) => request(s, { path: HEAD.path, body: '{}', length: 100 }, { leaveAfterMs: 500 }),
  },
  {
    name: 'a body longer than its length',
    run: (s) => request(s, { path: HEAD.path, body: '{}GET / HTTP/1.1\r\n\r\n', length: 2 }),
  },
  {
    name: 'a body with a GET',
    run: (s) => {
      const path = `/api/transaction/${s.random.pick(s.known.signatures)}`;
      return request(s, { method: 'GET', path, body: '{"a":1}' });
    },
  },
  { name: 'real questions, as many as one likes', run: (s) => post(s, withField(s, '4')) },
];
