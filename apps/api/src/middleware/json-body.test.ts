import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../testing/api-without-database.js';
import { expectError } from '../testing/expect-error.js';
import { rawRequest, rawText } from '../testing/raw-request.js';
import { postText } from '../testing/request.js';

const BODY_LIMIT = 65_536;
const valid = JSON.stringify({ signature: SIGNATURE, account_id: ACCOUNT });

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase({}, { bodyLimitBytes: BODY_LIMIT });
  url = `${api.url}/api/analyze-trade`;
});
afterAll(() => api.stop());

/** A valid body passes all checks and finds no database. */
const PASSED = 503;

describe('content type', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'Application/JSON',
    'application/json;',
  ])('takes %s', async (type) => {
    expect((await postText(url, valid, { 'Content-Type': type })).status).toBe(PASSED);
  });

  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/problem+json',
    'application/jsonp',
    'application/json; charset=utf-16',
    'application/json; charset=utf8',
    'application/json; charset=latin1',
    'application/json, text/plain',
    'application/json; charset=utf-8; charset=utf-16',
    '',
  ])('refuses "%s"', async (type) => {
    expectError(await postText(url, valid, { 'Content-Type': type }), {
      status: 415,
      error: 'Unsupported media type',
      details: 'Send the body with Content-Type: application/json, in UTF-8, without Content-Encoding.',
    });
  });

  test('refuses none at all', async () => {
    const answer = await rawRequest(
      url,
      'POST /api/analyze-trade HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
    );
    expectError(answer, { status: 415, error: 'Unsupported media type' });
  });

  test.each(['gzip', 'deflate', 'br', 'gzip, identity', 'x'])('refuses the encoding %s', async (encoding) => {
    const response = await fetch(url, {
      method: 'POST',
      body: gzipSync(valid),
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
    });
    expect(response.status).toBe(415);
  });
});

describe('size', () => {
  const head = 'POST /api/analyze-trade HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  const ofSize = (bytes: number) => valid.padEnd(bytes, ' ');

  test('takes a body of the limit and refuses one byte more', async () => {
    expect((await postText(url, ofSize(BODY_LIMIT))).status).toBe(PASSED);
    expectError(await postText(url, ofSize(BODY_LIMIT + 1)), {
      status: 413,
      error: 'Payload too large',
      details: 'The body is larger than 65536 bytes.',
    });
  });

  test('refuses by the announced size, before the body comes', async () => {
    const answer = await rawRequest(url, `${head}Content-Length: 10000000\r\n\r\n`);
    expectError(answer, { status: 413, error: 'Payload too large' });
    expect(answer.headers.get('connection')).toBe('close');
  });

  test('refuses a body in chunks when they pass the limit', async () => {
    const bytes = `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`;
    expectError(await rawRequest(url, bytes), { status: 413, error: 'Payload too large' });
  });

  test('does not read on without end', async () => {
    const text = await rawText(url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(70)}`);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('counts bytes, not characters', async () => {
    const text = `{"${'é'.repeat(40_000)}":1}`;
    expect((await postText(url, text)).status).toBe(413);
  });
});

describe('content', () => {
  test.each([
    ['nothing', ''],
    ['spaces', '  '],
    ['a cut object', valid.slice(0, -1)],
    ['two objects', `${valid}${valid}`],
    ['a comma too many', '{"signature":1,}'],
    ['single quotes', "{'signature':1}"],
    ['NaN', '{"limit":NaN}'],
    ['a leading zero', '{"limit":01}'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a])],
    ['a control character in a text', '{"signature":"\u0001"}'],
  ])('refuses %s', async (_, text) => {
    const answer = await postText(url, text as string);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect((answer.body as { details: string[] }).details).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(body: expected JSON\b.*|signature: required)$/)]),
    );
  });

  test('names the line and the column of what is wrong', async () => {
    const answer = await postText(url, '{\n  "signature": "x",\n}');
    expect(answer.body).toMatchObject({
      details: [
        'body: expected JSON: line 3, column 1: a name in double quotes is expected; no comma may follow the last field',
      ],
    });
  });

  test('takes a byte order mark, as Windows tools write it', async () => {
    expect((await postText(url, `\ufeff${valid}`)).status).toBe(PASSED);
  });

  test.each(['null', '5', '"text"', '[]', 'true', '[{}]'])(
    'refuses %s, which is not an object',
    async (text) => {
      expectError(await postText(url, text), {
        status: 400,
        error: 'Validation failed',
        details: ['body: expected a JSON object'],
      });
    },
  );

  test.each([
    ['arrays', '['.repeat(30_000)],
    ['objects', '{"a":'.repeat(10_000)],
    ['a value of an unknown field', `{"x":${'['.repeat(17)}${']'.repeat(17)}}`],
  ])('refuses deep nesting: %s', async (_, text) => {
    expectError(await postText(url, text), {
      status: 400,
      error: 'Validation failed',
      details: ['body: expected at most 16 levels'],
    });
  });

  test('brackets inside a string do not count as nesting', async () => {
    expectError(await postText(url, `{"${'['.repeat(30)}\\"${'{'.repeat(30)}":1}`), {
      status: 400,
      error: 'Validation failed',
      details: expect.arrayContaining([expect.stringMatching(/unknown field$/)]),
    });
  });

  test('of duplicate keys the last counts, as JSON.parse has it', async () => {
    const twice = (first: string, last: string) =>
      `{"signature":"${SIGNATURE}","account_id":"${ACCOUNT}","limit":${first},"limit":${last}}`;
    expect((await postText(url, twice('0', '5'))).status).toBe(PASSED);
    expectError(await postText(url, twice('5', '0')), {
      status: 400,
      error: 'Validation failed',
      details: ['limit: expected an integer, 1 to 1000'],
    });
  });
});
