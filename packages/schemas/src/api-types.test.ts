import { readFileSync } from 'node:fs';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { expect, test } from 'vitest';

test('api-types.gen.ts is what `npm run generate` makes of openapi.yaml now', async () => {
  const expected = COMMENT_HEADER + astToString(await openapiTS(new URL('./openapi.yaml', import.meta.url)));
  expect(readFileSync(new URL('./api-types.gen.ts', import.meta.url), 'utf8')).toBe(expected);
});
