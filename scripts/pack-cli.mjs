// Makes the tarball of the CLI: `npm pack` of a folder in which the workspaces are bundled. Its dependencies are packages
// of others only. usage: node scripts/pack-cli.mjs FOLDER
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleCli, PART_NAMES } from './bundle-cli.mjs';
import { BUILT_PARTS, copyBuilt } from './copy-built.mjs';
import { workspaces } from './workspaces.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [target] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write('usage: node scripts/pack-cli.mjs FOLDER\n');
  process.exit(2);
}
const SCOPE = '@tickscope/';
const ALL = workspaces(root);
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** The folders of a workspace and of those that it needs, by short name, itself first. */
function withNeeded(name, found = new Map()) {
  if (found.has(name)) return found;
  const folder = join(root, ALL.find((one) => one.name === `${SCOPE}${name}`).path);
  found.set(name, folder);
  for (const other of Object.keys(manifestOf(folder).dependencies ?? {}))
    if (other.startsWith(SCOPE)) withNeeded(other.slice(SCOPE.length), found);
  return found;
}

/** Packages of others that the workspaces depend on. */
function needed(kind, folders) {
  const all = [...folders.values()].flatMap((folder) => Object.entries(manifestOf(folder)[kind] ?? {}));
  return Object.fromEntries(all.filter(([name]) => !name.startsWith(SCOPE)).sort());
}

const staged = mkdtempSync(join(tmpdir(), 'tickscope-pack-'));
try {
  const folders = withNeeded('cli');
  const cli = folders.get('cli');
  for (const [name, folder] of folders) {
    const part = join(staged, 'parts', name);
    // Modules are in the bundles; those of the page are read as files, and those in bin/ are started.
    const isFile = name === 'web' ? () => true : (path) => !/\bdist\b.*\.js$/.test(path);
    for (const built of BUILT_PARTS) copyBuilt(join(folder, built), join(part, built), isFile);
    const { version, type } = manifestOf(folder);
    writeJson(join(part, 'package.json'), { version, type });
  }
  rmSync(join(staged, 'parts/cli/bin'), { recursive: true });
  await bundleCli(folders, staged);
  for (const file of ['README.md', 'LICENSE', 'bin'])
    cpSync(join(cli, file), join(staged, file), { recursive: true });
  const { engines, scarfSettings } = manifestOf(root);
  const { private: _, scripts, exports, dependencies, ...manifest } = manifestOf(cli);
  writeJson(join(staged, 'package.json'), {
    ...manifest,
    engines,
    publishConfig: { access: 'public' },
    // Switches off the telemetry of a package that the documentation page depends on: it asks all manifests above it.
    scarfSettings,
    files: ['bin', 'dist', 'parts'],
    imports: PART_NAMES,
    dependencies: needed('dependencies', folders),
    optionalDependencies: needed('optionalDependencies', folders),
  });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(target)], { cwd: staged });
} finally {
  rmSync(staged, { recursive: true, force: true });
}
