import { ReadError } from '@tickscope/queries';

/**
 * Every error that a caller can get, with its status and its public text. Details for the operator go
 * to the log and never into these texts.
 */
export const ERRORS = {
  bad_request: { status: 400, error: 'Bad request' },
  validation_failed: { status: 400, error: 'Validation failed' },
  invalid_api_key: { status: 401, error: 'Invalid API key' },
  subscription_required: { status: 403, error: 'Subscription required' },
  forbidden: { status: 403, error: 'Forbidden' },
  https_required: { status: 403, error: 'HTTPS required' },
  not_found: { status: 404, error: 'Not found' },
  job_not_found: { status: 404, error: 'Job not found' },
  webhook_not_found: { status: 404, error: 'Webhook not found' },
  link_code_not_found: { status: 404, error: 'Link code not found' },
  key_not_found: { status: 404, error: 'Key not found' },
  transaction_not_found: { status: 404, error: 'Transaction not found' },
  sandwich_not_found: { status: 404, error: 'Sandwich not found' },
  method_not_allowed: { status: 405, error: 'Method not allowed' },
  request_timeout: { status: 408, error: 'Request timeout' },
  webhook_limit: { status: 409, error: 'Too many webhooks' },
  key_limit: { status: 409, error: 'Too many keys' },
  payload_too_large: { status: 413, error: 'Payload too large' },
  uri_too_long: { status: 414, error: 'URI too long' },
  unsupported_media_type: { status: 415, error: 'Unsupported media type' },
  expectation_failed: { status: 417, error: 'Expectation failed' },
  misdirected: { status: 421, error: 'Misdirected request' },
  too_many_requests: { status: 429, error: 'Too many requests' },
  headers_too_large: { status: 431, error: 'Request header fields too large' },
  internal: { status: 500, error: 'Internal server error' },
  unavailable: { status: 503, error: 'Service unavailable' },
} as const satisfies Record<string, { status: number; error: string }>;

export type ErrorCode = keyof typeof ERRORS;

export interface ApiErrorOptions {
  /** For the caller. An array for validation failures, with one message per field. */
  details: string | string[];
  retryAfterSeconds?: number;
  /** Response headers, such as `Allow`. */
  headers?: Readonly<Record<string, string>>;
  /** For the log only. */
  internal?: string;
  cause?: unknown;
}

/**
 * A request that is answered with an error. `message` is for the log; the caller sees the text of `ERRORS` and
 * `details`. A retry may help where `options.retryAfterSeconds` says when.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  constructor(
    readonly code: ErrorCode,
    readonly options: ApiErrorOptions,
  ) {
    super(options.internal ?? ERRORS[code].error, { cause: options.cause });
    this.status = ERRORS[code].status;
  }
}

export interface ErrorBody {
  error: string;
  details: string | string[];
  timestamp: string;
  message?: string;
  retry_after_seconds?: number;
}

/**
 * Another form of error answers, for a protocol that has its own.
 * @param request the body, where it was read before the error
 */
export type ErrorForm = (envelope: ErrorBody, error: ApiError, request: unknown) => object;

/** The error of a request that its schema allows, but that cannot be meant so. `problem` begins with the field. */
export function invalidRequest(problem: string): ApiError {
  return new ApiError('validation_failed', { details: [problem] });
}

/** The envelope of an error. A 5xx contains the request's id, so that its log lines can be found. */
export function errorBody(error: ApiError, requestId: string, now = new Date()): ErrorBody {
  const { details, retryAfterSeconds } = error.options;
  return {
    error: ERRORS[error.code].error,
    ...(error.code === 'too_many_requests' ? { message: String(details) } : {}),
    details: error.status >= 500 ? `${details} The request's id is ${requestId}.` : details,
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
    timestamp: now.toISOString(),
  };
}

/** The headers of an error answer. */
export function errorHeaders({ options }: ApiError): Record<string, string> {
  const { headers, retryAfterSeconds } = options;
  return {
    ...headers,
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
  };
}

/** Converts anything thrown to an API error: an `ApiError` as it is, a `ReadError` with
 * its code, anything else to a 500 that reveals nothing. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ReadError)
    return new ApiError(error.code, { ...error.options, internal: error.message });
  return new ApiError('internal', {
    details: 'The request failed.',
    internal: error instanceof Error ? error.message : String(error),
    cause: error,
  });
}
