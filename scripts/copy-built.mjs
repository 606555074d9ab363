// What of a workspace the image and the tarball of the CLI hold.
import { cpSync, existsSync } from 'node:fs';

/** What a built workspace runs with, beside its package.json; each has some of them. */
export const BUILT_PARTS = ['plans.json', 'bin', 'dist'];

/** For compilers, debuggers and readers. */
const isForDevelopment = (path) => /\.(d\.[cm]?ts|map|tsbuildinfo)$/.test(path);

/** Copies a file or folder, if it is there, without what is for development. */
export function copyBuilt(from, to) {
  if (!existsSync(from)) return;
  cpSync(from, to, { recursive: true, filter: (path) => !isForDevelopment(path), verbatimSymlinks: true });
}
