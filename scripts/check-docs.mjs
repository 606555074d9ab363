// Checks what documents and comments point at. Prints each broken pointer as file:line and exits with 1 if there is one.
//
// - Relative links in *.md, outside bench/reports: the file must exist, and the #anchor must be a heading or an id in it.
// - "rule N", "chain fact N" and "ADR N" in *.md and in comments of code: N must be a heading of docs/detection.md,
//   of docs/chain-rules.md, or a file of docs/adr. Also with several numbers: "rules 4 to 6 and 8".
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const NUMBERS = String.raw`\d+(?:\s*(?:,|and|or|to|–|-)\s*\d+)*`;

const CITED = [
  {
    what: 'rule',
    pattern: new RegExp(String.raw`\brules?\s+(${NUMBERS})`, 'gi'),
    known: headings('docs/detection.md', /^#+ Rule (\d+)\b/),
  },
  {
    what: 'chain fact',
    pattern: new RegExp(String.raw`\bchain facts?\s+(${NUMBERS})`, 'gi'),
    known: headings('docs/chain-rules.md', /^#+ Fact (\d+)\b/),
  },
  {
    what: 'ADR',
    pattern: new RegExp(String.raw`\b(?:ADRs?\s+|docs/adr/)(${NUMBERS})`, 'g'),
    known: new Set(
      readdirSync(join(ROOT, 'docs/adr'))
        .flatMap((name) => name.match(/^(\d{4})-/)?.[1] ?? [])
        .map(Number),
    ),
  },
];

const problems = [];
const files = filesIn('')
  .filter((file) => /\.(md|ts|mjs|sql|yaml)$/.test(file))
  .filter((file) => !file.startsWith('bench/reports/'));
for (const file of files) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  if (file.endsWith('.md')) checkLinks(file, text);
  checkCitations(file, text);
}
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${files.length} files, ${problems.length} broken links and citations\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

function checkLinks(file, text) {
  // Code does not link; blanks keep the offsets.
  const prose = text.replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, (code) => code.replaceAll(/[^\n]/g, ' '));
  for (const { 1: target, index } of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z][a-z+.-]*:/i.test(target)) continue;
    const [path, anchor] = target.split('#');
    const absolute = path === '' ? join(ROOT, file) : resolve(ROOT, dirname(file), decodeURIComponent(path));
    if (!existsSync(absolute)) report(file, text, index, `no file ${relative(ROOT, absolute)}`);
    else if (
      anchor &&
      statSync(absolute).isFile() &&
      absolute.endsWith('.md') &&
      !anchorsOf(absolute).has(anchor)
    )
      report(file, text, index, `no #${anchor} in ${relative(ROOT, absolute)}`);
  }
}

function checkCitations(file, text) {
  const prose = /\.(ts|mjs)$/.test(file) ? commentsOf(text) : text;
  for (const { what, pattern, known } of CITED)
    for (const { 0: citation, 1: numbers, index } of prose.matchAll(pattern))
      for (const number of numbers.match(/\d+/g).map(Number))
        if (!known.has(number)) report(file, text, index, `"${citation}": there is no ${what} ${number}`);
}

/** The comments of a program, with blanks in place of all else, so that offsets stay. Line ends and ` * ` become blanks. */
function commentsOf(text) {
  const blank = (length) => ' '.repeat(length);
  let comments = '';
  for (const { 0: comment, index } of text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g))
    comments += blank(index - comments.length) + comment.replaceAll(/\n\s*\*?/g, (end) => blank(end.length));
  return comments;
}

function headings(file, pattern) {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  return new Set(lines.flatMap((line) => line.match(pattern)?.[1] ?? []).map(Number));
}

/** As GitHub makes them. */
function anchorsOf(path) {
  const text = readFileSync(path, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  const anchors = new Set([...text.matchAll(/\b(?:id|name)="([^"]+)"/g)].map(([, id]) => id));
  for (const [, title] of text.matchAll(/^#+ +(.+?) *#*$/gm)) {
    const bare = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const slug = bare
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    let unique = slug;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${slug}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

function report(file, text, index, problem) {
  problems.push(`${file}:${text.slice(0, index).split('\n').length}: ${problem}`);
}

/** Paths from the root, with `/`; nothing that is installed, built or hidden. */
function filesIn(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (/^(node_modules|dist|\..*)$/.test(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}
