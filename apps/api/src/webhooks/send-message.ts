import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { DueDelivery } from '@tickscope/accounts';
import { Webhook } from 'standardwebhooks';
import { guardedLookup, literalAddress } from './public-address.js';
import { type AllowedTargets, portOf } from './target.js';

/** Where messages may go, and how long one may take. */
export interface SendLimits extends AllowedTargets {
  /** From the look-up of the name to the head of the answer. */
  timeoutMs: number;
  /** Certificates to trust instead of the public ones, for tests. */
  ca?: string;
}

/** A message, and where it is sent. */
export type Message = Pick<DueDelivery, 'id' | 'url' | 'secret' | 'body'>;

/** `gone`: the receiver wants no more messages. `text`: for the list of deliveries. */
export interface SendResult {
  outcome: 'accepted' | 'failed' | 'gone';
  text: string;
}

/**
 * Sends a message once, signed as Standard Webhooks say. The answer's body is not read. Follows no redirect. Never
 * rejects.
 */
export async function sendMessage(due: Message, limits: SendLimits): Promise<SendResult> {
  const url = new URL(due.url);
  const literal = literalAddress(url.hostname);
  if (literal !== null && !limits.isAllowed(literal)) return failed('not a public address');
  if (!limits.isAllowedPort(portOf(url))) return failed('not a port that messages are sent to');
  const sentAt = new Date();
  const signature = new Webhook(due.secret).sign(due.id, sentAt, due.body);
  const sending = request(url, {
    method: 'POST',
    // A connection of its own: what is checked is what is connected to.
    agent: false,
    lookup: guardedLookup(limits.isAllowed),
    signal: AbortSignal.timeout(limits.timeoutMs),
    ...(limits.ca === undefined ? {} : { ca: limits.ca }),
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(due.body),
      'user-agent': 'Tickscope-Webhooks/1',
      'webhook-id': due.id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
      'webhook-signature': signature,
    },
  });
  try {
    sending.end(due.body);
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    return resultOf(response.statusCode ?? 0);
  } catch (error) {
    return failed(reasonOf(error as NodeJS.ErrnoException));
  } finally {
    sending.on('error', () => {});
    sending.destroy();
  }
}

function resultOf(status: number): SendResult {
  if (status >= 200 && status < 300) return { outcome: 'accepted', text: `HTTP ${status}` };
  if (status === 410) return { outcome: 'gone', text: 'HTTP 410' };
  return failed(
    status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`,
  );
}

function failed(text: string): SendResult {
  return { outcome: 'failed', text };
}

/** Short, and without the address that was looked up. */
function reasonOf({ name, code }: NodeJS.ErrnoException): string {
  if (code === 'forbidden_address') return 'not a public address';
  if (name === 'TimeoutError' || name === 'AbortError') return 'no answer in time';
  return `no connection (${code ?? name})`;
}
