/** Fields that differ from one run to the next with equal data, by name. */
const VOLATILE = new Set([
  ...[
    'request_id',
    'requestId',
    'jobId',
    'id',
    'createdAt',
    'startedAt',
    'finishedAt',
    'created_at',
    'updated_at',
  ],
  ...['last_used_at', 'key', 'secret', 'prefix', 'processing_time_ms', 'age_seconds', 'since', 'from', 'to'],
  ...['emitted_at', 'detected_at', 'current_period_end', 'trial_ends_at', 'progress'],
]);
/** Of the fields above only values like these are left out: sandwiches have ids, too, that are part of the answer. */
const CHANCE =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|sk_(?:live|test)_\w+.*)$/;

/** Headers that are part of an answer. The others are of the request, of the clock, or of rate windows. */
const HEADERS = [
  'content-type',
  'cache-control',
  'content-security-policy',
  'allow',
  'www-authenticate',
  'location',
];

export function normalisedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    HEADERS.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : [])),
  );
}

/** The text of a JSON body, in its own order of fields, with volatile values replaced. */
export function normalisedBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, replaced));
  } catch {
    return text;
  }
}

function replaced(this: unknown, name: string, value: unknown): unknown {
  if (!VOLATILE.has(name)) return value;
  if (typeof value === 'number')
    return name.endsWith('_ms') || name.endsWith('_seconds') ? '(varies)' : value;
  return typeof value === 'string' && CHANCE.test(value) ? '(varies)' : value;
}
