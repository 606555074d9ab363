import { TickscopeError, UnexpectedAnswerError } from './errors.js';
import { readText } from './read-text.js';

const MAX_ANSWER_BYTES = 128 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;

/** Reads the JSON object of a 200. Throws `UnexpectedAnswerError`. */
export async function readAnswer(what: string, response: Response): Promise<object> {
  const value = parse(await readText(response, MAX_ANSWER_BYTES));
  if (value !== null) return value;
  const text = 'expected a JSON object; is baseUrl the address of a Tickscope API?';
  throw new UnexpectedAnswerError(what, response.status, text, response.headers.get('x-request-id'));
}

/** Converts an answer other than 200 to an error. If the answer repeats the token, the token is redacted. */
export async function readError(
  what: string,
  response: Response,
  token: string | null,
): Promise<TickscopeError> {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id');
  // Browsers hide the status of a redirect that was not followed.
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400))
    return new UnexpectedAnswerError(what, status || null, 'redirects are not followed', requestId);
  const text = await readText(response, MAX_ERROR_BYTES);
  const body = parse(token === null ? text : (text?.replaceAll(token, '[token]') ?? null));
  const { error, details, retry_after_seconds: bodySeconds } = body ?? {};
  const seconds = [bodySeconds, secondsOf(headers.get('retry-after'))].filter(isWait);
  return new TickscopeError(what, {
    status,
    // The text is missing if a proxy answered, for example.
    error: typeof error === 'string' ? error : `HTTP ${status}`,
    details: Array.isArray(details) ? details.map(String) : typeof details === 'string' ? details : '',
    requestId,
    retryAfterSeconds: seconds.length === 0 ? null : Math.max(...seconds),
  });
}

function parse(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  return Math.max(0, Math.ceil((Date.parse(header) - Date.now()) / 1_000));
}

function isWait(seconds: unknown): seconds is number {
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0;
}
