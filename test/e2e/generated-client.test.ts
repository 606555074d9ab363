import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApiUnderTest } from '@tickscope/api/testing/api-under-test';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  compileStrictly,
  EXPECTED,
  printed,
  startDocumentedApi,
  usePackages,
  writeDocument,
} from '../support/generated-client.js';

// Numbers are numbers: `limit: 2`. The long test has the other generators (test/long/generated-clients.long.ts).
const PROGRAM = `import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const client = createClient<paths>({ baseUrl: BASE_URL });
const { data, error } = await client.GET('/slots', { params: { query: { limit: 2, before_slot: 900 } } });
if (error !== undefined) throw new Error(JSON.stringify(error.details));
const slots: number[] = data.data.slots.map(({ slot }) => slot);
const { data: slot } = await client.GET('/slots/{slot}', {
  params: { path: { slot: 802 }, query: { votes: false, limit: 1 } },
});
console.log(JSON.stringify({ slots, slot: slot?.data.slot }));
`;

let api: ApiUnderTest;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tickscope-client-'));
  usePackages(folder);
  api = await startDocumentedApi();
});
afterAll(async () => {
  await api?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('a client of openapi-typescript and openapi-fetch compiles strictly, takes numbers as numbers, and is answered', async () => {
  const document = await writeDocument(api, folder);
  writeFileSync(join(folder, 'api.ts'), astToString(await openapiTS(pathToFileURL(document))));
  writeFileSync(join(folder, 'program.ts'), PROGRAM.replace('BASE_URL', JSON.stringify(`${api.url}/api`)));
  expect(await compileStrictly(folder, 'program.ts')).toBe('');
  expect(await printed(folder, 'program.ts')).toEqual(EXPECTED);
});
