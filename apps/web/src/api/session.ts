import { useSyncExternalStore } from 'react';

/**
 * The visitor's key: the same in all tabs of this origin, until the last of them is closed. Never in a path, a query, a
 * cookie, or a storage that outlives the session (ADR 0038). The documentation page of the API does the same
 * (`apps/api/src/system/docs.ts`).
 */
const ITEM = 'tickscope-key';
/** A tab that is asleep answers later; its answer is taken then, too. */
const MOST_ANSWER_MS = 150;

/**
 * Between tabs. `ask`: from a tab without a key. `answer`: to one of those, the key of another tab. `set`: the key was
 * changed, or forgotten, in one tab, and so in all.
 */
type Message = { ask: true } | { answer: string } | { set: string | null };

const tabs = new BroadcastChannel(ITEM);
const listeners = new Set<() => void>();

export function storedKey(): string | null {
  return sessionStorage.getItem(ITEM);
}

export function storeKey(key: string | null): void {
  tell({ set: key });
  keep(key);
}

/** Calls `listener` after each change of the key, in whichever tab it was made. */
export function onKeyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useKey = (): string | null => useSyncExternalStore(onKeyChange, storedKey);

/** Asks the other tabs for their key, unless this one has it. Resolves with the first answer, or soon without one. */
export async function takeKeyFromTabs(): Promise<void> {
  if (storedKey() !== null) return;
  const answered = new Promise<void>((resolve) => {
    const stop = onKeyChange(() => {
      stop();
      resolve();
    });
  });
  tell({ ask: true });
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, MOST_ANSWER_MS))]);
}

function tell(message: Message): void {
  tabs.postMessage(message);
}

tabs.onmessage = ({ data }: MessageEvent<Message>) => {
  const key = storedKey();
  if ('set' in data) keep(data.set);
  else if ('answer' in data) {
    if (key === null) keep(data.answer);
  } else if (key !== null) tell({ answer: key });
};

function keep(key: string | null): void {
  if (key === storedKey()) return;
  if (key === null) sessionStorage.removeItem(ITEM);
  else sessionStorage.setItem(ITEM, key);
  for (const listener of listeners) listener();
}
