import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi } from '../../server.js';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { chainLeaders } from '../../testing/chain-leaders.js';
import { labelledChain, storeLabelledChain } from '../../testing/labelled-chain.js';
import { quiet } from '../../testing/quiet.js';
import { sandwichPage } from '../../testing/sandwich-pages.js';

const chain = labelledChain('csv', 20);

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await storeLabelledChain(api.owner, chain);
  await chainLeaders(chain).store(api.owner);
});
afterAll(() => api?.stop());

const ask = (accept: string, query = 'limit=5') =>
  fetch(`${api.url}/api/mev/sandwiches?${query}`, { headers: { accept } });

/** A reader of RFC 4180, without any of the writer's code. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += sign;
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === ',' || text.startsWith('\r\n', at))) {
      rows.at(-1)!.push(cell);
      cell = '';
      if (sign === ',') continue;
      rows.push([]);
      at += 1;
    } else cell += sign;
  }
  return rows.slice(0, -1);
}

test('a page as CSV says what the page as JSON says', async () => {
  const response = await ask('text/csv');
  expect([response.status, response.headers.get('content-type'), response.headers.get('vary')]).toEqual([
    ...[200, 'text/csv; charset=utf-8', 'Accept'],
  ]);
  const [names, ...lines] = parse(await response.text());
  const rows = lines.map((cells) => Object.fromEntries(cells.map((cell, at) => [names![at], cell])));
  const { sandwiches, next_cursor: next, coverage } = await sandwichPage(api.url, 'limit=5');
  expect(rows).toHaveLength(5);
  expect(response.headers.get('x-next-cursor')).toBe(next);
  expect(response.headers.get('x-coverage')).toBe(
    `from=${coverage!.from_slot}; to=${coverage!.to_slot}; missing=0; incomplete=0; undetected=0; links_unknown=0`,
  );
  for (const [at, it] of sandwiches.entries())
    expect(rows[at]).toMatchObject({
      id: it.id,
      first_slot: String(it.slot_range.from),
      gain: it.gain.ui_amount,
      net_gain: it.net_gain?.ui_amount ?? '',
      kept_gain: it.kept_gain?.ui_amount ?? '',
      loss_sol: it.loss?.sol ?? '',
      loss_bps: String(it.loss?.bps ?? ''),
      pool_label: it.pool.pool_label,
      leader: it.leader ?? '',
      client: it.client ?? '',
      attackers: it.attackers.join(' '),
      victims: it.victims.map(({ wallet }) => wallet).join(' '),
    });
  expect(names).toHaveLength(new Set(names).size);
});

test('the last page has no cursor', async () => {
  const response = await ask('text/csv', 'from=1&to=2');
  expect([response.headers.get('x-next-cursor'), response.headers.get('x-coverage')]).toEqual([null, 'none']);
  expect(parse(await response.text())).toHaveLength(1);
});

describe('JSON is for all who do not prefer CSV', () => {
  test.each(['*/*', 'application/json', 'application/json, text/csv', 'image/png', 'text/*;q=0.1, */*'])(
    'Accept: %s',
    async (accept) => {
      const response = await ask(accept);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    },
  );
  test.each(['text/csv, application/json;q=0.9', 'text/csv;q=0.5'])('not for Accept: %s', async (accept) => {
    expect((await ask(accept)).headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });
});

test('errors are JSON, also for a client that accepts only CSV', async () => {
  const response = await ask('text/csv', 'limit=0');
  expect([response.status, response.headers.get('content-type')]).toEqual([
    ...[400, 'application/json; charset=utf-8'],
  ]);
});

test('the symbol of a token is no formula', async () => {
  const { sandwiches } = await sandwichPage(api.url, 'limit=100');
  const evil = sandwiches.find(({ loss }) => loss !== null && loss.symbol !== 'SOL')!;
  await api.owner.command({
    query: `INSERT INTO tokens (mint, symbol, decimals, source, observed_at) VALUES
      (toFixedString(base58Decode('${evil.loss!.mint}'), 32), '=cmd|A1', ${evil.loss!.decimals}, 'metaplex', now() + 60)`,
  });
  // The first one remembers symbols for a minute.
  const other = await startApi(api.config, quiet);
  const response = await fetch(`${other.url}/api/mev/sandwiches?limit=100`, {
    headers: { accept: 'text/csv' },
  });
  const [names, ...rows] = parse(await response.text());
  await other.stop();
  const cells = rows.map((row) => row[names!.indexOf('loss_symbol')]);
  expect(cells).toContain("'=cmd|A1");
  expect(cells).not.toContain('=cmd|A1');
});
