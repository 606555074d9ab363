import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

/** The tracked and new TypeScript files of the repository, generated ones left out. */
export function sourceFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((path) => path !== '' && !path.endsWith('.gen.ts'))
    .flatMap((path) => {
      const text = readIfThere(join(ROOT, path));
      return text === null
        ? []
        : [
            {
              path,
              text,
              lines: text.split('\n').length - 1,
              imports: importsOf(text),
              runtimeImports: importsOf(withoutTypes(text)),
            },
          ];
    });
}

/** A file that was removed, and not committed yet, is still listed. */
function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
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
