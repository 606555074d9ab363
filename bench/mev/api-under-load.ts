import { type ApiOptions, startAccountApi } from '../support/api.js';
import { type BenchStore, clickHouseEnv } from '../support/stack.js';

/** As the client library asks: the answer is held until the state changes. */
const WAIT_SECONDS = 25;
const JOB_LIMIT_MS = 300_000;

export interface ApiUnderLoad {
  /** @param path under `/api` */
  get(path: string): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
  /** Submits a job, and waits until it is completed. */
  job(path: string, body: object): Promise<EndedJob>;
  metricsUrl: string;
  stop(): Promise<void>;
}

interface EndedJob {
  data: unknown;
  /** From its start in the worker to its end there. */
  runMs: number;
}

interface JobStatus {
  state: string;
  data?: unknown;
  error?: string;
  startedAt: string;
  finishedAt: string;
}

/** The API and its jobs as a process, on a Postgres of its own. */
export async function startApiUnderLoad(store: BenchStore, options: ApiOptions): Promise<ApiUnderLoad> {
  const api = await startAccountApi(clickHouseEnv(store.server, 'reader'), options);

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${api.origin}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${api.key}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status !== 200)
      throw new Error(`HTTP ${response.status}: ${(await response.text()).slice(0, 500)}`);
    return response.json();
  }

  return {
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', `mev/${path}`, body),
    async job(path, body) {
      const { jobId } = (await ask('POST', `mev/${path}`, body)) as { jobId: string };
      const deadline = performance.now() + JOB_LIMIT_MS;
      while (performance.now() < deadline) {
        const status = (await ask('GET', `mev/job-status/${jobId}?wait=${WAIT_SECONDS}`)) as JobStatus;
        if (status.state === 'failed') throw new Error(`job failed: ${status.error}`);
        if (status.state === 'completed')
          return { data: status.data, runMs: Date.parse(status.finishedAt) - Date.parse(status.startedAt) };
      }
      throw new Error(`a job of ${path} takes more than ${JOB_LIMIT_MS} ms`);
    },
    metricsUrl: api.metricsUrl,
    stop: api.stop,
  };
}
