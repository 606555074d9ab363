import type { OpenApiDocument } from '@tickscope/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withoutAuthentication } from '../auth/without-authentication.js';
import type { RunningApi } from '../server.js';
import { startApiWithoutDatabase } from '../testing/api-without-database.js';
import { rawRequest } from '../testing/raw-request.js';

let api: RunningApi;
let html: string;
let policy: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
  const response = await fetch(`${api.url}/docs`);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  policy = response.headers.get('content-security-policy')!;
  html = await response.text();
});
afterAll(() => api.stop());

const loaded = () => [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link!);

test('the page loads its style, its script and its icon from this server, and nothing from elsewhere', async () => {
  expect(loaded()).toHaveLength(4);
  expect(html).not.toMatch(/https?:|\/\//);
  for (const link of loaded()) {
    const url = new URL(link, `${api.url}/docs`);
    expect(url.origin).toBe(api.url);
    const response = await fetch(url);
    expect([link, response.status]).toEqual([link, 200]);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
  }
});

test('its policy lets the browser load from this server only, and run no inline script or style', () => {
  expect(policy).toMatch(/^default-src 'none'; /);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(html).not.toMatch(/<style|style=|<script>|\son\w+=/);
});

test('its script loads the document from this server and uses no validator', async () => {
  const script = await (await fetch(`${api.url}/docs/start.js`)).text();
  expect(script).toContain("fetch('openapi.json')");
  expect(script).toContain('validatorUrl: null');
  // The placeholder of the samples, which the page replaces with its own address.
  expect(script.replaceAll('https://tickscope.example/api', '')).not.toMatch(/https?:/);
  expect(script).toContain('sessionStorage');
  expect(script).not.toContain('localStorage');
  expect(() => new Function(script)).not.toThrow();
});

test('the style loads nothing from elsewhere', async () => {
  const css = await (await fetch(`${api.url}/docs/swagger-ui.css`)).text();
  expect(css.includes('@import')).toBe(false);
  const loads = [...css.matchAll(/url\(\s*["']?([^"')]{0,40})/g)].map(([, address]) => address!);
  expect(loads.filter((address) => !address.startsWith('data:'))).toEqual([]);
});

describe('the document', () => {
  const read = async (at: RunningApi, host: string): Promise<{ text: string; servers: unknown }> => {
    const answer = await rawRequest(
      at.url,
      `GET /openapi.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { openapi, info, servers } = answer.body as OpenApiDocument & { servers: unknown };
    expect([openapi, info.version]).toEqual(['3.1.0', '1.0.0']);
    return { text: JSON.stringify(answer.body), servers };
  };
  const serverOf = (url: string) => [{ url, description: 'This server' }];

  test.each(['127.0.0.1:8787', 'localhost:9', '[::1]:8787'])(
    'names its own server, in samples too, as %s reached it',
    async (host) => {
      const { text, servers } = await read(api, host);
      expect(servers).toEqual(serverOf(`http://${host}/api`));
      expect(text).toContain(`curl -X POST 'http://${host}/api/analyze-trade'`);
      expect(text).not.toContain('tickscope.example');
    },
  );

  test('believes a Host header only where the operator listed the name', async () => {
    const open = await startApiWithoutDatabase(
      { admission: withoutAuthentication },
      { auth: 'on', databaseUrl: 'postgres://127.0.0.1:1/none' },
    );
    const named = await startApiWithoutDatabase({}, { allowedHosts: ['scope.test'] });
    try {
      for (const host of ['evil.test', "evil.test';echo'", '127.0.0.1.evil.test', '']) {
        const { text, servers } = await read(open, host);
        expect([host, servers]).toEqual([host, serverOf('/api')]);
        expect(text).not.toContain('evil.test');
      }
      expect((await read(named, 'scope.test')).servers).toEqual(serverOf('http://scope.test/api'));
    } finally {
      await open.stop();
      await named.stop();
    }
  });
});
