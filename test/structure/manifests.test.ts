import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles, workspaceFolders, workspaceOf } from './source-files.js';

type Entry = string | Record<string, string>;
const files = sourceFiles();
const packages = workspaceFolders().map((path) => {
  const { name, exports = {} } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as {
    name: string;
    exports?: Record<string, Entry>;
  };
  return { path, name, exports };
});

test('a package exports what it names, never whatever lies in a folder', () => {
  expect(packages.length).toBeGreaterThan(18);
  const open = packages.flatMap(({ path, exports }) =>
    Object.entries(exports)
      .filter(([key, entry]) => JSON.stringify([key, entry]).includes('*'))
      .map(([key]) => `${path} exports ${key}`),
  );
  expect(open).toEqual([]);
});

test('what a package exports is there', () => {
  const absent = packages.flatMap(({ path, exports }) =>
    Object.values(exports)
      .map((entry) => (typeof entry === 'string' ? entry : entry['tickscope:source']!))
      .filter((source) => !existsSync(join(ROOT, path, source)))
      .map((source) => `${path}/${source}`),
  );
  expect(absent).toEqual([]);
});

test('what a package exports beside its index is imported elsewhere', () => {
  const unused = packages.flatMap(({ path, name, exports }) => {
    const imported = new Set(
      files.filter((file) => workspaceOf(file.path) !== path).flatMap(({ imports }) => imports),
    );
    return Object.keys(exports)
      .filter((key) => key !== '.' && !imported.has(`${name}${key.slice(1)}`))
      .map((key) => `${path} exports ${key}`);
  });
  expect(unused).toEqual([]);
});

test('every package has the version, licence, repository and keywords of the root', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/package-metadata.mjs', '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
