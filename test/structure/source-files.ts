import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** From the root, with `/`. */
  path: string;
  text: string;
  lines: number;
  /** Modules that it imports, as written. */
  imports: string[];
}

const FOLDERS = ['apps', 'packages', 'test', 'bench'];

/** The TypeScript files of the repository, generated ones left out. */
export function sourceFiles(): SourceFile[] {
  return FOLDERS.flatMap((folder) => filesIn(folder)).map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const lines = text.split('\n').length - 1;
    return { path, text, lines, imports: importsOf(text) };
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return /^(node_modules|dist|\..*)$/.test(entry.name) ? [] : filesIn(path);
      return /\.tsx?$/.test(path) && !path.endsWith('.gen.ts') ? [path] : [];
    });
}

function importsOf(text: string): string[] {
  // The examples of doc comments import, too.
  const code = text.replaceAll(/^ *\* .*$/gm, '');
  return [...code.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map(([, module]) => module!);
}

export const isTest = ({ path }: SourceFile): boolean =>
  /\.(test|long)\.ts$|\/testing\/|^test\/|^bench\/|^packages\/lab\/testkit\//.test(path);

/** `packages/core/x`, `apps/x`, `test` or `bench`. */
export function workspaceOf(path: string): string {
  const [first, second, third] = path.split('/');
  if (first === 'packages') return `${first}/${second}/${third}`;
  return first === 'apps' ? `${first}/${second}` : first!;
}

/** The folders of all workspaces: `apps/x`, `packages/core/x`. */
export function workspaceFolders(): string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
  // A checkout from before the floors has folders with what git ignores.
  return [...below('apps'), ...below('packages').flatMap(below)].filter((path) =>
    existsSync(join(ROOT, path, 'package.json')),
  );
}

/** The path of a relatively imported file; `null`: not relative. */
export function resolveRelative(from: string, module: string): string | null {
  return module.startsWith('.') ? normalize(join(dirname(from), module)).replace(/\.js$/, '.ts') : null;
}
