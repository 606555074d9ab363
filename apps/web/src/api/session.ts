/** The visitor's key lives as long as the tab: never in a path, a query, or storage that outlives the session. */
const ITEM = 'tickscope-key';
const IN_FRAGMENT = /^#key=([\x21-\x7e]{1,8192})$/;

let onChange: () => void = () => undefined;

export function storedKey(): string | null {
  return sessionStorage.getItem(ITEM);
}

export function storeKey(key: string | null): void {
  if (key === null) sessionStorage.removeItem(ITEM);
  else sessionStorage.setItem(ITEM, key);
  onChange();
}

/** Calls `listener` after each change of the key. */
export function onKeyChange(listener: () => void): void {
  onChange = listener;
}

/** Takes a key from the fragment of the address, and removes it there, before anything else reads the address. */
export function takeKeyFromFragment(): void {
  const key = IN_FRAGMENT.exec(location.hash)?.[1];
  if (key === undefined) return;
  sessionStorage.setItem(ITEM, decodeURIComponent(key));
  history.replaceState(history.state, '', location.pathname + location.search);
}
