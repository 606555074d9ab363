import { ConfigError } from './config-error.js';
import { problemsTogether } from './problems-together.js';
import { type Environment, readVariables } from './read-variables.js';
import { API_VARIABLES, type ApiVariableValues, type TrustProxy } from './variables.js';

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
  /** Stored of an account; null: as many as it has in a day. */
  resultBytesPerAccount: number | null;
}

export interface RpcConfig {
  /** May hold a provider's key. */
  url: string;
  timeoutMs: number;
  perSecond: number;
  perDay: number;
  /** Share of a day's calls that one account may cause; left out: all of them. */
  accountSharePercent?: number;
}

export interface TracingConfig {
  /** Address of an OTLP collector; null: no tracing. */
  endpoint: string | null;
  /** Secret. */
  headers: Readonly<Record<string, string>>;
  /** From 0 to 1. */
  sampleRatio: number;
}

export interface JwtConfig {
  issuer: string;
  audience: string;
  /** An https URL, or the path of a file. */
  jwks: string;
}

export interface ApiConfig {
  clickhouse: ClickHouseConfig;
  /** URL of Postgres, with user and password; null: there are no accounts and no jobs. */
  databaseUrl: string | null;
  /** `off`: everybody is let in, as one account and without limits. */
  auth: ApiVariableValues['AUTH'];
  /** null: there are API keys only. */
  jwt: JwtConfig | null;
  /** 0: none. */
  autoTrialDays: number;
  /** null: the plans that come with the program. */
  plansFile: string | null;
  /** The plan of visitors without credentials; null: there are none. */
  explorerPlan: string | null;
  /** null: the limits of mainnet-beta that come with the program. */
  computeLimitsFile: string | null;
  /** Requests of one address that are not let in. */
  addressLimit: { limit: number; seconds: number };
  role: ApiVariableValues['API_ROLE'];
  /** Behind one port. */
  processes: number;
  /** A node of the chain; null: what is older than the stored data is not known. */
  rpc: RpcConfig | null;
  jobs: JobsConfig;
  host: string;
  /** 0: any free one. */
  port: number;
  /** Where `/metrics` is served; port 0: any free one. */
  metrics: { host: string; port: number };
  /** null: plain HTTP. */
  tls: { certFile: string; keyFile: string } | null;
  requireHttps: boolean;
  corsOrigins: readonly string[];
  /** In lower case; none: any, or those of this machine where `auth` is off. */
  allowedHosts: readonly string[];
  webhookPorts: readonly number[];
  maxConnections: number;
  /** Limit for one address that is no trusted proxy. */
  maxConnectionsPerAddress: number;
  queryTimeoutMs: number;
  shutdownGraceMs: number;
  bodyLimitBytes: number;
  trustProxy: TrustProxy;
  log: { level: ApiVariableValues['LOG_LEVEL']; pretty: boolean };
  tracing: TracingConfig;
}

/**
 * Reads the API's settings from the environment, once, at the start. A variable set to an empty text counts as not
 * set. Throws `ConfigError` naming every variable that is wrong.
 */
export function readApiConfig(environment: Environment = process.env): ApiConfig {
  const values = readVariables(API_VARIABLES, environment);
  const problems = problemsTogether(values);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    clickhouse: {
      url: values.CLICKHOUSE_URL,
      user: values.CLICKHOUSE_USER,
      password: values.CLICKHOUSE_PASSWORD,
      database: values.CLICKHOUSE_DATABASE,
    },
    databaseUrl: values.DATABASE_URL || null,
    auth: values.AUTH,
    jwt:
      values.JWT_JWKS === ''
        ? null
        : { issuer: values.JWT_ISSUER, audience: values.JWT_AUDIENCE, jwks: values.JWT_JWKS },
    autoTrialDays: values.AUTO_TRIAL_DAYS,
    plansFile: values.PLANS_FILE || null,
    explorerPlan: values.EXPLORER_PLAN || null,
    computeLimitsFile: values.COMPUTE_LIMITS_FILE || null,
    addressLimit: { limit: values.ADDRESS_LIMIT, seconds: values.ADDRESS_LIMIT_SECONDS },
    role: values.API_ROLE,
    processes: values.API_PROCESSES,
    rpc:
      values.RPC_URL === ''
        ? null
        : {
            url: values.RPC_URL,
            timeoutMs: values.RPC_TIMEOUT_MS,
            perSecond: values.RPC_MAX_PER_SECOND,
            perDay: values.RPC_MAX_PER_DAY,
            accountSharePercent: values.RPC_ACCOUNT_SHARE_PERCENT,
          },
    jobs: {
      timeoutMs: values.JOB_TIMEOUT_MS,
      queryTimeoutMs: values.JOB_QUERY_TIMEOUT_MS,
      outageMs: values.JOB_OUTAGE_MS,
      atOnce: values.JOBS_AT_ONCE,
      atOnceInAll: values.JOBS_AT_ONCE_IN_ALL,
      atOncePerAccount: values.JOBS_AT_ONCE_PER_ACCOUNT,
      waitingPerAccount: values.JOBS_WAITING_PER_ACCOUNT,
      resultBytesPerAccount: values.JOB_RESULTS_MB_PER_ACCOUNT * 1_000_000,
    },
    host: values.API_HOST,
    port: values.API_PORT,
    metrics: { host: values.METRICS_HOST, port: values.METRICS_PORT },
    tls:
      values.TLS_CERT_FILE === '' ? null : { certFile: values.TLS_CERT_FILE, keyFile: values.TLS_KEY_FILE },
    requireHttps: values.REQUIRE_HTTPS,
    corsOrigins: values.CORS_ORIGINS,
    webhookPorts: values.WEBHOOK_PORTS,
    allowedHosts: values.ALLOWED_HOSTS,
    maxConnections: values.MAX_CONNECTIONS,
    maxConnectionsPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS,
    queryTimeoutMs: values.QUERY_TIMEOUT_MS,
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
    bodyLimitBytes: values.BODY_LIMIT_BYTES,
    trustProxy: values.TRUST_PROXY,
    log: { level: values.LOG_LEVEL, pretty: values.LOG_PRETTY },
    tracing: tracingConfig(values),
  };
}

/** The settings of tracing, which both programs have. */
export function tracingConfig(
  values: Pick<
    ApiVariableValues,
    'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG'
  >,
): TracingConfig {
  return {
    endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    sampleRatio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}
