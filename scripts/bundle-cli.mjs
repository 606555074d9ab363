// Bundles the CLI and the programs that it starts into a folder:
//
//   dist/            one module for each program and thread, and the chunks that they share
//   parts/<name>/    what a workspace reads or starts by its path: SQL, documents, the explorer's page; and in the place
//                    of a started module one line that imports its bundle
//
// Other packages stay imports. Where a workspace names its own place, the bundle names that in parts/.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Programs that are started by their path, by the name of their bundle. */
const STARTED = {
  api: 'api/dist/main.js',
  ingester: 'ingester/dist/main.js',
  simulator: 'simulator/dist/main.js',
  'poh-worker': 'chain/dist/poh/poh-worker.js',
};

/** `imports` of the package: the names by which the code finds its parts. */
export const PART_NAMES = {
  '#@tickscope/api': './parts/api/dist/main.js',
  '#@tickscope/ingester': './parts/ingester/dist/main.js',
  '#@tickscope/simulator': './parts/simulator/dist/main.js',
  '#@tickscope/web/package.json': './parts/web/package.json',
};

/** @param folders the workspaces' folders by their short names */
export async function bundleCli(folders, target) {
  const pathOf = (part) => join(folders.get(part.split('/')[0]), part.slice(part.indexOf('/') + 1));
  await build({
    entryPoints: [
      { out: 'main', in: pathOf('cli/dist/main.js') },
      ...Object.entries(STARTED).map(([out, part]) => ({ out, in: pathOf(part) })),
    ],
    outdir: join(target, 'dist'),
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
    plugins: [workspaces(folders)],
  });
  for (const [name, part] of Object.entries(STARTED)) {
    const file = join(target, 'parts', part);
    const bundle = relative(dirname(file), join(target, 'dist', `${name}.js`));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import '${bundle.split(sep).join('/')}';\n`);
  }
}

function workspaces(folders) {
  return {
    name: 'workspaces',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^@tickscope\// }, ({ path }) => ({
        path: fileURLToPath(import.meta.resolve(path)),
      }));
      for (const [name, folder] of folders)
        onLoad({ filter: startingWith(join(folder, 'dist') + sep) }, ({ path }) => {
          const part = `../parts/${name}/${relative(folder, path).split(sep).join('/')}`;
          return {
            contents: readFileSync(path, 'utf8')
              .replaceAll('import.meta.url', `new URL('${part}', import.meta.url).href`)
              .replaceAll('import.meta.resolve(', "import.meta.resolve('#' + "),
          };
        });
    },
  };
}

const startingWith = (text) => new RegExp(`^${text.replace(/[^\w/-]/g, '\\$&')}`);
