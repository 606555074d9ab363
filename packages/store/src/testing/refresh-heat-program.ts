// Run as a program by the tests: makes the buckets of account_heat that are due, one by one, and ends.
import { openStore } from '../client.js';
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
