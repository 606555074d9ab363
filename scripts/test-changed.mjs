// Runs what the files that differ from the last commit touch, for the inner loop: the unit tests of everything that imports
// them, and the integration tests of their own packages that do. From source, without a build.
import { execFileSync, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const vitest = join(root, 'node_modules', '.bin', 'vitest');

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
const packages = new Set(changed.flatMap((path) => /^(?:apps|packages\/[^/]+)\/[^/]+\//.exec(path) ?? []));

let hasFailed = false;
function run(mode, ...folders) {
  const args = [
    'run',
    '--mode',
    mode,
    '--changed',
    '--passWithNoTests',
    ...folders,
    ...process.argv.slice(2),
  ];
  const { status } = spawnSync(vitest, args, { cwd: root, stdio: 'inherit' });
  hasFailed ||= status !== 0;
}

run('unit');
if (packages.size > 0) run('integration', ...packages);
process.exit(hasFailed ? 1 : 0);
