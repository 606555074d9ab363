/** Headers that are part of an answer. The others are of the request, of the clock, or of rate windows. */
const HEADERS = [
  'content-type',
  'cache-control',
  'content-security-policy',
  'allow',
  'www-authenticate',
  'location',
];
/** Ids of requests, jobs, keys: drawn at random. Sandwiches have ids of another form, which are part of the answer. */
const RANDOM = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|sk_(?:live|test)_\w+/g;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
/** Times of the chain and of the store are before it. */
let startedAtMs = Date.now();

/** The store is made: times from now on are those of the run. */
export function startOfRun(): void {
  startedAtMs = Date.now();
}

export function normalisedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    HEADERS.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : [])),
  );
}

/** The text of a JSON body, in its own order of fields, without what differs from one run to the next. */
export function normalisedBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, (name, value: unknown) => normalised(name, value)));
  } catch {
    return normalisedEvents(text);
  }
}

/** Events of the feed: when a sandwich was detected depends on when the store was made. */
export function normalisedEvents(text: string): string {
  return text.replaceAll(/"detected_at":"[^"]*"/g, '"detected_at":"(of the store)"');
}

function normalised(name: string, value: unknown): unknown {
  if (name === 'processing_time_ms') return '(of the run)';
  if (typeof value !== 'string') return value;
  if (TIME.test(value) && Date.parse(value) >= startedAtMs) return '(of the run)';
  return value.replaceAll(RANDOM, '(random)');
}
