import { fileURLToPath } from 'node:url';
import { createConfig, lint, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';

const DOCUMENT = fileURLToPath(new URL('./openapi.yaml', import.meta.url));

/** All rules that Redocly recommends, including warnings. */
const config = await createConfig({ extends: ['recommended'] });

test('the linter reports no error or warning', async () => {
  const problems = await lint({ ref: DOCUMENT, config });
  const messages = problems.map(
    ({ severity, ruleId, message, location }) =>
      `${severity} ${ruleId}: ${message} at ${location.map(({ pointer }) => pointer).join(', ')}`,
  );
  expect(messages).toEqual([]);
});

test('the linter works: it reports the mistakes of a document', async () => {
  const source = `openapi: 3.1.0
info: { title: x, version: 1.0.0 }
servers: [{ url: /api/ }]
paths:
  /a:
    get: { responses: { '200': { description: x } } }
`;
  const problems = await lintFromString({ source, absoluteRef: DOCUMENT, config });
  expect(new Set(problems.map(({ ruleId }) => ruleId))).toEqual(
    new Set([
      'info-license',
      'no-server-trailing-slash',
      'operation-operationId',
      'operation-summary',
      'operation-4xx-response',
      'security-defined',
    ]),
  );
});
