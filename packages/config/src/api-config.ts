import { ConfigError, type ConfigProblem } from './config-error.js';
import {
  API_VARIABLES,
  type ApiVariable,
  type ApiVariableValues,
  type TrustProxy,
  type Variable,
} from './variables.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ClickHouseConfig {
  url: string;
  user: string;
  password: string;
  database: string;
}

export interface JobsConfig {
  timeoutMs: number;
  queryTimeoutMs: number;
  /** How long a job waits for ClickHouse. */
  outageMs: number;
  /** In this process. */
  atOnce: number;
  atOnceInAll: number;
  atOncePerAccount: number;
  waitingPerAccount: number;
}

export interface ApiConfig {
  clickhouse: ClickHouseConfig;
  /** Of Postgres, with user and password; null: there are no jobs. */
  databaseUrl: string | null;
  role: ApiVariableValues['API_ROLE'];
  jobs: JobsConfig;
  host: string;
  /** 0: any free one. */
  port: number;
  queryTimeoutMs: number;
  shutdownGraceMs: number;
  bodyLimitBytes: number;
  trustProxy: TrustProxy;
  log: { level: ApiVariableValues['LOG_LEVEL']; pretty: boolean };
}

/**
 * Reads the API's settings from the environment, once, at the start. A variable set to an empty text counts as not
 * set. Throws `ConfigError` naming every variable that is wrong.
 */
export function readApiConfig(environment: Environment = process.env): ApiConfig {
  const values = readVariables(environment);
  if (values.API_ROLE === 'worker' && values.DATABASE_URL === '')
    throw new ConfigError([
      {
        variable: 'DATABASE_URL',
        text: 'is not set: a worker takes its jobs from there, or set API_ROLE to api.',
      },
    ]);
  return {
    clickhouse: {
      url: values.CLICKHOUSE_URL,
      user: values.CLICKHOUSE_USER,
      password: values.CLICKHOUSE_PASSWORD,
      database: values.CLICKHOUSE_DATABASE,
    },
    databaseUrl: values.DATABASE_URL || null,
    role: values.API_ROLE,
    jobs: {
      timeoutMs: values.JOB_TIMEOUT_MS,
      queryTimeoutMs: values.JOB_QUERY_TIMEOUT_MS,
      outageMs: values.JOB_OUTAGE_MS,
      atOnce: values.JOBS_AT_ONCE,
      atOnceInAll: values.JOBS_AT_ONCE_IN_ALL,
      atOncePerAccount: values.JOBS_AT_ONCE_PER_ACCOUNT,
      waitingPerAccount: values.JOBS_WAITING_PER_ACCOUNT,
    },
    host: values.API_HOST,
    port: values.API_PORT,
    queryTimeoutMs: values.QUERY_TIMEOUT_MS,
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
    bodyLimitBytes: values.BODY_LIMIT_BYTES,
    trustProxy: values.TRUST_PROXY,
    log: { level: values.LOG_LEVEL, pretty: values.LOG_PRETTY },
  };
}

function readVariables(environment: Environment): ApiVariableValues {
  const problems: ConfigProblem[] = [];
  const values: Partial<Record<ApiVariable, unknown>> = {};
  for (const name of Object.keys(API_VARIABLES) as ApiVariable[]) {
    const variable: Variable<unknown> = API_VARIABLES[name];
    const text = environment[name] || variable.fallback;
    if (text === undefined) {
      problems.push({ variable: name, text: `is not set: set it to ${variable.expected}.` });
      continue;
    }
    const result = variable.schema.safeParse(text);
    if (result.success) values[name] = result.data;
    else problems.push({ variable: name, text: problemText(text, variable) });
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as ApiVariableValues;
}

function problemText(text: string, { expected, fallback, secret }: Variable<unknown>): string {
  // A URL with a password in it is a likely mistake, and errors are printed.
  const shown = secret || /:\/\/[^/]*@/.test(text) ? 'what is set' : JSON.stringify(text.slice(0, 100));
  const orElse = fallback === undefined ? '' : `, or remove it for ${fallback === '' ? 'none' : fallback}`;
  return `cannot be ${shown}: set it to ${expected}${orElse}.`;
}
