import { promisify } from 'node:util';
import { guardedLookup, literalAddress } from './public-address.js';

const LOOKUP_MS = 5_000;
const MOST_CHARS = 2_000;
const CONTROL = /\p{Cc}/u;

/** Where messages may go. */
export interface AllowedTargets {
  isAllowed(address: string): boolean;
  isAllowedPort(port: number): boolean;
}

/** The port of an https URL. */
export const portOf = ({ port }: URL): number => (port === '' ? 443 : Number(port));

/** Returns what is wrong with the URL of a webhook, null if messages may go there. Looks its name up. */
export async function problemOfTarget(
  text: string,
  { isAllowed, isAllowedPort }: AllowedTargets,
): Promise<string | null> {
  if (text.length > MOST_CHARS || !URL.canParse(text))
    return 'expected an https URL of at most 2,000 characters';
  // A parser removes or encodes them, so that the URL would be another one than was sent.
  if (CONTROL.test(text)) return 'expected no control characters in the URL';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'expected an https URL';
  if (url.username !== '' || url.password !== '') return 'expected no user name or password in the URL';
  if (!isAllowedPort(portOf(url))) return 'messages are not sent to this port; 443 always works';
  const literal = literalAddress(url.hostname);
  const isPublic = 'expected a host on the public internet';
  if (literal !== null) return isAllowed(literal) ? null : isPublic;
  try {
    const lookup = promisify(guardedLookup(isAllowed));
    await within(LOOKUP_MS, lookup(url.hostname, { all: true }));
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'forbidden_address'
      ? isPublic
      : 'the name of its host cannot be looked up';
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
