import { CliError, readText, UnreachableError } from '@tickscope/command-line';
import type { Measured } from './measured.js';
import type { Quantiles } from './quantiles.js';

const TIMEOUT_MS = 10_000;

interface Sample {
  name: string;
  labels: string;
  value: number;
}

/** Reads the measurements of a running ingester since its start, from its `/metrics`. */
export async function readIngesterMetrics(
  url: string,
  blockTimeToStoredSeconds: Quantiles | null,
): Promise<Measured> {
  const samples = parseMetrics(await download(url));
  if (metricOf(samples, 'tickscope_blocks_written_total') === null)
    throw new CliError(
      'what --ingester names is not an ingester: its metrics have no tickscope_blocks_written_total',
    );
  const startedAt = metricOf(samples, 'tickscope_ingester_process_start_time_seconds');
  return {
    from: 'metrics',
    seconds: startedAt === null ? null : Math.round(Date.now() / 1_000 - startedAt),
    blocks: metricOf(samples, 'tickscope_blocks_written_total'),
    transactions: metricOf(samples, 'tickscope_transactions_written_total'),
    storedMs: lagOf(samples, 'tickscope_arrival_to_answer_seconds'),
    analysedMs: lagOf(samples, 'tickscope_detection_seconds'),
    blockTimeToStoredSeconds,
    cpuSeconds: {
      ingester: metricOf(samples, 'tickscope_ingester_process_cpu_seconds_total'),
      clickhouse: null,
    },
    maxMemoryBytes: metricOf(samples, 'tickscope_ingester_process_resident_memory_bytes'),
    stream: {
      disconnects: sumOf(samples, 'tickscope_stream_disconnects_total'),
      incompleteSlots: sumOf(samples, 'tickscope_slots_incomplete_total'),
      unreadableMessages: sumOf(samples, 'tickscope_stream_garbage_total'),
    },
  };
}

async function download(url: string): Promise<string> {
  try {
    const response = await fetch(new URL('/metrics', url), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return await readText(response);
  } catch (error) {
    throw new UnreachableError(
      `the ingester's metrics (--ingester) cannot be read: ${(error as Error).message}`,
    );
  }
}

/** Reads the text format of Prometheus; lines of other forms are left out. */
export function parseMetrics(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const found = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/.exec(line);
    if (found === null) return [];
    const [, name = '', labels = '', value = ''] = found;
    return [{ name, labels, value: value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value) }];
  });
}

function metricOf(samples: readonly Sample[], name: string): number | null {
  const value = samples.find((sample) => sample.name === name)?.value;
  return value === undefined || !Number.isFinite(value) ? null : value;
}

function sumOf(samples: readonly Sample[], name: string): number {
  return samples.reduce((sum, sample) => sum + (sample.name === name ? sample.value : 0), 0);
}

/** The upper bounds of the buckets that hold the quantiles of a histogram of seconds. */
function lagOf(samples: readonly Sample[], name: string): Measured['storedMs'] {
  const count = metricOf(samples, `${name}_count`);
  if (count === null || count === 0) return null;
  const buckets = samples
    .filter((sample) => sample.name === `${name}_bucket`)
    .map(({ labels, value }) => ({ bound: Number(/le="([^"]+)"/.exec(labels)?.[1] ?? Number.NaN), value }))
    .filter(({ bound }) => Number.isFinite(bound))
    .sort((left, right) => left.bound - right.bound);
  const at = (share: number): number | null =>
    buckets.find(({ value }) => value >= share * count)?.bound ?? null;
  const [p50, p99] = [at(0.5), at(0.99)];
  return p50 === null || p99 === null ? null : { count, p50: p50 * 1_000, p99: p99 * 1_000, max: null };
}
