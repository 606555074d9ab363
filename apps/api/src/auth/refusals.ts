import type { Caller, Window, WindowState } from '@tickscope/accounts';
import { ApiError } from '../errors.js';
import { limitHeaders } from '../limits/limit-headers.js';
import { periodText } from '../limits/period-text.js';

const REALM = 'Bearer realm="tickscope"';

/** 401. One text for every reason; only the log has the actual one. */
export function unauthorized(isPresent: boolean): ApiError {
  return new ApiError('invalid_api_key', {
    details: 'The API key is missing, invalid, expired or revoked.',
    headers: {
      // RFC 6750, 3.1: no error code where the request has no credentials.
      'WWW-Authenticate': isPresent ? `${REALM}, error="invalid_token"` : REALM,
    },
  });
}

/** 403 */
export function subscriptionRequired({ subscription }: Caller): ApiError {
  const why = subscription === null ? 'This account has none.' : "This account's has expired.";
  return new ApiError('subscription_required', {
    details: `An active subscription is required. ${why}`,
  });
}

/** 429, for a rate window of the plan. */
export function limitExceeded(window: Window, { resetAt }: WindowState, now: Date): ApiError {
  const whose = window.subject.startsWith('key/') ? 'with this key' : 'by this account';
  const what =
    window.name === 'key' || window.name === 'account' ? 'over all operations' : `to ${window.name}`;
  return new ApiError('too_many_requests', {
    details: `At most ${window.limit} requests per ${periodText(window.seconds)} ${what}, ${whose}.`,
    retryAfterSeconds: secondsUntil(resetAt, now.getTime()),
  });
}

/** 429, for an address with too many failed requests. */
export function addressExceeded({ limit, resetAt }: WindowState, seconds: number, nowMs: number): ApiError {
  return new ApiError('too_many_requests', {
    details: `At most ${limit} requests per ${periodText(seconds)} that are not let in, from one address.`,
    retryAfterSeconds: secondsUntil(resetAt, nowMs),
  });
}

/** 429, for good credentials that were refused (403) too often. */
export function refusalsExceeded(state: WindowState, seconds: number, nowMs: number): ApiError {
  return new ApiError('too_many_requests', {
    details: `At most ${state.limit} requests per ${periodText(seconds)} that are refused (403), with the same credentials.`,
    retryAfterSeconds: secondsUntil(state.resetAt, nowMs),
    headers: limitHeaders(state),
  });
}

function secondsUntil(at: Date, nowMs: number): number {
  return Math.max(1, Math.ceil((at.getTime() - nowMs) / 1_000));
}
