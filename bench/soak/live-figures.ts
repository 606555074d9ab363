const TIMEOUT_MS = 5_000;

/** Figures that the ingester states; null: it does not answer, or has nothing to say yet. */
export interface IngesterFigures {
  headSlot: number | null;
  writtenSlot: number | null;
  /** Estimated, of blocks in memory that are not written. */
  queueBytes: number | null;
  spillBytes: number | null;
  transactions: number | null;
  disconnects: number | null;
}

export async function readIngester(metricsUrl: string): Promise<IngesterFigures> {
  const text = await readText(metricsUrl);
  /** The sum over all labels. */
  const value = (name: string): number | null => {
    const series = [...(text ?? '').matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))];
    return series.length === 0 ? null : series.reduce((sum, [, of]) => sum + Number(of), 0);
  };
  const slot = (name: string): number | null => value(name) || null;
  return {
    headSlot: slot('tickscope_head_slot'),
    writtenSlot: slot('tickscope_written_slot'),
    queueBytes: value('tickscope_queue_bytes'),
    spillBytes: value('tickscope_spill_bytes'),
    transactions: value('tickscope_transactions_written_total'),
    disconnects: value('tickscope_stream_disconnects_total'),
  };
}

/** A bucket of a histogram. */
export interface Bucket {
  /** Seconds. */
  bound: number;
  /** How many observations were no more. */
  total: number;
}

export async function readBuckets(metricsUrl: string, name: string): Promise<Bucket[]> {
  const text = (await readText(metricsUrl)) ?? '';
  return [...text.matchAll(new RegExp(`${name}_bucket\\{le="([^"]+)"\\} (\\d+)`, 'g'))].map(
    ([, bound, total]) => ({ bound: Number(bound?.replace('+Inf', 'Infinity')), total: Number(total) }),
  );
}

/** Upper bounds of the buckets in which these shares of the observations fall. */
export function boundsOf(buckets: readonly Bucket[], shares: readonly number[]): number[] {
  const all = buckets.at(-1)?.total ?? 0;
  return shares.map((share) => buckets.find(({ total }) => total >= share * all)?.bound ?? Number.NaN);
}

/** The newest processed slot of the simulator's chain; null: it does not answer. */
export async function readChainHead(rpcUrl: string): Promise<number | null> {
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[{"commitment":"processed"}]}',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { result } = (await response.json()) as { result?: number };
    return result === undefined || result === 0 ? null : result;
  } catch {
    return null;
  }
}

async function readText(url: string): Promise<string | null> {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })).text();
  } catch {
    return null;
  }
}
