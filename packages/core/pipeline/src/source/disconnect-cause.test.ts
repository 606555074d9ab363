import { describe, expect, it } from 'vitest';
import { causeOfFailure, textOfFailure } from './disconnect-cause.js';
import { GeyserTimeoutError } from './geyser-stream.js';

describe('causeOfFailure', () => {
  it.each([
    ['lagged', new Error('status: Internal, message: "lagged to receive geyser messages"'), true],
    ['lagged', new Error('lagged to send an update'), false],
    [
      'lagged',
      new Error('subscribe stream receive failed', { cause: new Error('lagged to send an update') }),
      true,
    ],
    ['stalled', new GeyserTimeoutError('a message did not come within 6000 ms'), true],
    ['failed', new GeyserTimeoutError('connect did not come within 11000 ms'), false],
    ['failed', new Error('transport error: connection refused'), false],
    ['failed', new Error('h2 protocol error: error reading a body from connection'), true],
  ] as const)('%s: %s', (cause, error, hasReceived) => {
    expect(causeOfFailure(error, hasReceived)).toBe(cause);
  });
});

it('the text of a failure contains the message of the server', () => {
  const said = new Error('status: Internal', { cause: new Error('lagged to send an update') });
  const error = new Error('subscribe stream receive failed', { cause: said });
  expect(textOfFailure(error)).toBe(
    'subscribe stream receive failed: status: Internal: lagged to send an update',
  );
  expect(textOfFailure(new Error('connection refused', { cause: 'unknown' }))).toBe('connection refused');
});
