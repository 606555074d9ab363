import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readApiConfig } from './api-config.js';
import { renderEnvExample } from './env-example.js';
import { readIngesterConfig } from './ingester-config.js';
import { INGESTER_VARIABLES } from './ingester-variables.js';
import { renderSettingsPage } from './settings-page.js';
import { API_VARIABLES } from './variables.js';

const text = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');

test('.env.example at the root matches the table of variables', () => {
  expect(text).toBe(renderEnvExample());
});

test('docs/settings.md matches the tables of both programs', () => {
  const page = readFileSync(new URL('../../../../docs/settings.md', import.meta.url), 'utf8');
  expect(page).toBe(renderSettingsPage());
});

test('filled in and with its defaults uncommented it is the default configuration of both programs', () => {
  const environment = parseEnv(text.replaceAll(/^#(\w+=)/gm, '$1'));
  const urls = {
    CLICKHOUSE_URL: 'http://127.0.0.1:8123',
    DATABASE_URL: 'postgres://app@127.0.0.1:5432/tickscope',
    GEYSER_ENDPOINT: 'http://127.0.0.1:10000',
  };
  const filled = { ...environment, ...urls } as Record<string, string>;
  expect(readApiConfig(filled)).toEqual(readApiConfig(urls));
  expect(readIngesterConfig(filled)).toEqual(readIngesterConfig(urls));
  const names = new Set([...Object.keys(API_VARIABLES), ...Object.keys(INGESTER_VARIABLES)]);
  expect(new Set(Object.keys(environment))).toEqual(names);
});
