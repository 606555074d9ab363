import { parseArgs } from 'node:util';
import { startApiProcess } from '@tickscope/api/testing/api-process';
import { slowConnections } from '@tickscope/api/testing/slow-connections';
import { processUsage } from '../support/process-usage.js';
import { count, markdownTable, writeReport } from '../support/report.js';

/**
 * What many connections that never send a whole request leave behind in the API, wave after wave.
 *
 *   npx tsx --conditions=tickscope:source bench/load/slow-connections.ts [--connections N] [--waves N] [--report FILE]
 */
const { values: flags } = parseArgs({
  options: {
    connections: { type: 'string', default: '10000' },
    waves: { type: 'string', default: '4' },
    report: { type: 'string' },
  },
});
const connections = Number(flags.connections);
const mb = (bytes: number) => (bytes / 1_048_576).toFixed(1);

const api = await startApiProcess(
  {
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    // One more than are opened, so that the measuring itself gets in.
    MAX_CONNECTIONS: String(connections + 10),
  },
  { probe: true },
);
const rows = [
  ['after', 'cut off', 'in', 'RSS', 'RSS, garbage collected', 'heap used', 'heap taken', 'beside it'],
];

async function note(after: string, cutOff: string, seconds: string): Promise<void> {
  await fetch(`${api.url}/healthz`);
  const { rssBytes } = processUsage(api.pid);
  const { rss, heapUsed, heapTotal, external } = await api.memory();
  rows.push([after, cutOff, seconds, ...[rssBytes, rss, heapUsed, heapTotal, external].map(mb)]);
  process.stderr.write(`${rows.at(-1)!.join('  ')}\n`);
}

try {
  await note('the start', '', '');
  for (let wave = 1; wave <= Number(flags.waves); wave += 1) {
    const { opened, timedOut, seconds } = await slowConnections(api.url, connections);
    await note(
      `wave ${wave}`,
      `${count(opened)} of ${count(connections)}, ${count(timedOut)} with a 408`,
      `${seconds.toFixed(0)} s`,
    );
  }
} finally {
  await api.stop();
}
writeReport(
  'Slow connections',
  `npx tsx --conditions=tickscope:source bench/load/slow-connections.ts --connections ${connections} --waves ${flags.waves}`,
  [
    `${count(connections)} connections at once, half of which send nothing, and half a header without end; MB. The garbage is collected by force after each wave: what is then in the heap is reachable.`,
    markdownTable(rows),
  ],
  flags.report,
);
process.exit();
