import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { docComments } from './doc-comments.js';
import { ROOT } from './source-files.js';

const FOLDERS = ['apps', 'packages', 'bench', 'test', 'scripts'];
const EXTENSIONS = ['ts', 'tsx', 'mjs', 'js'];

/** Openings that leave the thing without a name: a question in place of a noun, and a genitive of nothing. */
const NAMELESS = /^(What|Who|Whom|Whose|Of)\b/;

/** Paths from the root, of files that are tracked or not yet added. Generated files are left out. */
function codeFiles(): string[] {
  const patterns = FOLDERS.flatMap((folder) => EXTENSIONS.map((extension) => `${folder}/*.${extension}`));
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  const paths = execFileSync('git', options, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  // Files that are deleted but not yet committed are listed, too.
  return paths.filter((path) => path !== '' && !path.endsWith('.gen.ts') && existsSync(join(ROOT, path)));
}

const comments = codeFiles().flatMap((path) =>
  docComments(readFileSync(join(ROOT, path), 'utf8')).map((comment) => ({ path, ...comment })),
);

test('doc comments of one line and of several are read, in every folder', () => {
  const code = '/** Slot. */\nlet one;\n/**\n * Slots of\n * a range.\n */\nlet several;\n';
  expect(docComments(code)).toEqual([
    { line: 1, text: 'Slot.', subject: 'let one;' },
    { line: 3, text: 'Slots of\na range.', subject: 'let several;' },
  ]);
  expect(comments.length).toBeGreaterThan(5_000);
  for (const folder of FOLDERS) expect(comments.some(({ path }) => path.startsWith(`${folder}/`))).toBe(true);
});

test.each([
  ['What it holds.', true],
  ['Of the sandwich.', true],
  ['Whose\nlog is kept.', true],
  ['Id of the sandwich.', false],
  ['Whole blocks.', false],
  ['Offset.', false],
])('the opening of "%s" is nameless: %s', (text, isNameless) => {
  expect(NAMELESS.test(text)).toBe(isNameless);
});

test('a doc comment opens with a noun or a verb that names the thing', () => {
  const nameless = comments.filter(({ text }) => NAMELESS.test(text));
  expect(nameless.map(({ path, line, text }) => `${path}:${line}: ${text.split('\n')[0]}`)).toEqual([]);
});
