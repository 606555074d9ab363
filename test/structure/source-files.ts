import { readdirSync, readFileSync } from 'node:fs';
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
  /** Those of which it imports more than types. */
  runtimeImports: string[];
}

const FOLDERS = ['apps', 'packages', 'test', 'bench'];

/** The TypeScript files of the repository, generated ones left out. */
export function sourceFiles(): SourceFile[] {
  return FOLDERS.flatMap((folder) => filesIn(folder)).map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const lines = text.split('\n').length - 1;
    return { path, text, lines, imports: importsOf(text), runtimeImports: importsOf(withoutTypes(text)) };
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
  return [...text.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map(([, module]) => module!);
}

function withoutTypes(text: string): string {
  return text.replaceAll(/^(?:import|export) type \{[^}]*\} from '[^']+';$/gm, '');
}

export const isTest = ({ path }: SourceFile): boolean =>
  /\.(test|long)\.ts$|\/testing\/|^test\/|^bench\/|^packages\/testkit\//.test(path);

/** `packages/x`, `apps/x`, `test` or `bench`. */
export function workspaceOf(path: string): string {
  const [first, second] = path.split('/');
  return first === 'packages' || first === 'apps' ? `${first}/${second}` : first!;
}

/** The path of a relatively imported file; `null`: not relative. */
export function resolveRelative(from: string, module: string): string | null {
  return module.startsWith('.') ? normalize(join(dirname(from), module)).replace(/\.js$/, '.ts') : null;
}
