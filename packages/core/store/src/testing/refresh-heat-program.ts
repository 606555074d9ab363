// A program started by the tests: computes the due buckets of account_heat one by one, then exits.
import { openStore } from '../connection/open-store.js';
import { refreshHeat } from '../heat/refresh-heat.js';

const variable = (name: string): string => process.env[name] ?? '';
const client = openStore({
  url: variable('CLICKHOUSE_URL'),
  user: variable('CLICKHOUSE_USER'),
  password: variable('CLICKHOUSE_PASSWORD'),
  database: variable('CLICKHOUSE_DATABASE'),
  application: 'test',
});
for (let isMore = true; isMore; ) ({ isMore } = await refreshHeat(client, { settleSeconds: 0, most: 1 }));
await client.close();
