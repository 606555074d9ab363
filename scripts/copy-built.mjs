// What of a workspace the image and the tarball of the CLI hold.
import { cpSync, existsSync } from 'node:fs';

/** Parts that a built workspace runs with, beside its package.json; each has some of them. */
export const BUILT_PARTS = ['plans.json', 'bin', 'dist'];

/** For compilers, debuggers and readers. */
const isForDevelopment = (path) => /\.(d\.[cm]?ts|map|tsbuildinfo)$/.test(path);

/** Copies a file or folder, if it is there, without what is for development, and of it the files that are wanted. */
export function copyBuilt(from, to, isWanted = () => true) {
  if (!existsSync(from)) return;
  const filter = (path) => !isForDevelopment(path) && isWanted(path);
  cpSync(from, to, { recursive: true, filter, verbatimSymlinks: true });
}
