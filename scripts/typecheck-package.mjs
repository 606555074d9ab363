// Checks the types of the workspace in the current folder, tests included, against the sources of the packages that it
// uses: nothing has to be built before. Incremental: a second run takes only what changed.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TSC } from './tsc.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const workspace = relative(root, process.cwd());
const cache = join(root, 'node_modules', '.cache', 'typecheck', workspace);
mkdirSync(cache, { recursive: true });
const config = join(cache, 'tsconfig.json');
const toRoot = relative(cache, root);
writeFileSync(
  config,
  JSON.stringify({
    extends: join(toRoot, 'tsconfig.json'),
    compilerOptions: { incremental: true, tsBuildInfoFile: './tsbuildinfo.json' },
    include: [join(toRoot, workspace, 'src')],
  }),
);
process.exit(spawnSync(process.execPath, [TSC, '-p', config], { stdio: 'inherit' }).status ?? 1);
