import { GeyserTimeout } from './geyser-stream.js';
import { refusalAdvice } from './refusal.js';

/** Why a subscription ended. */
export const DISCONNECT_CAUSES = [
  /** By the server, without a word. */
  'ended',
  /** By the server, because messages were not read fast enough. */
  'lagged',
  /** No block came for too long. */
  'stalled',
  /** By us: neither ClickHouse nor the disk takes what comes. */
  'writer_behind',
  /** By us: the process is at its memory limit. */
  'memory_full',
  /** By the server, for a reason that an operator has to do something about: the detail says what. */
  'refused',
  /** It could not begin, or broke. */
  'failed',
] as const;

export type DisconnectCause = (typeof DISCONNECT_CAUSES)[number];

/** The ends that the reader itself brings about, in words. */
export const DISCONNECT_TEXTS = {
  ended: 'the server ended the stream',
  stalled: 'the stream stalled: messages come, but no block',
  writer_behind: 'the writer cannot keep up',
  memory_full: 'memory is at its limit: messages come faster than they are read',
} as const satisfies Partial<Record<DisconnectCause, string>>;

/** @param hasReceived whether the subscription gave anything before it failed */
export function causeOfFailure(error: Error, hasReceived: boolean): DisconnectCause {
  // A Yellowstone server's own words, of both of its bounds.
  if (/\blagged\b/.test(textOfFailure(error))) return 'lagged';
  if (refusalAdvice(error) !== null) return 'refused';
  return error instanceof GeyserTimeout && hasReceived ? 'stalled' : 'failed';
}

/** For the log: what to do where the server refused, and what it said. */
export function detailOfFailure(error: Error): string {
  const advice = refusalAdvice(error);
  const text = textOfFailure(error);
  return advice === null ? text : `${advice}. The server said: ${text}`;
}

/** With what the server said: the native client gives that as the cause of an error of its own. */
export function textOfFailure(error: Error): string {
  const texts: string[] = [];
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) texts.push(cause.message);
  return texts.join(': ');
}
