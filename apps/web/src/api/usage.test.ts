import { expect, test } from 'vitest';
import { operationOf } from './usage.js';

const BASE = 'https://tickscope.example/api';

test.each([
  ['get', '/slots?limit=48', 'GET /slots'],
  ['GET', '/slots/432000001?limit=5000', 'GET /slots/…'],
  ['POST', '/mev/check-sandwich-fast', 'POST /mev/check-sandwich-fast'],
  ['GET', '/mev/job-status/0d7b3f0e-9a51-4a5c-8d55-1b1f6d6a2c11?wait=25', 'GET /mev/job-status/…'],
  ['GET', `/transaction/${'5'.repeat(87)}`, 'GET /transaction/…'],
])('%s %s is named without its parameters', (method, path, name) => {
  expect(operationOf(method, BASE + path, BASE)).toBe(name);
});
