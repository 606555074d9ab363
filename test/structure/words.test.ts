import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source-files.js';

/** Words of the old manner of comments, names and texts. Each has a plain replacement, see `docs/glossary.md`. */
const WORDS = /\b(told|untold|whoever|nobody|somebody|anybody|anew|twins?)\b/i;

const EXTENSIONS = [
  'ts',
  'tsx',
  'css',
  'mjs',
  'js',
  'sh',
  'sql',
  'md',
  'yaml',
  'yml',
  'html',
  'xml',
  'service',
];

/** Files that may keep such words, with the reason. */
const EXCEPTIONS: { files: RegExp; reason: string }[] = [
  {
    files: /^packages\/accounts\/src\/migrations\/\d+_\w+\.sql$/,
    reason: 'databases refuse a migration whose checksum has changed, comments included',
  },
  { files: /^test\/structure\/words\.test\.ts$/, reason: 'the list of the words' },
];

/** The texts of the repository, tracked or not yet added, as `path` from the root. Generated files are left out. */
function textFiles(): string[] {
  const patterns = EXTENSIONS.map((extension) => `*.${extension}`);
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  const paths = execFileSync('git', options, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  // Files that are deleted but not yet committed are listed, too.
  return paths.filter((path) => path !== '' && !path.endsWith('.gen.ts') && existsSync(join(ROOT, path)));
}

function linesWithWords(path: string): string[] {
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    const word = WORDS.exec(line)?.[0];
    return word === undefined ? [] : [`${path}:${at + 1}: ${word}`];
  });
}

const files = textFiles();

test('all texts of the repository are read', () => {
  expect(files.length).toBeGreaterThan(1_000);
  for (const extension of ['ts', 'sql', 'md', 'yaml'])
    expect(files.some((path) => path.endsWith(`.${extension}`))).toBe(true);
});

test('comments, names, texts and documents use plain words', () => {
  const checked = files.filter((path) => !EXCEPTIONS.some((exception) => exception.files.test(path)));
  expect(checked.flatMap(linesWithWords)).toEqual([]);
});

test('every exception is still needed', () => {
  const unused = EXCEPTIONS.filter(({ files: exempt }) => {
    const own = files.filter((path) => exempt.test(path));
    return !own.some((path) => linesWithWords(path).length > 0);
  });
  expect(unused).toEqual([]);
});
