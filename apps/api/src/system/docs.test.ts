import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { startApiWithoutDatabase } from '../testing/api-without-database.js';

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

test('the document is served as JSON, with its server on this origin', async () => {
  const response = await fetch(`${api.url}/openapi.json`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.0.0' },
    servers: [{ url: '/api' }],
  });
});
