import { compileValidators } from '@tickscope/schemas';
import { expect, test } from 'vitest';
import { ApiError, ERRORS, type ErrorCode, errorBody, errorHeaders, toApiError } from './errors.js';

const validators = compileValidators();

test.each(Object.keys(ERRORS) as ErrorCode[])('%s has the envelope and a status of its kind', (code) => {
  const error = new ApiError(code, { details: 'd', internal: 'hunter2', cause: new Error('hunter2') });
  const body = errorBody(error, 'id-1', new Date(0));
  expect(validators.schema('Error')(body)).toEqual([]);
  expect(body).toMatchObject({ error: ERRORS[code].error, timestamp: '1970-01-01T00:00:00.000Z' });
  expect(JSON.stringify(body)).not.toContain('hunter2');
  expect(error.status).toBeGreaterThanOrEqual(400);
});

test('the texts that clients may compare', () => {
  expect(ERRORS).toMatchObject({
    validation_failed: { status: 400, error: 'Validation failed' },
    invalid_api_key: { status: 401, error: 'Invalid API key' },
    subscription_required: { status: 403, error: 'Subscription required' },
    transaction_not_found: { error: 'Transaction not found' },
    too_many_requests: { status: 429, error: 'Too many requests' },
  });
});

test('a retryable error has the wait in its body and header', () => {
  const error = new ApiError('unavailable', { details: 'Down.', retryAfterSeconds: 5 });
  expect(errorBody(error, 'id-1')).toMatchObject({
    details: "Down. The request's id is id-1.",
    retry_after_seconds: 5,
  });
  expect(errorHeaders(error)).toEqual({ 'Retry-After': '5' });
});

test('an internal error is a 500 whose cause is only logged', () => {
  const cause = new Error('SELECT secret');
  const error = toApiError(cause);
  expect(error).toMatchObject({ code: 'internal', message: 'SELECT secret', cause });
  expect(errorBody(error, 'id-1').details).toBe("The request failed. The request's id is id-1.");
});
