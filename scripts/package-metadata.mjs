// Writes into every package.json what is the same in all: the root's is the source, and a package adds its folder.
// usage: npm run metadata            (after an edit of the root's, such as a new version)
//        npm run metadata -- --check (exit code 1, and the names of those that differ)
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspaces } from './workspaces.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isCheck = process.argv.includes('--check');
const textOf = (folder) => readFileSync(join(root, folder, 'package.json'), 'utf8');
const { version, license, keywords, homepage, bugs, repository } = JSON.parse(textOf('.'));

const folders = workspaces(root).map(({ path }) => path);
const different = folders.filter((folder) => withMetadata(folder) !== textOf(folder));
for (const folder of different) {
  if (isCheck) process.stdout.write(`${folder}/package.json differs: npm run metadata\n`);
  else writeFileSync(join(root, folder, 'package.json'), withMetadata(folder));
}
if (isCheck && different.length > 0) process.exitCode = 1;

function withMetadata(folder) {
  const { name, version: _, private: isPrivate, description, ...rest } = JSON.parse(textOf(folder));
  const shared = {
    keywords,
    homepage: homepage.replace('#readme', `/tree/main/${folder}#readme`),
    bugs,
    license,
    repository: { ...repository, directory: folder },
  };
  const own = Object.fromEntries(Object.entries(rest).filter(([key]) => !(key in shared)));
  // JSON leaves out what is undefined.
  return `${JSON.stringify({ name, version, private: isPrivate, description, ...shared, ...own }, null, 2)}\n`;
}
