// Runs the checks and every kind of test, says what came of each, and ends with `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name) => join(root, 'node_modules', '.bin', name);
const reports = mkdtempSync(join(tmpdir(), 'tickscope-test-'));

const steps = [
  { name: 'format and lint', command: [bin('biome'), 'ci', '--error-on-warnings', '.'] },
  { name: 'types', command: [bin('tsc'), '-p', 'tsconfig.json', '--noEmit'] },
  ...['unit', 'integration', 'e2e'].map((mode) => ({ name: mode, mode })),
];
const only = process.argv.slice(2);

const total = { passed: 0, failed: 0, skipped: 0 };
/** Named again at the end: the output of a run is thousands of lines, and its reader starts at the last ones. */
const failures = [];
const add = (counts) => {
  for (const key of Object.keys(total)) total[key] += counts[key];
};

for (const { name, command, mode } of steps) {
  if (only.length > 0 && !only.includes(mode ?? name)) continue;
  process.stdout.write(`\n== ${name}\n`);
  if (mode === undefined) {
    const { status } = spawnSync(command[0], command.slice(1), { cwd: root, stdio: 'inherit' });
    add({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 });
    if (status !== 0) failures.push(name);
    continue;
  }
  const report = join(reports, `${mode}.json`);
  const { status } = spawnSync(
    bin('vitest'),
    ['run', '--mode', mode, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { cwd: root, stdio: 'inherit' },
  );
  add(countTests(mode, report, status));
}

rmSync(reports, { recursive: true, force: true });
for (const failure of failures) process.stdout.write(`\nFAILED ${failure}`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed === 0 ? 0 : 1);

/** The first lines of an error, which is all that a reader of the last lines of a run gets to see. */
function excerpt(message) {
  return message
    .split('\n')
    .slice(0, 12)
    .map((line) => `  ${line.slice(0, 300)}`)
    .join('\n');
}

/** Of vitest's report; a run that failed without a failed test (a file that did not load) is one failure. */
function countTests(mode, path, status) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    for (const file of report.testResults) {
      const failed = file.assertionResults.filter((test) => test.status === 'failed');
      const name = `${mode}: ${relative(root, file.name)}`;
      for (const test of failed)
        failures.push(`${name}: ${test.fullName}\n${excerpt(test.failureMessages.join('\n'))}`);
      // A hook failed, or the file did not load.
      if (failed.length === 0 && file.status === 'failed') failures.push(`${name}\n${excerpt(file.message)}`);
    }
    const failed = report.numFailedTests;
    return {
      passed: report.numPassedTests,
      failed: failed === 0 && status !== 0 ? 1 : failed,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch {
    failures.push(`${mode}: no report`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
