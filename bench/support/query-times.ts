/** How often a query of the API ran, and for how long, its wait in the queue included. */
export interface QueryTime {
  runs: number;
  ms: number;
}

const LINE = /^tickscope_clickhouse_query_duration_seconds_(count|sum)\{query="([^"]+)"\} (\S+)$/gm;

/** Reads the times of all queries since the start of an API, by name, from its metrics. */
export async function readQueryTimes(metrics: string): Promise<Map<string, QueryTime>> {
  const times = new Map<string, QueryTime>();
  const text = await (await fetch(metrics)).text();
  for (const [, kind, name, value] of text.matchAll(LINE)) {
    const time = times.get(name!) ?? { runs: 0, ms: 0 };
    if (kind === 'count') time.runs = Number(value);
    else time.ms = Number(value) * 1_000;
    times.set(name!, time);
  }
  return times;
}

/** Lists the queries that ran in between, the longest first: `name: runs × mean ms`, for one of `answers` answers. */
export function slowestQueries(
  before: ReadonlyMap<string, QueryTime>,
  after: ReadonlyMap<string, QueryTime>,
  answers: number,
): string {
  return [...after]
    .map(([name, { runs, ms }]) => {
      const old = before.get(name) ?? { runs: 0, ms: 0 };
      return { name, runs: (runs - old.runs) / answers, ms: (ms - old.ms) / answers };
    })
    .filter(({ runs }) => runs > 0)
    .sort((left, right) => right.ms - left.ms)
    .map(({ name, runs, ms }) => `${name} ${ms.toFixed(1)} (${runs.toFixed(1)})`)
    .join(', ');
}
