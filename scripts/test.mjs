// Runs the checks beside all tests (mode `gate` of vitest.config.ts), or the kinds that are named as arguments. Says how
// many minutes each step took, and ends with `N passed, N failed, N skipped`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printMinutes, printTotal, readReport, totalOf } from './test-report.mjs';
import { TSC } from './tsc.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name) => join(root, 'node_modules', '.bin', name);
const reports = mkdtempSync(join(tmpdir(), 'tickscope-test-'));

const KINDS = ['unit', 'integration', 'e2e'];
const CHECKS = {
  'format and lint': [bin('biome'), 'ci', '--error-on-warnings', '.'],
  types: [process.execPath, TSC, '-p', 'tsconfig.json', '--noEmit'],
  'types of the explorer': [process.execPath, TSC, '-p', 'apps/web/tsconfig.json', '--noEmit'],
  floors: [bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'apps', 'packages'],
};
/** More are a broken tree, not a busy machine. */
const MOST_RUN_AGAIN = 5;
/** @type {string[]} */
const failedAtFirst = [];
const only = process.argv.slice(2);
const unknown = only.filter((name) => !KINDS.includes(name) && !(name in CHECKS));
if (unknown.length > 0) {
  process.stderr.write(
    `no such step: ${unknown.join(', ')}. Steps: ${[...Object.keys(CHECKS), ...KINDS].join(', ')}\n`,
  );
  process.exit(2);
}
const isAsked = (name) => only.length === 0 || only.includes(name);

/** Steps that ran before this program: [name, milliseconds]. */
const steps = JSON.parse(process.env.TICKSCOPE_TEST_STEPS ?? '[]');
const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
function add({ passed, failed, skipped, failures }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  total.failures.push(...failures);
}

/** Runs a command; `piped`: its output is collected and returned, because others write meanwhile. */
async function run([command, ...args], { piped }) {
  const begunAt = performance.now();
  const child = spawn(command, args, { cwd: root, stdio: piped ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const [status] = await once(child, 'close');
  return { status, output, ms: performance.now() - begunAt };
}

async function runChecks() {
  for (const [name, command] of Object.entries(CHECKS)) {
    if (!isAsked(name)) continue;
    const { status, output, ms } = await run(command, { piped: true });
    const isGood = status === 0;
    steps.push([name, ms]);
    process.stdout.write(`\n== ${name}: ${isGood ? 'good' : `failed\n${output}`}\n`);
    add({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0, failures: isGood ? [] : [name] });
  }
}

async function runVitest(mode, files = []) {
  const path = join(reports, `${mode}.json`);
  const vitest = [bin('vitest'), 'run', '--mode', mode, '--reporter=default', '--reporter=json'];
  const { status, ms } = await run([...vitest, `--outputFile.json=${path}`, ...files], { piped: false });
  return { ms, files: readReport({ root, name: mode, path, status }) };
}

async function runTests(mode) {
  const { ms, files } = await runVitest(mode);
  steps.push([mode === 'gate' ? 'tests' : mode, ms]);
  if (mode === 'gate')
    for (const kind of KINDS) {
      const own = files.filter(({ name }) => kindOf(name) === kind);
      steps.push([
        `  ${kind} (of ${own.length} files, added up)`,
        own.reduce((sum, file) => sum + file.ms, 0),
      ]);
    }
  add(totalOf(await withSecondRun(mode, files)));
}

/**
 * A few failed files run once more, with nothing beside them: so that what fails only beside others is known from what is broken.
 * The first run's failures are printed, too: such a test is to be mended.
 */
async function withSecondRun(mode, files) {
  const again = files.filter(({ name, failed }) => failed > 0 && name !== mode);
  if (again.length === 0 || again.length > MOST_RUN_AGAIN) return files;
  await checks;
  process.stdout.write(`\n== once more, alone: ${again.map(({ name }) => name).join(', ')}\n`);
  const second = await runVitest(
    mode,
    again.map(({ name }) => name),
  );
  steps.push([`${mode}: failed files once more`, second.ms]);
  if (second.files.some(({ name }) => name === mode)) return files;
  return files.map((first) => {
    const then = second.files.find(({ name }) => name === first.name) ?? first;
    if (first.failed > 0 && then.failed === 0) failedAtFirst.push(...first.failures);
    return first.failed > 0 ? then : first;
  });
}

function kindOf(file) {
  if (file.startsWith('test/')) return 'e2e';
  return file.endsWith('.integration.test.ts') ? 'integration' : 'unit';
}

const modes = only.length === 0 ? ['gate'] : KINDS.filter((kind) => only.includes(kind));
const checks = runChecks();
for (const mode of modes) await runTests(mode);
await checks;

rmSync(reports, { recursive: true, force: true });
printMinutes(steps);
for (const failure of failedAtFirst) process.stdout.write(`\nFAILED AT FIRST, passed alone: ${failure}`);
printTotal(total);
process.exit(total.failed === 0 ? 0 : 1);
