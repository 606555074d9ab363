import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Around the goals: 40 ms for a trade context, 5 s the default deadline. */
const SECONDS_BUCKETS = [0.005, 0.02, 0.04, 0.08, 0.16, 0.3, 0.6, 1.2, 5];

/** Around the goal of a wallet scan, 2 s, and the default deadline, 120 s. */
const JOB_SECONDS_BUCKETS = [0.1, 0.5, 1, 2, 5, 10, 30, 120];

export interface Metrics {
  registry: Registry;
  /** Counts an answer, with its duration if the operation ran. */
  answered(answer: { route: string; status: number; seconds: number }): void;
  requestsInFlight: Gauge;
  /** Requests that could not be parsed, so that they have no route. */
  unreadableRequests: Counter<'status'>;
  /** Connections closed before their first byte, or for the requests that wait in them. */
  refusedConnections: Counter<'limit'>;
  /** Requests refused because the event loop was late. */
  shedRequests: Counter;
  queried(query: { query: string; outcome: string; seconds: number }): void;
  jobSeconds: Histogram<'kind' | 'outcome'>;
  queuedJobs: Gauge;
  certificateEnd: Gauge;
}

/**
 * The metrics of one API, in a registry of their own. Label values are few: names of routes and queries, never
 * caller input. A histogram has a series per bucket for each combination of labels, so one with many values has
 * only one label; how often each status or outcome occurred is a separate counter.
 */
export function createMetrics(options: { process: boolean } = { process: false }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (options.process) collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'tickscope_http_requests_total',
    help: 'Requests that were answered, by status; 499: the caller left first.',
    labelNames: ['route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'tickscope_http_request_duration_seconds',
    help: 'From the arrival of the headers to the end of the answer, of requests that were not refused (4xx).',
    labelNames: ['route'],
    buckets: SECONDS_BUCKETS,
    registers,
  });
  const queries = new Counter({
    name: 'tickscope_clickhouse_queries_total',
    help: 'Queries, by outcome.',
    labelNames: ['query', 'outcome'],
    registers,
  });
  const querySeconds = new Histogram({
    name: 'tickscope_clickhouse_query_duration_seconds',
    help: 'From the call of a query to its last row or its failure, its wait in the queue included.',
    labelNames: ['query'],
    buckets: SECONDS_BUCKETS,
    registers,
  });
  return {
    registry,
    answered({ route, status, seconds }) {
      requests.inc({ route, status: String(status) });
      if (status < 400 || status >= 500) requestSeconds.observe({ route }, seconds);
    },
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
    refusedConnections: new Counter({
      name: 'tickscope_http_connections_refused_total',
      help: 'Connections closed: at once beyond MAX_CONNECTIONS (total) or MAX_CONNECTIONS_PER_ADDRESS (address); with more than a hundred requests that wait (pipelined).',
      labelNames: ['limit'],
      registers,
    }),
    shedRequests: new Counter({
      name: 'tickscope_http_requests_shed_total',
      help: 'Requests answered with 503 because this process had more than it could answer.',
      registers,
    }),
    queried({ query, outcome, seconds }) {
      queries.inc({ query, outcome });
      querySeconds.observe({ query }, seconds);
    },
    jobSeconds: new Histogram({
      name: 'tickscope_job_duration_seconds',
      help: 'From the start of a job in this process to its end here.',
      labelNames: ['kind', 'outcome'],
      buckets: JOB_SECONDS_BUCKETS,
      registers,
    }),
    queuedJobs: new Gauge({
      name: 'tickscope_jobs_queued',
      help: 'Jobs of all processes that wait for their turn, looked at every 15 s.',
      registers,
    }),
    certificateEnd: new Gauge({
      name: 'tickscope_certificate_end_timestamp_seconds',
      help: 'End of the certificate in TLS_CERT_FILE, in Unix seconds. 0 without a certificate.',
      registers,
    }),
  };
}
