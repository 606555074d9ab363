// Makes the tarball of the CLI: `npm pack` of a folder in which the workspaces are bundled and their dependencies are the
// CLI's own, so that it needs no package that is not published. usage: node scripts/pack-cli.mjs FOLDER
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT_PARTS, copyBuilt } from './copy-built.mjs';
import { licenseTexts, productionPackages } from './production-packages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [target] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write('usage: node scripts/pack-cli.mjs FOLDER\n');
  process.exit(2);
}
const SCOPE = '@tickscope/';
const FIELDS = ['name', 'version', 'license', 'type', 'exports', 'sideEffects'];
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

function folderOf(name) {
  const short = name.slice(SCOPE.length);
  return ['packages', 'apps'].map((kind) => join(root, kind, short)).find(existsSync);
}

/** The workspaces that one needs, itself first. */
function withNeeded(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const other of Object.keys(read(join(folderOf(name), 'package.json')).dependencies ?? {}))
    if (other.startsWith(SCOPE)) withNeeded(other, found);
  return found;
}

function copyWorkspace(from, to) {
  mkdirSync(to, { recursive: true });
  for (const part of BUILT_PARTS) copyBuilt(join(from, part), join(to, part));
}

const staged = mkdtempSync(join(tmpdir(), 'tickscope-pack-'));
try {
  const [cli, ...others] = withNeeded(`${SCOPE}cli`);
  const dependencies = {};
  const optionalDependencies = {};
  for (const name of [cli, ...others]) {
    const manifest = read(join(folderOf(name), 'package.json'));
    for (const [other, range] of Object.entries(manifest.dependencies ?? {}))
      if (!other.startsWith(SCOPE)) dependencies[other] = range;
    Object.assign(optionalDependencies, manifest.optionalDependencies);
    if (name === cli) continue;
    const folder = join(staged, 'node_modules', name);
    copyWorkspace(folderOf(name), folder);
    const kept = Object.fromEntries(
      FIELDS.filter((key) => key in manifest).map((key) => [key, manifest[key]]),
    );
    writeFileSync(join(folder, 'package.json'), JSON.stringify(kept, null, 2));
    dependencies[name] = manifest.version;
  }
  copyWorkspace(folderOf(cli), staged);
  for (const file of ['README.md', 'LICENSE']) cpSync(join(folderOf(cli), file), join(staged, file));
  writeFileSync(join(staged, 'THIRD-PARTY-LICENSES.txt'), licenseTexts(root, productionPackages(root)));
  const { name, version, license, type, bin } = read(join(folderOf(cli), 'package.json'));
  const manifest = {
    ...{
      name,
      version,
      description: 'Who traded the same Solana account just before and just after a transaction',
    },
    ...{ license, type, bin, engines: { node: '>=20.19' }, publishConfig: { access: 'public' } },
    ...{ files: ['bin', 'dist', 'THIRD-PARTY-LICENSES.txt'], dependencies, optionalDependencies },
    bundleDependencies: others,
  };
  writeFileSync(join(staged, 'package.json'), JSON.stringify(manifest, null, 2));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(target)], { cwd: staged });
} finally {
  rmSync(staged, { recursive: true, force: true });
}
