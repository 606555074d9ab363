// Compares two versions of the API document, texts left out: what a client can notice.
//
//   node scripts/compare-openapi.mjs <git revision> [old=new …]
//
// Compares packages/schemas/src/openapi.yaml of that revision with the one in the working tree. `old=new` renames a
// name of the old document first. Prints each difference; exits with 1 if there is one.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const PATH = 'packages/schemas/src/openapi.yaml';
const TEXTS = new Set(['description', 'summary', 'example', 'examples', 'title', 'externalDocs']);
const [revision, ...renames] = process.argv.slice(2);
if (revision === undefined) {
  process.stderr.write('usage: node scripts/compare-openapi.mjs <git revision> [old=new …]\n');
  process.exit(2);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const shown = spawnSync('git', ['show', `${revision}:${PATH}`], { cwd: root, encoding: 'utf8' });
if (shown.status !== 0) {
  process.stderr.write(shown.stderr);
  process.exit(2);
}
let former = shown.stdout;
for (const rename of renames) {
  const [from, to] = rename.split('=');
  former = former.replaceAll(new RegExp(`(?<![\\w-])${from}(?![\\w-])`, 'g'), to);
}

const differences = [];
compare(parse(former), parse(readFileSync(`${root}${PATH}`, 'utf8')), '');
for (const difference of differences) process.stdout.write(`${difference}\n`);
process.stdout.write(`${differences.length} differences\n`);
process.exit(differences.length === 0 ? 0 : 1);

/** A property that is called like a text (`description` as a field of an answer) is an object, and is compared. */
function isText(key, value) {
  return TEXTS.has(key) && (typeof value !== 'object' || key.startsWith('example'));
}

function compare(old, now, path) {
  if (typeof old !== 'object' || typeof now !== 'object' || old === null || now === null) {
    if (old !== now) differences.push(`${path}: ${JSON.stringify(old)} → ${JSON.stringify(now)}`);
    return;
  }
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (isText(key, old[key]) || isText(key, now[key])) continue;
    const at = `${path}/${key}`;
    if (!(key in old)) differences.push(`${at}: added`);
    else if (!(key in now)) differences.push(`${at}: removed`);
    else compare(old[key], now[key], at);
  }
}
