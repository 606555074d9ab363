// `npm start` and `npm test` from a fresh clone: installs and builds what is missing, then runs. Needs nothing but
// Node and npm.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [task, ...rest] = process.argv.slice(2);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Tickscope needs Node 20.19 or newer; this is ${process.version}.\n`);
  process.exit(1);
}

/** Runs a command in the root; ends this program with its code when it fails. */
function run(command, args, env = {}) {
  const { status, signal } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (signal !== null) process.kill(process.pid, signal);
  if (status !== 0) process.exit(status ?? 1);
}

/** Runs a program that stays, and ends as it ends. It gets the signals that this one gets. */
function replaceWith(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm ends at SIGTERM without passing it on: this program then has another parent.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_command === undefined || process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500).unref();
  // A terminal sends Ctrl-C to both.
  process.on('SIGINT', () => clearInterval(watch));
  child.once('close', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

const bin = (name) => join(root, 'node_modules', '.bin', name);
/** Tests start the built programs (packages/lab/testkit/src/program-arguments.ts). */
const built = { TICKSCOPE_TEST_BUILT: '1' };
const quiet = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', SCARF_ANALYTICS: 'false' };

/** Runs a step of `npm test`, and keeps how long it took for the list at the end. */
const steps = [];
function timed(name, step) {
  const begunAt = performance.now();
  step();
  steps.push([name, performance.now() - begunAt]);
}

/** `npm install` when it never ran here, or the lock file has changed since. */
function install() {
  const stamp = join(root, 'node_modules', '.tickscope-installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  process.stderr.write('Installing dependencies (once; about 1 GB with the embedded servers)…\n');
  // Not `npm ci`: it refuses lock entries of other platforms' builds that some registries do not serve.
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], quiet);
  writeFileSync(stamp, lock);
}

function build() {
  run(bin('turbo'), ['run', 'build', '--output-logs=errors-only', '--log-order=grouped'], quiet);
}

switch (task) {
  case 'build':
    install();
    build();
    break;
  case 'start':
    install();
    build();
    // The flag as in apps/cli/bin/tickscope.mjs.
    replaceWith(process.execPath, [
      '--max-semi-space-size=64',
      join(root, 'apps/cli/dist/main.js'),
      'up',
      ...rest,
    ]);
    break;
  case 'test':
    timed('install', install);
    timed('build', build);
    run(process.execPath, [join(root, 'scripts/test.mjs'), ...rest], {
      ...built,
      TICKSCOPE_TEST_STEPS: JSON.stringify(steps),
    });
    break;
  case 'test:long':
    install();
    build();
    run(process.execPath, [join(root, 'scripts/test-long.mjs'), ...rest], built);
    break;
  default:
    process.stderr.write('usage: node scripts/run.mjs start | test | test:long | build\n');
    process.exit(2);
}
