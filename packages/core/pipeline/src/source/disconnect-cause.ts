import { GeyserTimeoutError } from './geyser-stream.js';
import { refusalAdvice } from './refusal.js';

/** Why a subscription ended. */
export const DISCONNECT_CAUSES = [
  /** The server ended it without a reason. */
  'ended',
  /** The server ended it, because messages were not read fast enough. */
  'lagged',
  /** No block came for too long. */
  'stalled',
  /** We ended it: neither ClickHouse nor the disk keeps up. */
  'writer_behind',
  /** We ended it, to subscribe in the other mode: the server sends no entries in this one. */
  'without_entries',
  /** We ended it: the process is at its memory limit. */
  'memory_full',
  /** The server refused it for a reason that the operator must fix; see the detail. */
  'refused',
  /** It could not start, or broke. */
  'failed',
] as const;

export type DisconnectCause = (typeof DISCONNECT_CAUSES)[number];

/** Texts for the causes that the reader itself determines. */
export const DISCONNECT_TEXTS = {
  ended: 'the server ended the stream',
  stalled: 'the stream stalled: messages come, but no block',
  writer_behind: 'the writer cannot keep up',
  without_entries: 'blocks come without their entries',
  memory_full: 'memory is at its limit: messages come faster than they are read',
} as const satisfies Partial<Record<DisconnectCause, string>>;

/** @param hasReceived whether the subscription delivered anything before it failed */
export function causeOfFailure(error: Error, hasReceived: boolean): DisconnectCause {
  // The wording of a Yellowstone server, for both of its limits.
  if (/\blagged\b/.test(textOfFailure(error))) return 'lagged';
  if (refusalAdvice(error) !== null) return 'refused';
  return error instanceof GeyserTimeoutError && hasReceived ? 'stalled' : 'failed';
}

/** Text for the log: advice if the server refused, and the server's message. */
export function detailOfFailure(error: Error): string {
  const advice = refusalAdvice(error);
  const text = textOfFailure(error);
  return advice === null ? text : `${advice}. The server said: ${text}`;
}

/** The error's text including the server's message, which the native client puts into the error's cause. */
export function textOfFailure(error: Error): string {
  const texts: string[] = [];
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) texts.push(cause.message);
  return texts.join(': ');
}
