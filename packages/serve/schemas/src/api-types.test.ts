import { readFileSync } from 'node:fs';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { expect, test } from 'vitest';

test('api-types.gen.ts matches the output of `npm run generate` for openapi.yaml', async () => {
  const expected = COMMENT_HEADER + astToString(await openapiTS(new URL('./openapi.yaml', import.meta.url)));
  expect(readFileSync(new URL('./api-types.gen.ts', import.meta.url), 'utf8')).toBe(expected);
});
