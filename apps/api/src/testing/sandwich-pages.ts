import { compileValidators, type components } from '@tickscope/schemas';
import { expect } from 'vitest';
import { get } from './request.js';

export type ListedSandwich = components['schemas']['SandwichEvent'];
type Page = components['schemas']['ListSandwichesResponse']['data'];

const isDocumented = compileValidators().response('listSandwiches', 200);

/** A page of the listed sandwiches. @param url of the API @param query for example `dex=PumpSwap&limit=5` */
export async function sandwichPage(url: string, query: string): Promise<Page> {
  const answer = await get(`${url}/api/mev/sandwiches?${query}`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Page }).data;
}

/** All listed sandwiches, page by page. */
export async function allSandwiches(url: string, query: string): Promise<Page['sandwiches']> {
  const found: Page['sandwiches'] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: Page = await sandwichPage(
      url,
      `${query}&limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    found.push(...next.sandwiches);
    cursor = next.next_cursor;
  }
  return found;
}
