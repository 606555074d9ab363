// Lines of source, SQL and helpers of tests, by package, by floor and in total, and the number of dependencies:
//   npm run lines [-- COMMIT]
// Counted are tracked files of apps, packages, bench and test. Left out: tests of behaviour (`*.test.ts`, `*.long.ts`),
// generated files, documents and data.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const FOLDERS = ['apps', 'packages', 'bench', 'test'];
const COUNTED = /\.(ts|tsx|mjs|js|css|html|sql)$/;
const LEFT_OUT = /\.(test|long)\.tsx?$|\.gen\.ts$/;
const HELPERS = /^test\/|^packages\/(lab\/)?testkit\/|\/testing\//;

const FLOORS = ['core', 'serve', 'operate', 'lab'];

const [commit] = process.argv.slice(2);
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });

/** [path, lines] of each counted file, of the commit or of the work tree. */
const files = git('grep', '-c', '', ...(commit ? [commit] : []), '--', ...FOLDERS)
  .trimEnd()
  .split('\n')
  .map((line) => (commit ? line.slice(commit.length + 1) : line).split(':'))
  .filter(([path]) => COUNTED.test(path) && !LEFT_OUT.test(path))
  .map(([path, lines]) => [path, Number(lines)]);

const packages = new Map();
const floors = new Map();
for (const [path, lines] of files) {
  const kind = HELPERS.test(path) ? 'helpers' : path.endsWith('.sql') ? 'sql' : 'source';
  add(packages, packageOf(path), kind, lines);
  add(floors, floorOf(path), kind, lines);
  add(floors, 'total', kind, lines);
}
print('', Object.keys(floors.get('total')));
for (const name of [...packages.keys()].sort()) print(name, Object.values(packages.get(name)));
process.stdout.write('\n');
for (const name of [...FLOORS, ...FOLDERS, 'total'])
  if (floors.has(name)) print(name, Object.values(floors.get(name)));

const manifests = git('ls-tree', '-r', '--name-only', commit ?? 'HEAD')
  .split('\n')
  .filter((path) => /^((apps|packages|packages\/[^/]+)\/[^/]+\/)?package\.json$/.test(path))
  .map((path) => JSON.parse(commit ? git('show', `${commit}:${path}`) : readFileSync(path, 'utf8')));
for (const field of ['dependencies', 'devDependencies']) {
  const names = manifests.flatMap((manifest) => Object.keys(manifest[field] ?? {}));
  const foreign = new Set(names.filter((name) => !name.startsWith('@tickscope/')));
  process.stdout.write(`${field}: ${foreign.size}\n`);
}

function print(name, cells) {
  process.stdout.write(`${name.padEnd(26)}${cells.map((cell) => String(cell).padStart(9)).join('')}\n`);
}

function add(rows, name, kind, lines) {
  const row = rows.get(name) ?? { files: 0, source: 0, sql: 0, helpers: 0, lines: 0 };
  rows.set(name, row);
  row.files += 1;
  row[kind] += lines;
  row.lines += lines;
}

function packageOf(path) {
  const [folder, ...names] = path.split('/');
  if (folder === 'bench' || folder === 'test') return folder;
  return [folder, ...names.slice(0, floorOf(path) === folder ? 1 : 2)].join('/');
}

/** A floor of `packages`, or the top-level folder. */
function floorOf(path) {
  const [folder, name] = path.split('/');
  return folder === 'packages' && FLOORS.includes(name) ? name : folder;
}
