import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readIngesterMetrics } from './ingester-metrics.js';

const TEXT = `# HELP tickscope_blocks_written_total Blocks written
tickscope_blocks_written_total 200
tickscope_transactions_written_total 9000
tickscope_ingester_process_cpu_seconds_total 12.5
tickscope_ingester_process_start_time_seconds 1000
tickscope_ingester_process_resident_memory_bytes 1.5e+8
tickscope_arrival_to_answer_seconds_bucket{le="0.1"} 120
tickscope_arrival_to_answer_seconds_bucket{le="0.5"} 199
tickscope_arrival_to_answer_seconds_bucket{le="+Inf"} 200
tickscope_arrival_to_answer_seconds_count 200
tickscope_stream_disconnects_total{cause="stalled"} 2
tickscope_stream_disconnects_total{cause="server"} 1
`;

let body = TEXT;
const server = createServer((_, response) => void response.end(body));
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

it('gives the quantiles as upper bounds of their buckets, and sums of counters with labels', async () => {
  expect(await readIngesterMetrics(url, null)).toMatchObject({
    ...{ from: 'metrics', blocks: 200, transactions: 9_000, maxMemoryBytes: 150_000_000 },
    storedMs: { count: 200, p50: 100, p99: 500, max: null },
    analysedMs: null,
    cpuSeconds: { ingester: 12.5, clickhouse: null },
    stream: { disconnects: 3, incompleteSlots: 0 },
  });
});

it('refuses what is not an ingester', async () => {
  body = '<html></html>';
  await expect(readIngesterMetrics(url, null)).rejects.toThrow(/not an ingester/);
});
