import { API_URL } from './client.js';
import { storedKey, storeKey } from './session.js';

const IN_FRAGMENT = /^#code=([\w-]{1,100})$/;
const EXCHANGE_URL = new URL('explorer/key', API_URL).href;
const DEADLINE_MS = 10_000;
const SHOWN_CHARACTERS = 12;

/**
 * Takes the code of a link from the fragment of the address, and removes it there, before anything else reads the address.
 * Any other fragment is left alone.
 */
export function takeCodeFromFragment(): string | null {
  const code = IN_FRAGMENT.exec(location.hash)?.[1];
  if (code === undefined) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}

let isWithoutKey = false;

/** Whether this page was opened by a link whose code brought no key, so that it goes on without one. */
export const linkBroughtNoKey = (): boolean => isWithoutKey;

/**
 * Exchanges the code of a link for its key, and uses the key. A key that the visitor has already is replaced only after a
 * question: a link may come from anyone.
 */
export async function takeKeyOfLink(code: string): Promise<void> {
  const key = await exchanged(code);
  const known = storedKey();
  if (key === null) isWithoutKey = known === null;
  else if (known === null || (known !== key && mayReplace(known, key))) storeKey(key);
}

function mayReplace(known: string, key: string): boolean {
  const [old, brought] = [known, key].map((text) => text.slice(0, SHOWN_CHARACTERS));
  return confirm(
    `This link brings the key ${brought}…. Use it in place of ${old}…, which is set, in all tabs of this explorer?`,
  );
}

/** Returns null for a code that was used or is too old, and when no answer comes. */
async function exchanged(code: string): Promise<string | null> {
  try {
    const answer = await fetch(EXCHANGE_URL, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    if (!answer.ok) return null;
    const { data } = (await answer.json()) as { data: { key: string } };
    return data.key;
  } catch {
    return null;
  }
}
