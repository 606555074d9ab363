import { compileValidators } from '@tickscope/schemas';
import { expect } from 'vitest';
import type { Answer } from './request.js';

const isEnvelope = compileValidators().schema('Error');

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The envelope of an error: an answer's body or, of an operation with JSON-RPC, the data of its error. */
export function envelopeOf({ body }: Pick<Answer, 'body'>): Record<string, unknown> {
  const found = body as Record<string, unknown>;
  return 'jsonrpc' in found ? (found['error'] as { data: Record<string, unknown> }).data : found;
}

/** Checks an error's status, envelope and texts, its timestamp and its request id. */
export function expectError(
  answer: Answer,
  expected: { status: number; error: string; details?: unknown },
): void {
  const { status, headers } = answer;
  const body = envelopeOf(answer);
  expect({ status, body }).toMatchObject({
    status: expected.status,
    body: {
      error: expected.error,
      details: expected.details ?? expect.anything(),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  });
  expect(isEnvelope(body)).toEqual([]);
  expect(headers.get('x-request-id')).toMatch(UUID);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
}

/** Expected messages of a 400. One about a name or a slot may say in addition what was sent instead. */
export function messages(expected: readonly string[]): unknown[] {
  return expected.map((message) =>
    /( bytes\)|a slot|array of 1 to 50 signatures)$/.test(message)
      ? expect.stringMatching(new RegExp(`^${message.replaceAll(/[()[\].]/g, '\\$&')}(; .+)?$`))
      : message,
  );
}
