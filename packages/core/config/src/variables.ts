import { z } from 'zod';

/** One environment variable: how its text is read, and what a person must know of it. */
export interface Variable<T> {
  /** From the text to the value. */
  schema: z.ZodType<T>;
  /** Description of the allowed values: it completes "expected …" in an error. */
  expected: string;
  /** Text that stands for an absent variable; without one the variable is required. */
  fallback?: string;
  secret?: boolean;
  /** Why it is there, and when to change it. */
  help: string;
}

export function wholeNumber(min: number, max: number): Pick<Variable<number>, 'schema' | 'expected'> {
  return {
    schema: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .refine((value) => value >= min && value <= max),
    expected: `a whole number from ${min} to ${max}`,
  };
}

export function isPlainHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

/** One server or several, separated by commas. */
function areServerUrls(text: string): boolean {
  const urls = text.split(',');
  return urls.every(isPlainHttpUrl) && new Set(urls).size === urls.length;
}

function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  return (protocol === 'postgres:' || protocol === 'postgresql:') && hostname !== '' && pathname.length > 1;
}

/** Number of proxies in front, or the addresses of those that may be believed; `false` for none. */
export type TrustProxy = false | number | string[];

function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A name or an address, IPv6 without its brackets. */
const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^[0-9a-f:.]*:[0-9a-f:.]*$/;

function isOrigin(text: string): boolean {
  return isPlainHttpUrl(text) && new URL(text).origin === text;
}

