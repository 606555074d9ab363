import { readAnswer } from './answers.js';
import { CallTimeoutError } from './errors.js';
import type { Input, Output } from './operation-types.js';
import { type CallId, factsOf } from './operations.js';
import { type Fields, prepare, send, unlessEnded } from './request.js';
import { withRetries } from './retry.js';
import { Scope } from './scope.js';
import { atLeast, type CallOptions, type Settings } from './settings.js';

/**
 * Calls an operation and returns the body of its 200. Retries after 429 and, where the operation may be
 * repeated, after 503 and failed connections. Throws `TickscopeError`, or the reason of an aborted signal.
 */
export async function call<Id extends CallId>(
  settings: Settings,
  id: Id,
  input: Input<Id>,
  options: CallOptions = {},
): Promise<Output<Id>> {
  const { isRepeatable = true } = factsOf(id);
  const timeoutMs = atLeast('timeoutMs', 1, options.timeoutMs ?? settings.timeoutMs);
  const retries = atLeast('retries', 0, options.retries ?? settings.retries);
  const request = prepare(settings, id, input as Fields);
  const scope = new Scope(settings.signal, options.signal);
  const { signal } = scope;
  try {
    signal.throwIfAborted();
    const answer = await withRetries({ ...settings, retries, isRepeatable, signal }, async () => {
      scope.arm(timeoutMs, () => new CallTimeoutError(id, `no answer within ${timeoutMs} ms`));
      try {
        const response = await send(settings, request, scope);
        return await unlessEnded(id, scope, () => readAnswer(id, response));
      } finally {
        scope.disarm();
      }
    });
    return answer as Output<Id>;
  } finally {
    scope.close();
  }
}
