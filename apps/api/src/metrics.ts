import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Around the goals: 40 ms for a trade context, 5 s the default deadline. */
const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.3, 0.6, 1.2, 2.5, 5, 10];

/** Around the goal of a wallet scan, 2 s, and the default deadline, 120 s. */
const JOB_SECONDS_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120];

export interface Metrics {
  registry: Registry;
  requestSeconds: Histogram<'route' | 'status'>;
  requestsInFlight: Gauge;
  /** Requests that no parser could read: they have no route. */
  unreadableRequests: Counter<'status'>;
  querySeconds: Histogram<'query' | 'outcome'>;
  jobSeconds: Histogram<'kind' | 'outcome'>;
}

/**
 * One API's metrics, in a registry of its own. Labels take few values: names of routes and queries, never anything
 * that a caller sends.
 */
export function createMetrics(options: { process: boolean } = { process: false }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (options.process) collectDefaultMetrics({ register: registry });
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'tickscope_http_request_duration_seconds',
      help: 'From the arrival of the headers to the end of the answer.',
      labelNames: ['route', 'status'],
      buckets: SECONDS_BUCKETS,
      registers,
    }),
    requestsInFlight: new Gauge({
      name: 'tickscope_http_requests_in_flight',
      help: 'Requests being answered.',
      registers,
    }),
    unreadableRequests: new Counter({
      name: 'tickscope_http_unreadable_requests_total',
      help: 'Requests that are not HTTP, too large in their headers, or too slow.',
      labelNames: ['status'],
      registers,
    }),
    querySeconds: new Histogram({
      name: 'tickscope_clickhouse_query_duration_seconds',
      help: 'From the asking of a query to its last row, the wait for its turn included.',
      labelNames: ['query', 'outcome'],
      buckets: SECONDS_BUCKETS,
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'tickscope_job_duration_seconds',
      help: 'From the start of a job in this process to its end here.',
      labelNames: ['kind', 'outcome'],
      buckets: JOB_SECONDS_BUCKETS,
      registers,
    }),
  };
}