/** Keys that come over plain HTTP could be forged, unless the connection stays on this machine. */
function isKeySetPlace(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return true;
  if (!isPlainHttpUrl(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'));
}

/** Whether what listens there is reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

const TRUSTED = /^(loopback|linklocal|uniquelocal|[0-9a-fA-F.:]+(\/\d{1,3})?)$/;

/** Every variable that the API reads. `.env.example` is made of this table and tested against it. */
export const API_VARIABLES = {
  CLICKHOUSE_URL: {
    schema: z.string().refine(areServerUrls),
    expected: 'an http or https URL without user and password, such as http://127.0.0.1:8123',
    help: 'ClickHouse over HTTP. `tickscope up` starts one and sets this; set it to use your own. A cluster: the URLs of all servers in the order of their shards, with commas between (docs/scaling.md).',
  },
  CLICKHOUSE_USER: {
    schema: z.string().min(1),
    expected: 'the name of a user',
    fallback: 'default',
    help: 'The API only reads: give it a user who may do no more.',
  },
  CLICKHOUSE_PASSWORD: {
    schema: z.string(),
    expected: 'a text',
    fallback: '',
    secret: true,
    help: 'Of that user. Never printed.',
  },
  CLICKHOUSE_DATABASE: {
    schema: z.string().regex(/^[A-Za-z_]\w{0,63}$/),
    expected: 'a database name (letters, digits, underscore)',
    fallback: 'tickscope',
    help: 'Where the tables are.',
  },
  DATABASE_URL: {
    schema: z.union([z.literal(''), z.string().refine(isPostgresUrl)]),
    expected: 'a Postgres URL, such as postgres://app:password@127.0.0.1:5432/tickscope',
    fallback: '',
    secret: true,
    help: 'Postgres, for accounts, limits and jobs. `tickscope up` starts one and sets this. Needed unless AUTH is off; then, without it, the operations that are jobs answer 503.',
  },
  AUTH: {
    schema: z.enum(['on', 'off']),
    expected: 'on or off',
    fallback: 'on',
    help: 'off lets everybody in, as one account and without limits: for a machine of your own, with API_HOST on loopback.',
  },
  JWT_ISSUER: {
    schema: z.string().max(1_000),
    expected: 'the `iss` of the tokens of your identity provider',
    fallback: '',
    help: 'Set with JWT_AUDIENCE and JWT_JWKS to accept JWTs; without them only API keys are accepted.',
  },
  JWT_AUDIENCE: {
    schema: z.string().max(1_000),
    expected: 'the `aud` that names this API',
    fallback: '',
    help: 'Tokens made for another service are refused.',
  },
  JWT_JWKS: {
    schema: z.string().max(1_000).refine(isKeySetPlace),
    expected: 'an https URL or the path of a file with a JSON Web Key Set',
    fallback: '',
    help: 'The keys that sign the tokens. Read seldom and kept in memory.',
  },
  AUTO_TRIAL_DAYS: {
    ...wholeNumber(0, 3_650),
    fallback: '0',
    help: 'Days of trial for an account whose JWT is seen for the first time; 0 for none: it then gets 403 until the operator sets a subscription.',
  },
  PLANS_FILE: {
    schema: z.string().max(1_000),
    expected: 'the path of a file with plans',
    fallback: '',
    help: 'How many requests each plan allows. Without it the plans that come with the program hold.',
  },
  EXPLORER_PLAN: {
    schema: z.string().max(64),
    expected: 'the name of a plan',
    fallback: '',
    help: 'Lets visitors without a key read, each address within the limits of this plan; `explorer` is one that comes with the program. A wrong key is still refused. Keys, webhooks and the subscription need a key, and so do backfills unless the server listens on loopback without TRUST_PROXY; there a visitor must also come under a name of this machine or of ALLOWED_HOSTS. Without it all requests need a key; `tickscope up` sets it to explorer unless it is set, also to nothing.',
  },
  COMPUTE_LIMITS_FILE: {
    schema: z.string().max(1_000),
    expected: 'the path of a file with the compute limits of an account in a block',
    fallback: '',
    help: 'The limits that utilisation and hot scores refer to, each from a slot on. Without it the built-in limits of mainnet-beta apply (docs/write-locks.md).',
  },
  ADDRESS_LIMIT: {
    ...wholeNumber(1, 1_000_000),
    fallback: '60',
    help: 'Requests that are not let in (401, 403) that one address (IPv6: one /64) may send in ADDRESS_LIMIT_SECONDS; more get 429. Keys that were let in before are not affected, and unknown ones in the form of a key get as many look-ups of their own. Counted by each process for itself.',
  },
  ADDRESS_LIMIT_SECONDS: {
    ...wholeNumber(1, 86_400),
    fallback: '60',
    help: 'See ADDRESS_LIMIT.',
  },
  API_ROLE: {
    schema: z.enum(['all', 'api', 'worker']),
    expected: 'one of all, api, worker',
    fallback: 'all',
    help: 'api answers requests, worker does jobs (and serves health and metrics only), all does both.',
  },
  API_PROCESSES: {
    ...wholeNumber(1, 64),
    fallback: '1',
    help: 'Processes behind the one port: with two or more, one that ends, hangs or is restarted (SIGTERM to its number) leaves no gap, and they use as many cores. Each has connections, queues of queries, JOBS_AT_ONCE jobs and memory of its own; what is counted by each process for itself is counted by each of them. /metrics is of all, with a label "process".',
  },
  RPC_URL: {
    schema: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
    expected: 'the http or https URL of a Solana node with JSON-RPC',
    fallback: '',
    secret: true,
    help: "For what is older than the stored data: signatures of a wallet, metadata, backfills. The ingester wants the same one. Without it the API answers from what is stored, and backfills get 503. A provider's key may be in it: never printed.",
  },
  RPC_TIMEOUT_MS: {
    ...wholeNumber(100, 60_000),
    fallback: '8000',
    help: 'How long a request may wait for the node, in milliseconds, all of its calls together.',
  },
  RPC_MAX_PER_SECOND: {
    schema: z
      .string()
      .regex(/^\d{1,4}(\.\d{1,3})?$/)
      .transform(Number)
      .refine((value) => value >= 0.1 && value <= 1_000),
    expected: 'a number from 0.1 to 1000',
    fallback: '5',
    help: 'Calls to the node in a second that callers may cause, over all processes on one Postgres. The same in all of them, the ingester too.',
  },
  RPC_MAX_PER_DAY: {
    ...wholeNumber(1, 1_000_000_000),
    fallback: '100000',
    help: 'The same, in a day.',
  },
  RPC_ACCOUNT_SHARE_PERCENT: {
    ...wholeNumber(1, 100),
    fallback: '25',
    help: "How much of a day's calls to the node one account may cause, in percent; 100: all of them. With AUTH=off everybody is one account. The same in all processes, the ingester too.",
  },
  API_HOST: {
    schema: z.string().min(1),
    expected: 'an address or host name to listen on',
    fallback: '127.0.0.1',
    help: 'The default is reached from this machine only; 0.0.0.0 opens the API to the network.',
  },
  API_PORT: {
    ...wholeNumber(0, 65_535),
    fallback: '8787',
    help: '0 takes any free port, which the log then names.',
  },
  METRICS_HOST: {
    schema: z.string().min(1),
    expected: 'an address or host name to listen on',
    fallback: '127.0.0.1',
    help: 'Where /metrics is served, over plain HTTP and to anyone who reaches it: an address that only Prometheus does.',
  },
  METRICS_PORT: {
    ...wholeNumber(0, 65_535),
    fallback: '8789',
    help: 'The port of /metrics, which API_PORT does not serve. Each API process on a machine needs its own; 0 takes any free port, which the log then names.',
  },
  TLS_CERT_FILE: {
    schema: z.string().max(1_000),
    expected: 'the path of a file with a certificate and its chain, in PEM',
    fallback: '',
    help: 'Set with TLS_KEY_FILE to serve HTTPS without a proxy. Read at the start, every minute, and at SIGHUP: a renewed one needs no restart.',
  },
  TLS_KEY_FILE: {
    schema: z.string().max(1_000),
    expected: 'the path of a file with the private key of that certificate, in PEM',
    fallback: '',
    help: 'See TLS_CERT_FILE.',
  },
  REQUIRE_HTTPS: {
    schema: z.enum(['true', 'false']).transform((text) => text === 'true'),
    expected: 'true or false',
    fallback: 'false',
    help: 'Refuses operations over plain HTTP before their credentials are looked at. Behind a proxy it goes by X-Forwarded-Proto, of the proxies that TRUST_PROXY names.',
  },
  CORS_ORIGINS: {
    schema: z
      .string()
      .transform(partsOf)
      .refine((origins) => origins.every(isOrigin)),
    expected: 'origins separated by commas, such as https://app.example',
    fallback: '',
    help: 'Web pages of these origins may read answers. Others cannot.',
  },
  WEBHOOK_PORTS: {
    schema: z
      .string()
      .transform((text) => partsOf(text).map(Number))
      .refine((ports) => ports.every((port) => Number.isInteger(port) && port >= 1 && port <= 65_535)),
    expected: 'ports from 1 to 65535 separated by commas',
    fallback: '443',
    help: 'Ports to which webhooks may send. With any port, their deliveries would tell which ports of other people’s machines are open.',
  },
  ALLOWED_HOSTS: {
    schema: z
      .string()
      .transform((text) => partsOf(text.toLowerCase()))
      .refine((names) => names.every((name) => HOST_NAME.test(name))),
    expected: 'host names separated by commas, without ports, such as tickscope.example',
    fallback: '',
    help: 'Names that requests may call this server by in their Host header, besides localhost and loopback addresses; others get 421. Without it any name will do, unless AUTH is off: then those of this machine only, so that no web page gets in under a name of its own.',
  },
  MAX_CONNECTIONS: {
    ...wholeNumber(10, 1_000_000),
    fallback: '10000',
    help: 'Connections at once; more are closed at once. Each needs a file descriptor.',
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    ...wholeNumber(1, 1_000_000),
    fallback: '500',
    help: 'Of these, the most from one address (IPv6: one /64). Proxies that TRUST_PROXY names are exempt: they bound their own clients.',
  },
  QUERY_TIMEOUT_MS: {
    ...wholeNumber(100, 60_000),
    fallback: '5000',
    help: 'Deadline of each ClickHouse query, in milliseconds; past it the caller gets 503.',
  },
  JOB_TIMEOUT_MS: {
    ...wholeNumber(1_000, 3_600_000),
    fallback: '120000',
    help: 'How long a job may run, in milliseconds, before it fails and its queries are cancelled.',
  },
  JOB_QUERY_TIMEOUT_MS: {
    ...wholeNumber(100, 60_000),
    fallback: '30000',
    help: 'Deadline of each ClickHouse query of a job, in milliseconds.',
  },
  JOB_OUTAGE_MS: {
    ...wholeNumber(0, 3_600_000),
    fallback: '60000',
    help: 'How long a job waits for a ClickHouse that is away, in milliseconds, before it fails.',
  },
  JOBS_AT_ONCE: {
    ...wholeNumber(1, 64),
    fallback: '2',
    help: 'Jobs that run at once in this process.',
  },
  JOBS_AT_ONCE_IN_ALL: {
    ...wholeNumber(1, 10_000),
    fallback: '4',
    help: 'Jobs that run at once in all processes on one Postgres. The same in all of them.',
  },
  JOBS_AT_ONCE_PER_ACCOUNT: {
    ...wholeNumber(1, 10_000),
    fallback: '2',
    help: 'Jobs of one account that run at once; its others wait.',
  },
  JOBS_WAITING_PER_ACCOUNT: {
    ...wholeNumber(1, 100_000),
    fallback: '10',
    help: 'Jobs of one account that may wait; one more gets 429.',
  },
  JOB_RESULTS_MB_PER_ACCOUNT: {
    ...wholeNumber(1, 1_000_000),
    fallback: '500',
    help: 'Results of jobs that are stored of one account, in megabytes. Above it the oldest are deleted before their 24 hours are over; the newest is kept in any case.',
  },
  SHUTDOWN_GRACE_MS: {
    ...wholeNumber(0, 300_000),
    fallback: '10000',
    help: 'How long a stopping API lets running requests finish, in milliseconds, before it cuts them off.',
  },
  BODY_LIMIT_BYTES: {
    ...wholeNumber(1_024, 10_485_760),
    fallback: '65536',
    help: 'Larger request bodies get 413.',
  },
  TRUST_PROXY: {
    schema: z
      .string()
      .refine((text) => /^\d{1,2}$/.test(text) || text.split(',').every((part) => TRUSTED.test(part.trim())))
      .transform((text): TrustProxy => {
        if (/^\d+$/.test(text)) return text === '0' ? false : Number(text);
        return text.split(',').map((part) => part.trim());
      }),
    expected:
      'the number of proxies in front of the API, or their addresses or subnets separated by commas (loopback, 10.0.0.0/8)',
    fallback: '0',
    help: 'Whose X-Forwarded-For and X-Forwarded-Proto are believed. Wrong, it lets callers choose the address that they are known by.',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    expected: 'one of fatal, error, warn, info, debug, trace, silent',
    fallback: 'info',
    help: 'Least serious level that is logged.',
  },
  LOG_PRETTY: {
    schema: z.enum(['true', 'false']).transform((text) => text === 'true'),
    expected: 'true or false',
    fallback: 'false',
    help: 'Lines for people instead of JSON.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: z.union([z.literal('').transform(() => null), z.string().refine(isPlainHttpUrl)]),
    expected: 'an http or https URL without user and password, such as http://127.0.0.1:4318',
    fallback: '',
    help: 'An OpenTelemetry collector that takes traces by OTLP over HTTP: a span for each request, query, job and written batch.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: z
      .string()
      .regex(/^([\w-]+=[^,]+(,|$))*$/)
      .transform(
        (text): Record<string, string> =>
          Object.fromEntries(partsOf(text).map((part) => part.split(/=(.*)/, 2) as [string, string])),
      ),
    expected: 'names and values: name=value, separated by commas',
    fallback: '',
    secret: true,
    help: 'Headers of each export of traces, such as the key of the collector. Never printed.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z
      .string()
      .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/)
      .transform(Number),
    expected: 'a number from 0 to 1',
    fallback: '1',
    help: 'Share of the traces that are exported. A caller that sends traceparent decides for its own requests.',
  },
} as const satisfies Record<string, Variable<unknown>>;

export type ApiVariable = keyof typeof API_VARIABLES;

/** Result of `readVariables` for a table. */
export type VariableValues<Table extends Readonly<Record<string, Variable<unknown>>>> = {
  [Name in keyof Table]: z.output<Table[Name]['schema']>;
};

export type ApiVariableValues = VariableValues<typeof API_VARIABLES>;
