import { useSyncExternalStore } from 'react';

/** Not secret, and the same for all of a visitor's tabs. */
const ITEM = 'tickscope-theme';
const DARK = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

export type Theme = 'light' | 'dark';

function current(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return DARK.matches ? 'dark' : 'light';
}

const changed = (): void => {
  for (const listener of listeners) listener();
};
DARK.addEventListener('change', changed);

export function restoreTheme(): void {
  const stored = localStorage.getItem(ITEM);
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset['theme'] = stored;
}

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  localStorage.setItem(ITEM, theme);
  changed();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
}

/** The colours of the theme, resolved for a canvas. */
export function resolvedColors<Name extends string>(
  element: Element,
  names: readonly Name[],
): Record<Name, string> {
  const probe = document.createElement('span');
  element.append(probe);
  const entries = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(entries) as Record<Name, string>;
}
