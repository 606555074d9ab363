import { GeyserTimeout } from './geyser-stream.js';

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
  return error instanceof GeyserTimeout && hasReceived ? 'stalled' : 'failed';
}

/** With what the server said: the native client gives that as the cause of an error of its own. */
export function textOfFailure(error: Error): string {
  const texts: string[] = [];
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) texts.push(cause.message);
  return texts.join(': ');
}
