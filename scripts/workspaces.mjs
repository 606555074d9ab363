// The workspaces of the repository: apps/*, and packages/FLOOR/*.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns {{ name: string, path: string }[]} `path`: from the root */
export function workspaces(root) {
  const below = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  return [...below('apps'), ...below('packages').flatMap(below)]
    .filter((path) => existsSync(join(root, path, 'package.json')))
    .map((path) => ({ path, name: JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).name }));
}
