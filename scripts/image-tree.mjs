// Copies what the image holds into a folder: the built programs and the packages that they need, without sources,
// development packages and embedded servers; the licences of all of them, and a bill of materials (CycloneDX).
// usage: node scripts/image-tree.mjs FOLDER
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT_PARTS, copyBuilt } from './copy-built.mjs';
import { licenseTexts, productionPackages } from './production-packages.mjs';
import { workspaces } from './workspaces.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [target] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write('usage: node scripts/image-tree.mjs FOLDER\n');
  process.exit(2);
}
const UNUSED_WORKSPACES = new Set(['packages/lab/testkit']);

const copy = (path) => copyBuilt(join(root, path), join(target, path));

mkdirSync(join(target, 'node_modules', '@tickscope'), { recursive: true });
for (const file of ['package.json', 'LICENSE', 'CHANGELOG.md']) copy(file);
for (const { path, name } of workspaces(root)) {
  if (UNUSED_WORKSPACES.has(path)) continue;
  for (const part of ['package.json', ...BUILT_PARTS]) copy(`${path}/${part}`);
  symlinkSync(join('..', '..', path), join(target, 'node_modules', name));
}
const packages = productionPackages(root);
// A package within another one comes after it in the lock file, and was copied with it.
for (const { path } of packages) if (!existsSync(join(target, path))) copy(path);

writeFileSync(join(target, 'THIRD-PARTY-LICENSES.txt'), licenseTexts(root, packages));
writeFileSync(join(target, 'sbom.json'), `${JSON.stringify(billOfMaterials(), null, 1)}\n`);
process.stdout.write(`${packages.length} packages in ${target}\n`);

/** npm's, without what is not in the folder. (`--omit=dev` would leave out what the root's development uses as well.) */
function billOfMaterials() {
  const sbom = JSON.parse(
    execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    }),
  );
  const kept = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  // The reference of a package that is installed twice is its path, then the name.
  const isKept = (ref) => {
    const id = ref.split('|').at(-1);
    return kept.has(id) || /^@tickscope\/(?!testkit)/.test(id) || ref === sbom.metadata.component['bom-ref'];
  };
  return {
    ...sbom,
    components: sbom.components.filter((one) => isKept(one['bom-ref'])),
    dependencies: sbom.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
  };
}
