import { afterEach, describe, expect, test } from 'vitest';
import { createTickscope } from './index.js';
import { json, type LocalServer, type Reply, recordedSleep, serve, tooMany } from './testing/local-server.js';

const TRADE = {
  signature: '4QZ5DdTt92jPGZvwVuc5cx5EvvDmpKo9LW9L1ekSR9JR9TVtvPtaaZ7oSKhxZEeCMHoWYPRpPmJmDFbNUHLS3ED8',
  account_id: '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2',
};
const WALLETS = { wallet_a: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', wallet_b: TRADE.account_id };

/** Seven rows in pages of two. Each row is its number, in a slot of its own. */
const ROWS = [1, 2, 3, 4, 5, 6, 7];
const pageOf = (page: number) => ({
  rows: ROWS.slice((page - 1) * 2, page * 2),
  pagination: { current_page: page, total_items: ROWS.length, has_next_page: page < 4 },
});
const trades: Reply = (res, request) => {
  const { rows, pagination } = pageOf((JSON.parse(request.body) as { page: number }).page);
  const results_by_slot = rows.map((row) => ({ slot: row, transactions: [row] }));
  json(200, { success: true, data: { results_by_slot }, pagination })(res, request);
};
/** The job's id is its page. */
const competition: Reply = (res, request) => {
  if (request.method === 'POST') {
    const { page } = JSON.parse(request.body) as { page: number };
    json(200, { success: true, jobId: String(page) })(res, request);
    return;
  }
  const { rows, pagination } = pageOf(Number.parseInt(request.path.split('/').at(-1)!, 10));
  json(200, { success: true, state: 'completed', data: { incidents: rows, pagination } })(res, request);
};

/** A list in pages of two; a cursor is the number of rows before. */
const list: Reply = (res, request) => {
  const after = Number(new URL(request.path, 'http://x').searchParams.get('cursor') ?? 0);
  const rows = ROWS.slice(after, after + 2);
  const next_cursor = after + 2 < ROWS.length ? String(after + 2) : null;
  json(200, { success: true, data: { attackers: rows, leaders: rows, next_cursor } })(res, request);
};

const servers: LocalServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
async function start(...replies: Reply[]) {
  const server = await serve(...replies);
  servers.push(server);
  const { sleep } = recordedSleep();
  return { ...server, client: createTickscope({ baseUrl: server.url, sleep }) };
}

async function all<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of iterable) items.push(item);
  return items;
}

describe('pages', () => {
  test('of a trade are all requested once, with the other fields unchanged', async () => {
    const { client, received } = await start(trades);
    const pages = await all(client.pages.analyzeTrade({ ...TRADE, limit: 2 }));
    expect(pages.map(({ pagination }) => pagination.current_page)).toEqual([1, 2, 3, 4]);
    expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
      [1, 2, 3, 4].map((page) => ({ ...TRADE, limit: 2, page })),
    );
  });

  test('begin with the requested one', async () => {
    const { client } = await start(trades);
    expect(await all(client.rows.analyzeTrade({ ...TRADE, page: 3 }))).toEqual([5, 6, 7]);
  });

  test('are not requested before the previous one has been consumed', async () => {
    const { client, received } = await start(trades);
    for await (const { pagination } of client.pages.analyzeTrade(TRADE))
      if (pagination.current_page === 2) break;
    expect(received).toHaveLength(2);
  });

  test('wait for a limit between them, and lose nothing', async () => {
    const { client } = await start(trades, tooMany(30), trades, tooMany(1), trades);
    expect(await all(client.rows.analyzeTrade(TRADE))).toEqual(ROWS);
  });

  test('of a competition are a job each', async () => {
    const { client, received } = await start(competition);
    expect(await all(client.rows.validateCompetition(WALLETS))).toEqual(ROWS);
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual(
      [1, 2, 3, 4].flatMap((page) => [
        'POST /mev/validate-competition',
        `GET /mev/job-status/${page}?wait=25`,
      ]),
    );
  });

  test('end with the error of the first that fails', async () => {
    const { client } = await start(trades, json(404, { error: 'Transaction not found', details: '' }));
    const seen: unknown[] = [];
    const run = async () => {
      for await (const row of client.rows.analyzeTrade(TRADE)) seen.push(row);
    };
    await expect(run()).rejects.toMatchObject({ status: 404 });
    expect(seen).toEqual([1, 2]);
  });
});

