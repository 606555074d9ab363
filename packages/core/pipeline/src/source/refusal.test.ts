import { describe, expect, it } from 'vitest';
import { causeOfFailure, detailOfFailure } from './disconnect-cause.js';
import { grpcStatusOf } from './grpc-status.js';
import { mayRefuseReplay } from './refusal.js';

/** As the native client gave them for a server that answers with each status and the details "the details". */
function opened(words: string): Error {
  const status = `code: '${words}', message: "the details"`;
  return new Error(`failed to open subscribe stream: gRPC status: ${status}`, { cause: new Error(status) });
}
function received(words: string): Error {
  return new Error(`subscribe stream receive failed: code: '${words}', message: "the details"`);
}

const REFUSALS = [
  ['The request does not have valid authentication credentials', 'unauthenticated', /GEYSER_X_TOKEN/],
  [
    'The caller does not have permission to execute the specified operation',
    'permission_denied',
    /ask the provider/,
  ],
  ['Operation is not implemented or not supported', 'unimplemented', /GEYSER_ENDPOINT/],
  ['Some resource has been exhausted', 'resource_exhausted', /end other clients/],
  ['Client specified an invalid argument', 'invalid_argument', /GEYSER_MODE/],
] as const;

const OTHERS = [
  ['The operation was cancelled', 'cancelled'],
  ['Some requested entity was not found', 'not_found'],
  ["The system is not in a state required for the operation's execution", 'failed_precondition'],
  ['Internal error', 'internal'],
  ['The service is currently unavailable', 'unavailable'],
] as const;

describe('an error of the native client', () => {
  it.each(REFUSALS)('%s: a refusal with advice', (words, status, advice) => {
    for (const error of [opened(words), received(words)]) {
      expect(grpcStatusOf(error)).toBe(status);
      expect(causeOfFailure(error, false)).toBe('refused');
      expect(detailOfFailure(error)).toMatch(advice);
      expect(detailOfFailure(error)).toContain('the details');
    }
  });

  it.each(OTHERS)('%s: none', (words, status) => {
    for (const error of [opened(words), received(words)]) {
      expect(grpcStatusOf(error)).toBe(status);
      expect(causeOfFailure(error, true)).toBe('failed');
    }
  });

  it('the words of the server are not taken for a status', () => {
    const [words] = REFUSALS[0];
    const error = new Error(
      `subscribe stream receive failed: code: 'Internal error', message: "code: '${words}', message: \\"x\\""`,
    );
    expect(grpcStatusOf(error)).toBe('internal');
    expect(grpcStatusOf(new Error('code: \'toString\', message: ""'))).toBeNull();
    expect(grpcStatusOf(new Error('transport error'))).toBeNull();
  });

  it('a replay is given up for a refusal, not for a server that is away or wants another token', () => {
    for (const words of ['Internal error', 'Operation was attempted past the valid range'])
      expect(mayRefuseReplay(opened(words))).toBe(true);
    for (const words of ['The service is currently unavailable', REFUSALS[0][0], REFUSALS[3][0]])
      expect(mayRefuseReplay(opened(words))).toBe(false);
    expect(mayRefuseReplay(new Error('connection refused'))).toBe(false);
  });
});
