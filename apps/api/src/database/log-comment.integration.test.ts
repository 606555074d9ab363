import { column, defineQuery } from '@tickscope/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../operation.js';
import { type ApiUnderTest, startApiUnderTest } from '../testing/api-under-test.js';
import { get } from '../testing/request.js';

const LOG_COMMENT = defineQuery({
  name: 'log-comment',
  sql: "SELECT getSetting('log_comment')",
  params: {},
  row: { comment: column.text },
});

/** Answers with the log comment of its own query in ClickHouse. */
const echo: Operation = {
  id: 'getTransaction',
  async answer({ database, context }) {
    const [row] = await database.rows(LOG_COMMENT, {}, context);
    return { comment: row?.comment };
  },
};

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest({}, { operations: [echo] });
});
afterAll(() => api?.stop());

test("the id of a response is that of its queries in ClickHouse's log", async () => {
  const answer = await get(`${api.url}/api/transaction/${'5'.repeat(88)}`);
  expect(answer).toMatchObject({ status: 200, body: { comment: answer.headers.get('x-request-id') } });
});
