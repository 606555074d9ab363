import { CliError } from '../cli-error.js';
import { cleanSentence } from '../terminal-text.js';
import type { ApiAddress } from './address.js';

/** An error answer of the API. Any field may be missing: the server may not be Tickscope. */
export interface ErrorAnswer {
  error: string | null;
  details: string | null;
  /** Only for an exceeded limit. */
  message: string | null;
  retryAfterSeconds: number | null;
}

/** @param header the response's `Retry-After` */
export function readErrorAnswer(body: unknown, header: string | null): ErrorAnswer {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text = (value: unknown): string | null =>
    typeof value === 'string' && value !== '' ? cleanSentence(value) : null;
  const { details } = fields;
  const wait = fields['retry_after_seconds'] ?? (header === null ? null : Number(header));
  return {
    error: text(fields['error']),
    details: text(
      Array.isArray(details) ? details.filter((each) => typeof each === 'string').join('; ') : details,
    ),
    message: text(fields['message']),
    retryAfterSeconds:
      typeof wait === 'number' && Number.isFinite(wait) && wait >= 0 ? Math.ceil(wait) : null,
  };
}

/**
 * An answer of the API other than 200, as a sentence that says what to do. A retry may help for 429, after
 * `answer.retryAfterSeconds`, and for 503.
 */
export class ApiFailureError extends CliError {
  override readonly name = 'ApiFailureError';
  override readonly code = 'api_failure';
  constructor(
    readonly status: number,
    readonly answer: ErrorAnswer,
    address: ApiAddress,
  ) {
    super(sentence(status, answer, address));
  }

  /** A 404 of a server that has no such operation: it may not be a Tickscope API of this version. */
  get isUnknownOperation(): boolean {
    return this.status === 404 && !isAboutThing(this.answer);
  }
}

/** The API cannot be reached, or does not answer in time. A retry may help. */
export class ApiUnreachableError extends CliError {
  override readonly name = 'ApiUnreachableError';
  override readonly code = 'api_unreachable';
}

function sentence(status: number, answer: ErrorAnswer, { url, keyFrom }: ApiAddress): string {
  const { error, details, message, retryAfterSeconds } = answer;
  const said = details ?? message ?? error ?? 'it does not say why';
  const wait = retryAfterSeconds === null ? '' : ` Try again in ${retryAfterSeconds} s.`;
  switch (status) {
    case 400:
      return `the API refuses the question: ${said}`;
    case 401:
      return keyFrom === null
        ? `the API at ${url} wants a key: set TICKSCOPE_API_KEY to one.`
        : `the API at ${url} does not accept the key from ${keyFrom}: it is wrong, expired or revoked. Set TICKSCOPE_API_KEY to a valid one.`;
    case 403:
      return `the account has no active subscription, so the API at ${url} does not answer: ${said}`;
    case 404:
      return isAboutThing(answer)
        ? said
        : `${url} has no such operation: is it the address of a Tickscope API of this version? (${said})`;
    case 429:
      return `a limit of the API is exceeded (${message ?? said}).${wait}`;
    case 503:
      return `the API at ${url} cannot answer now: ${said}${wait}`;
    default:
      return `the API at ${url} answers HTTP ${status}: ${said}`;
  }
}

/** Whether a 404 says that what was asked for does not exist. */
function isAboutThing({ error }: ErrorAnswer): boolean {
  return error?.endsWith('not found') === true && error !== 'Not found';
}
