import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type RunFile, readRunFile } from '@tickscope/embedded';
import { embedded } from './embedded-errors.js';

const DEFAULT_DATA_DIR = '.tickscope';

/** The flags of a command about what is stored. */
export interface StoreFlags {
  dataDir?: string;
  json?: boolean;
}

/**
 * The data folder of a command: its flag, `TICKSCOPE_DATA_DIR`, or the nearest `.tickscope` in this folder or
 * one above it, as git finds `.git`. Without any of these, `.tickscope` in this folder.
 */
export function dataDirOf(flag: string | undefined, from = process.cwd()): string {
  const given = flag ?? process.env['TICKSCOPE_DATA_DIR'];
  if (given !== undefined && given !== '') return resolve(from, given);
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const candidate = join(folder, DEFAULT_DATA_DIR);
    if (isFolder(candidate)) return candidate;
    if (dirname(folder) === folder) return join(resolve(from), DEFAULT_DATA_DIR);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Addresses and users of the stack that runs on a data folder; null: none runs. @throws CliError where they cannot be read */
export function runFileOf(dataDir: string): Promise<RunFile | null> {
  return embedded(() => readRunFile(dataDir));
}
