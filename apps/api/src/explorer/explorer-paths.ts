/** The paths of the explorer's pages, as its router has them; a test compares the two. */
export const EXPLORER_PATHS: readonly string[] = [
  ...['/', '/tx/$signature', '/sandwich/$id', '/address/$address', '/wallet/$address'],
  ...['/account', '/account/$address', '/compare', '/settings', '/slot/$slot', '/validators', '/status'],
];

const PATTERNS = EXPLORER_PATHS.map((path) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`));

/** Whether a path is one of a page. Whether there is such a transaction, the page itself finds out. */
export function isExplorerPath(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path));
}

/** The names of these files change with their content. */
export const isHashedFile = (path: string): boolean => path.startsWith('/assets/');

/** Whether a path is one of the explorer's own files or pages, which are answered from memory. */
export const isOfExplorer = (path: string): boolean =>
  isHashedFile(path) || path === '/icon.svg' || isExplorerPath(path);
