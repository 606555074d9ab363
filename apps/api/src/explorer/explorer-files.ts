import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConstantAnswer, constantAnswer } from '../constant-answer.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** Where the build of `apps/web` is. */
export function explorerFolder(): string {
  return fileURLToPath(new URL('./dist/', import.meta.resolve('@tickscope/web/package.json')));
}

/**
 * The files of a built explorer by their path, such as `/assets/index-B4Xgao9U.js`: about 1 MB, read once. A path leads to
 * one of them or to nothing, never to another file of this machine.
 *
 * @returns null where the explorer is not built
 */
export function readExplorer(folder: string): ReadonlyMap<string, ConstantAnswer> | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const files = new Map<string, ConstantAnswer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const name = `/${relative(folder, path).split(sep).join('/')}`;
    files.set(name, constantAnswer(type, readFileSync(path)));
  }
  return files;
}
