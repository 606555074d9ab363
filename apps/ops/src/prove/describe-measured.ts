import { counted, formatBytes, formatCount, formatTable } from '@tickscope/command-line';
import type { Lag, Measured } from './measured.js';

const SOURCES = {
  run: 'measured in this run',
  metrics: 'measured by the ingester since its start',
  tables: 'by the stored times',
};

export function describeMeasured(measured: Measured): string {
  const { seconds, blocks, transactions, storedMs, analysedMs, cpuSeconds, stream } = measured;
  const delay = measured.blockTimeToStoredSeconds;
  return formatTable([
    [SOURCES[measured.from], 'p50', 'p99', 'max', ''],
    lagRow('arrival to stored, ms', storedMs, measured.from),
    lagRow('arrival to analysed, ms', analysedMs, measured.from),
    delay === null
      ? ['block time to stored, s', '–', '–', '–', 'not known']
      : ['block time to stored, s', ...numbers(delay), 'includes the lag of the node'],
    factRow('CPU, cores', cpuText(measured)),
    factRow(
      'CPU a block, ms',
      cpuSeconds.ingester === null || blocks === null || blocks === 0
        ? 'not measured'
        : `${((cpuSeconds.ingester * 1_000) / blocks).toFixed(1)} of the ingester`,
    ),
    factRow(
      'memory',
      measured.maxMemoryBytes === null ? 'not measured' : formatBytes(measured.maxMemoryBytes),
    ),
    factRow('stored', rateText(seconds, blocks, transactions)),
    factRow(
      'stream',
      stream === null
        ? 'not measured'
        : `${counted(stream.disconnects, 'disconnect')}, ${counted(stream.incompleteSlots, 'incomplete slot')}, ` +
            counted(stream.unreadableMessages, 'unreadable message'),
    ),
  ]);
}

const factRow = (name: string, fact: string): string[] => [name, '', '', '', fact];

function lagRow(name: string, lag: Lag | null, from: Measured['from']): string[] {
  if (lag === null)
    return [name, '–', '–', '–', from === 'tables' ? 'not measured: --ingester URL' : 'not measured'];
  return [name, ...numbers(lag), from === 'metrics' ? 'at most, by buckets' : ''];
}

function numbers({ p50, p99, max }: Lag): string[] {
  return [p50, p99, max].map((value) => (value === null ? '–' : formatCount(value)));
}

function cpuText({ seconds, cpuSeconds: { ingester, clickhouse } }: Measured): string {
  if (seconds === null || seconds === 0 || ingester === null) return 'not measured';
  const cores = (cpu: number): string => (cpu / seconds).toFixed(2);
  return `${cores(ingester)} ingester${clickhouse === null ? '' : `, ${cores(clickhouse)} ClickHouse`}`;
}

function rateText(seconds: number | null, blocks: number | null, transactions: number | null): string {
  if (seconds === null || seconds === 0 || blocks === null || transactions === null) return 'not measured';
  return (
    `${counted(blocks, 'block')}, ${counted(transactions, 'transaction')} in ${formatCount(Math.round(seconds))} s ` +
    `(${formatCount(Math.round(transactions / seconds))} a second)`
  );
}
