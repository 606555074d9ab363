import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pubkeyFromBase58 } from '@tickscope/chain';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const SOURCE_FOLDERS = ['packages', 'apps', 'bench', 'docs', 'infra', 'scripts', 'test'];
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', '.turbo', '.git', '.tickscope']);
const TEXT_FILE = /\.(ts|mjs|js|sql|ya?ml|json|md|html|xml)$/;
const PRODUCT_FILE = /^(packages\/[^/]+|apps)\/[^/]+\/(src|README)/;
const TEST_FILE = /\.test\.ts$|\/testing\/|^test\/|^bench\//;
/** Its checksums are base64. */
const LOCK_FILE = 'package-lock.json';
/** A 32-byte value has at most 44 base58 characters; the margin catches a mistyped one that is too long. */
const BASE58_RUN = /(?<![A-Za-z0-9_$/.-])[1-9A-HJ-NP-Za-km-z]{30,46}(?![A-Za-z0-9_$])/g;

export interface WrittenAddress {
  text: string;
  /** Relative to the repository. */
  file: string;
  /** Written in code or documents of the product, not in a test or benchmark. */
  isProduct: boolean;
}

/** Every base58 text of 32 bytes in the repository's own text files, once per file; one without a digit is a long name. */
export function writtenAddresses(): WrittenAddress[] {
  return candidates().filter(({ text }) => /[1-9]/.test(text) && isAddress(text));
}

/** Texts that look like an address (digits, upper and lower case, typical length) but do not decode to 32 bytes. */
export function brokenAddresses(): WrittenAddress[] {
  return candidates().filter(({ text }) => looksLikeAddress(text) && !isAddress(text));
}

let known: WrittenAddress[] | null = null;

function candidates(): WrittenAddress[] {
  known ??= SOURCE_FOLDERS.flatMap((folder) => textFiles(join(ROOT, folder))).flatMap((path) => {
    const file = relative(ROOT, path);
    const isProduct = PRODUCT_FILE.test(file) && !TEST_FILE.test(file);
    const texts = new Set(readFileSync(path, 'utf8').match(BASE58_RUN) ?? []);
    return [...texts].map((text) => ({ text, file, isProduct }));
  });
  return known;
}

function textFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    if (SKIPPED_FOLDERS.has(name)) return [];
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return textFiles(path);
    return TEXT_FILE.test(name) && name !== LOCK_FILE ? [path] : [];
  });
}

function looksLikeAddress(text: string): boolean {
  return text.length >= 40 && /[1-9]/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text);
}

function isAddress(text: string): boolean {
  try {
    return pubkeyFromBase58(text).length === 32;
  } catch {
    return false;
  }
}