describe('signatures of a wallet', () => {
  const WALLET = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
  /** Pages of two; each begins after the given row. */
  const signatures: Reply = (res, request) => {
    const { before } = JSON.parse(request.body) as { before?: string };
    const rest = ROWS.filter((row) => before === undefined || row > Number(before));
    const rows = rest.slice(0, 2);
    const hasMore = rest.length > 2;
    const pagination = { has_more: hasMore, next_before: hasMore ? String(rows.at(-1)) : null };
    json(200, { success: true, data: { signatures: rows, pagination } })(res, request);
  };

  test('are requested page by page, each after the last row of the previous one', async () => {
    const { client, received } = await start(signatures);
    expect(await all(client.rows.walletSignatures({ address: WALLET, limit: 2 }))).toEqual(ROWS);
    expect(received.map(({ path }) => path)).toEqual(Array(4).fill(`/wallet/${WALLET}/signatures`));
    expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { limit: 2 },
      ...['2', '4', '6'].map((before) => ({ limit: 2, before })),
    ]);
  });

  test('begin after the one that is named', async () => {
    const { client } = await start(signatures);
    expect(await all(client.rows.walletSignatures({ address: WALLET, before: '5' }))).toEqual([6, 7]);
  });
});

describe('stored sandwiches', () => {
  /** Pages of two, the second one empty: a rare filter is looked for in steps. */
  const sandwiches: Reply = (res, request) => {
    const at = Number(new URL(request.path, 'http://x').searchParams.get('cursor') ?? 0);
    const pages = [ROWS.slice(0, 2), [], ROWS.slice(2, 4), ROWS.slice(4)];
    const next = at + 1 < pages.length ? String(at + 1) : null;
    json(200, { success: true, data: { sandwiches: pages[at], next_cursor: next } })(res, request);
  };

  test('are requested page by page, also over an empty one, each with the cursor of the previous one', async () => {
    const { client, received } = await start(sandwiches);
    expect(await all(client.rows.listSandwiches({ dex: 'Pump.fun', limit: '2' }))).toEqual(ROWS);
    const filter = '/mev/sandwiches?dex=Pump.fun&limit=2';
    expect(received.map(({ path }) => path)).toEqual([
      filter,
      ...[1, 2, 3].map((at) => `${filter}&cursor=${at}`),
    ]);
  });

  test('need no filter, and begin at the cursor that is given', async () => {
    const { client } = await start(sandwiches);
    expect(await all(client.rows.listSandwiches())).toEqual(ROWS);
    expect(await all(client.pages.listSandwiches({ cursor: '3' }))).toHaveLength(1);
  });
});

test('attackers and validators are listed to their end, with the other fields unchanged', async () => {
  const { client, received } = await start(list);
  expect(await all(client.rows.listAttackers({ by: 'victims', cursor: '3' }))).toEqual([4, 5, 6, 7]);
  expect(received.map(({ path }) => path)).toEqual(
    ['3', '5'].map((cursor) => `/mev/attackers?by=victims&cursor=${cursor}`),
  );
  expect(await all(client.rows.listAttackers())).toEqual(ROWS);
  expect(await all(client.pages.listAttackers())).toHaveLength(4);
  expect(await all(client.pages.listValidators())).toHaveLength(4);
});

test('slots are listed down to the oldest stored one, each page before the last slot of the previous one', async () => {
  const slots: Reply = (res, request) => {
    const before = Number(new URL(request.path, 'http://x').searchParams.get('before_slot') ?? 8);
    const rows = ROWS.filter((row) => row < before)
      .reverse()
      .slice(0, 2);
    const oldest = rows.at(-1)!;
    json(200, { success: true, data: { slots: rows, next_before_slot: oldest > 1 ? oldest : null } })(
      res,
      request,
    );
  };
  const { client, received } = await start(slots);
  expect(await all(client.rows.listSlots({ limit: '2' }))).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(received.map(({ path }) => path)).toEqual([
    '/slots?limit=2',
    ...['6', '4', '2'].map((before) => `/slots?limit=2&before_slot=${before}`),
  ]);
  expect(await all(client.pages.listSlots({ before_slot: '4' }))).toHaveLength(2);
});
