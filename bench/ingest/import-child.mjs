// Imports one file with the built packages and prints what it took, as JSON. Started by import-in-child.ts.
import { importFile } from '@tickscope/pipeline';
import { BlockWriter, openStore, readLinks, writeGaps } from '@tickscope/store';

const [path] = process.argv.slice(2);
const client = openStore({
  url: process.env.CLICKHOUSE_URL,
  user: process.env.CLICKHOUSE_USER,
  password: process.env.CLICKHOUSE_PASSWORD,
  database: process.env.CLICKHOUSE_DATABASE,
  application: 'bench',
  requestTimeoutMs: 120_000,
});
const cpuBefore = process.cpuUsage();
const started = performance.now();
const report = await importFile(path, {
  writer: [new BlockWriter(client), new BlockWriter(client)],
  storedLinks: (fromSlot, toSlot) => readLinks(client.read, fromSlot, toSlot),
  writeGaps: (gaps) => writeGaps(client, gaps),
});
const seconds = (performance.now() - started) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
if (report.error !== null) throw new Error(report.error);
const slots = report.slots.full + report.slots.no_entries;
process.stdout.write(
  JSON.stringify({
    transactions: report.transactions,
    slots,
    rows: report.rows,
    seconds,
    cpuSeconds: (user + system) / 1e6,
  }),
);
await client.close();
