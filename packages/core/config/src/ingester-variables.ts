import { z } from 'zod';
import {
  API_VARIABLES,
  isPlainHttpUrl,
  type Variable,
  type VariableValues,
  wholeNumber,
} from './variables.js';

const DAYS = wholeNumber(1, 3_650);
/** With an empty text for a variable that is not set, which becomes null. */
const optionalText = z.string().transform((text) => (text === '' ? null : text));
const endpoint = {
  schema: z.string().refine(isPlainHttpUrl),
  expected: 'an http or https URL without user and password, such as https://geyser.example:443',
};

/** Every variable that the ingester reads. Those that the API reads too are the same entries. */
export const INGESTER_VARIABLES = {
  GEYSER_ENDPOINT: {
    ...endpoint,
    help: 'The Geyser gRPC stream (Yellowstone) that the ingester reads.',
  },
  GEYSER_X_TOKEN: {
    schema: z.string(),
    expected: 'a text',
    fallback: '',
    secret: true,
    help: 'The access token of that endpoint. Never printed.',
  },
  GEYSER_FALLBACK_ENDPOINT: {
    schema: z.union([z.literal(''), endpoint.schema]).transform((text) => (text === '' ? null : text)),
    expected: endpoint.expected,
    fallback: '',
    help: 'A second endpoint of the same chain, used when the first one fails or stalls.',
  },
  GEYSER_FALLBACK_X_TOKEN: {
    schema: z.string(),
    expected: 'a text',
    fallback: '',
    secret: true,
    help: 'The access token of the second endpoint. Never printed.',
  },
  GEYSER_MODE: {
    schema: z.enum(['blocks', 'messages']),
    expected: 'blocks or messages',
    fallback: 'blocks',
    help: 'How the stream is subscribed: whole blocks, or single transactions and entries that the ingester assembles. Use messages where the server does not send whole blocks.',
  },
  GEYSER_CONTENT: {
    schema: z.enum(['full', 'entries']),
    expected: 'full or entries',
    fallback: 'full',
    help: 'entries stores entries and ticks only, without transactions.',
  },
  GEYSER_COMMITMENT: {
    schema: z.enum(['processed', 'confirmed', 'finalized']),
    expected: 'one of processed, confirmed, finalized',
    fallback: 'confirmed',
    help: 'processed is about a second earlier; blocks of abandoned forks are then removed later.',
  },
  GEYSER_COMPRESSION: {
    schema: z.enum(['none', 'gzip', 'zstd']),
    expected: 'one of none, gzip, zstd',
    fallback: 'none',
    help: 'Compression of the stream: less network traffic, more CPU.',
  },
  GEYSER_STALL_SECONDS: {
    ...wholeNumber(1, 3_600),
    fallback: '30',
    help: 'The stream is cut and subscribed again when no block came for this many seconds; sooner once the pace of the blocks is known.',
  },
  RPC_URL: API_VARIABLES.RPC_URL,
  RPC_MAX_PER_SECOND: API_VARIABLES.RPC_MAX_PER_SECOND,
  RPC_MAX_PER_DAY: API_VARIABLES.RPC_MAX_PER_DAY,
  RPC_ACCOUNT_SHARE_PERCENT: API_VARIABLES.RPC_ACCOUNT_SHARE_PERCENT,
  LABELS_FILE: {
    schema: optionalText,
    expected: 'the path of a JSON or CSV file',
    fallback: '',
    help: 'Your own labels of addresses, shown in answers.',
  },
  DATABASE_URL: API_VARIABLES.DATABASE_URL,
  JOBS_AT_ONCE_IN_ALL: API_VARIABLES.JOBS_AT_ONCE_IN_ALL,
  CLICKHOUSE_URL: API_VARIABLES.CLICKHOUSE_URL,
  CLICKHOUSE_USER: API_VARIABLES.CLICKHOUSE_USER,
  CLICKHOUSE_PASSWORD: API_VARIABLES.CLICKHOUSE_PASSWORD,
  CLICKHOUSE_DATABASE: API_VARIABLES.CLICKHOUSE_DATABASE,
  INGESTER_HOST: {
    schema: z.string().min(1),
    expected: 'an address or host name to listen on',
    fallback: '127.0.0.1',
    help: 'Where /metrics and /healthz of the ingester are served.',
  },
  INGESTER_PORT: {
    ...wholeNumber(0, 65_535),
    fallback: '8788',
    help: 'The port of these; 0 takes any free port, which the log then names.',
  },
  INGESTER_QUEUE_MB: {
    ...wholeNumber(1, 1_048_576),
    fallback: '64',
    help: 'Memory for blocks that wait to be written, in MiB; more go to SPILL_DIR.',
  },
  INGESTER_WRITE_WITHIN_MS: {
    ...wholeNumber(0, 10_000),
    fallback: '400',
    help: 'A block may wait for the next ones, to be written together, if it is stored within this many milliseconds of its arrival. At 2,000 ClickHouse needs less than half of the CPU, and answers know a block up to two seconds later; 0 writes each at once. Blocks that come late, as after an outage, may wait a second in any case.',
  },
  INGESTER_MAX_MEMORY_MB: {
    ...wholeNumber(16, 1_048_576),
    fallback: '2048',
    help: 'Memory of the whole process, in MiB, beyond which the stream is cut and taken up again later.',
  },
  SPILL_DIR: {
    schema: optionalText,
    expected: 'the path of a folder',
    fallback: '',
    help: 'Where blocks wait while ClickHouse is slow or away and memory is full. Without it the ingester stops reading then.',
  },
  SPILL_MAX_BYTES: {
    ...wholeNumber(1_048_576, 999_999_999_999_999),
    fallback: '4294967296',
    help: 'How much that folder may hold.',
  },
  RETENTION_LOCKS_DAYS: {
    ...DAYS,
    fallback: '4',
    help: 'Days that account locks are kept.',
  },
  RETENTION_TRANSACTIONS_DAYS: {
    ...DAYS,
    fallback: '8',
    help: 'Days that transactions are kept.',
  },
  RETENTION_SWAPS_DAYS: {
    ...DAYS,
    fallback: '35',
    help: 'Days that swaps and sandwiches are kept.',
  },
  DISK_BUDGET_BYTES: {
    schema: z.union([
      z.literal('').transform(() => null),
      wholeNumber(1_000_000_000, 999_999_999_999_999).schema,
    ]),
    expected: 'a whole number of bytes from 1000000000',
    fallback: '',
    help: 'How much disk the tables may take. When they take more, the ingester shortens the retention and says so.',
  },
  LOG_LEVEL: API_VARIABLES.LOG_LEVEL,
  LOG_PRETTY: API_VARIABLES.LOG_PRETTY,
  OTEL_EXPORTER_OTLP_ENDPOINT: API_VARIABLES.OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_EXPORTER_OTLP_HEADERS: API_VARIABLES.OTEL_EXPORTER_OTLP_HEADERS,
  OTEL_TRACES_SAMPLER_ARG: API_VARIABLES.OTEL_TRACES_SAMPLER_ARG,
} as const satisfies Record<string, Variable<unknown>>;

export type IngesterConfig = VariableValues<typeof INGESTER_VARIABLES>;
