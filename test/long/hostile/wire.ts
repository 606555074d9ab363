import { type Kind, request, type Scene } from './kinds.js';
import { type Outcome, send } from './send.js';

const LINE = 'GET /healthz HTTP/1.1\r\n';
const raw = ({ target }: Scene, text: string, leaveAfterMs?: number): Promise<Outcome> =>
  send(target, [Buffer.from(text, 'latin1')], leaveAfterMs === undefined ? {} : { leaveAfterMs });
/** A whole request with these lines in its head, that wants the connection closed. */
const withHead = (scene: Scene, ...lines: string[]): Promise<Outcome> =>
  raw(scene, `${LINE}${['Connection: close', ...lines, '', ''].join('\r\n')}`);

const PATHS = [
  ...['/..', '/../../etc/passwd', '/api/../metrics', '/%2e%2e/%2e%2e/etc/passwd', '/api/%2e%2e/healthz'],
  ...['/api//analyze-trade', '/API/analyze-trade', '/api/analyze-trade/', '/api/transaction/%00'],
  ...['/api/transaction/%zz', '/api/transaction/%c0%ae', '//', '///api', '//a@[/#', '/\\..\\..', '/.env'],
  ...[
    '/.git/config',
    '/api/transaction/__proto__',
    '/api/transaction/constructor',
    '/api/mev/job-status/1 OR 1=1',
  ],
  ...['/docs/../../package.json', '/docs/%2e%2e%2fpackage.json', '/metrics', '/api/metrics', '/*', '*'],
];
const URLS = [
  ...['http://evil.example/healthz', 'https://localhost/api/subscription', 'ftp://x/', 'http://[::1]/'],
  'javascript:alert(1)',
];
const METHODS = 'PUT PATCH DELETE OPTIONS TRACE PROPFIND LINK PURGE SEARCH HEAD M-SEARCH'.split(' ');
const NOISE = [
  ...['\x16\x03\x01\x02\x00\x01\x00\x01\xfc', 'hello\r\n\r\n', '\r\n\r\n\r\n', '\x00'.repeat(1_000)],
  ...['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'SSH-2.0-x\r\n'],
];
const HOSTS = ['', ' ', 'a b', '[', 'evil.example:99999', 'localhost@evil', '../x', 'x'.repeat(3_000)];
const CHUNKS = [
  ...['zz\r\n', 'ffffffffffffffff\r\n', '-1\r\n', '2;a=b\r\n{}\r\n0\r\nX: y\r\n\r\n', '1\r\n{}\r\n'],
  `1;${'x'.repeat(20_000)}\r\n{`,
];
/** A small question. */
const POST = { path: '/api/analyze-trade', body: '{}' };
const EVENT_IDS = ['-1', '1e400', '9'.repeat(200), "' OR 1", '..', 'ü', '0:0:0'];

export const WIRE: Kind[] = [
  {
    name: 'path tricks',
    run: (s) =>
      raw(
        s,
        `GET ${s.random.pick(PATHS)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${s.known.hostileKey}\r\n\r\n`,
      ),
  },
  {
    name: 'a URL in the request line',
    run: (s) => raw(s, `GET ${s.random.pick(URLS)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
  },
  {
    name: 'a very long path',
    run: (s) => request(s, { path: `/api/transaction/${'1'.repeat(s.random.below(15_000))}` }),
  },
  {
    name: 'a very long query',
    run: (s) => {
      const path = `/api/transaction/${s.known.signatures[0]}?${'a=1&'.repeat(s.random.below(3_000))}`;
      return request(s, { path });
    },
  },
  {
    name: 'query pollution',
    run: (s) =>
      request(s, {
        path: `/api/mev/stream?pool=a&pool=b&pool[]=c&pool[x]=d&__proto__[x]=1&constructor.prototype=1&dex=${'%00'.repeat(20)}`,
      }),
  },
  {
    name: 'wrong methods',
    run: (s) =>
      request(s, {
        method: s.random.pick(METHODS),
        path: s.random.pick(['/api/analyze-trade', '/healthz', '/api/keys', '/docs', '/']),
      }),
  },
  {
    name: 'methods that are none',
    run: (s) =>
      raw(
        s,
        `${s.random.pick(['FETCH', 'get', '', 'GET\t', 'G E T', '\u0000', 'PRI'])} / HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      ),
  },
  { name: 'CONNECT', run: (s) => raw(s, 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n') },
  { name: 'noise', run: (s) => raw(s, s.random.pick(NOISE), 1_500) },
  {
    name: 'other versions',
    run: (s) =>
      raw(s, `GET / HTTP/${s.random.pick(['9.9', '2.0', '0.9', '1.10', 'x'])}\r\nHost: localhost\r\n\r\n`),
  },
  { name: 'two Host headers', run: (s) => withHead(s, 'Host: localhost', 'Host: evil.example') },
  { name: 'odd Host headers', run: (s) => withHead(s, `Host: ${s.random.pick(HOSTS)}`) },
  {
    name: 'two Content-Type headers',
    run: (s) =>
      request(s, { ...POST, headers: ['Content-Type: application/json', 'Content-Type: text/plain'] }),
  },
  {
    name: 'two lengths',
    run: (s) => withHead(s, 'Host: localhost', 'Content-Length: 1', 'Content-Length: 2'),
  },
  {
    name: 'a length and chunks (smuggling)',
    run: (s) =>
      raw(
        s,
        `POST /api/analyze-trade HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\nTransfer-Encoding: ${s.random.pick(['chunked', ' chunked', 'x, chunked', 'chunked, identity', 'xchunked'])}\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n`,
        1_500,
      ),
  },
  {
    name: 'broken chunks',
    run: (s) =>
      raw(
        s,
        `POST /api/analyze-trade HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer ${s.known.hostileKey}\r\nTransfer-Encoding: chunked\r\n\r\n${s.random.pick(CHUNKS)}`,
        1_500,
      ),
  },
  {
    name: 'header floods',
    run: (s) => withHead(s, 'Host: localhost', ...Array.from({ length: 300 }, (_, i) => `X-${i}: y`)),
  },
  {
    name: 'headers beyond 16 KB',
    run: (s) => withHead(s, 'Host: localhost', `X: ${'x'.repeat(17_000 + s.random.below(60_000))}`),
  },
  {
    name: 'CRLF injection',
    run: (s) => request(s, { path: '/api/transaction/a%0d%0aSet-Cookie:%20x=1%0d%0a%0d%0a' }),
  },
  {
    name: 'header names and values that are none',
    run: (s) =>
      withHead(
        s,
        'Host: localhost',
        s.random.pick(['A B: c', 'broken', ': x', 'A: b\n c', 'A:\x01', 'Ü: x', 'A: \x00']),
      ),
  },
  {
    name: 'expectations',
    run: (s) => {
      const expected = s.random.pick(['100-continue', 'miracles', '200-ok']);
      return request(s, { ...POST, headers: [`Expect: ${expected}`] });
    },
  },
  {
    name: 'upgrades',
    run: (s) =>
      raw(
        s,
        'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n',
      ),
  },
  {
    name: 'claims of another address',
    run: (s) =>
      request(s, { path: '/api/subscription' }).then(() =>
        withHead(
          s,
          'Host: localhost',
          `X-Forwarded-For: ${s.random.below(256)}.1.1.1`,
          'Forwarded: for=1.1.1.1',
          'X-Forwarded-Host: evil',
        ),
      ),
  },
  {
    name: 'odd Last-Event-ID',
    run: (s) => {
      const headers = [`Last-Event-ID: ${s.random.pick(EVENT_IDS)}`];
      return request(s, { path: '/api/mev/stream', headers }, { leaveAfterMs: 500 });
    },
  },
];
